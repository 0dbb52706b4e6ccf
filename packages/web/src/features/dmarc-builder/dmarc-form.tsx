import { generateDmarcRoute } from '@waxseal/contract/routes'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { builderTexts } from '../../components/builder/wording.ts'
import { RoleButton } from '../../components/role-button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type Draft, type Errors, readDraft } from './form-values.ts'
import { MoreOptions } from './more-options.tsx'
import { policies } from './policies.ts'
import { dmarcTexts } from './wording.ts'

interface Props {
  draft: Draft
  /** The field that the person came for. */
  field: string | null
  onChange: (draft: Draft) => void
  again: boolean
  busy: boolean
  onGenerate: (draft: Draft) => void
}

/** The settings of the record. */
export function DmarcForm({ draft, field, onChange, again, busy, onGenerate }: Props): ReactNode {
  const [errors, setErrors] = useState<Errors>({})
  const rua = useRef<HTMLInputElement>(null)
  const ruf = useRef<HTMLInputElement>(null)
  const pct = useRef<HTMLInputElement>(null)

  function type(field: keyof Errors, value: string): void {
    onChange({ ...draft, [field]: value })
    setErrors({ ...errors, [field]: undefined })
  }

  /** A field is validated when the user leaves it, not during typing. */
  function judge(field: keyof Errors): void {
    setErrors({ ...errors, [field]: readDraft(draft).errors[field] })
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const read = readDraft(draft)
    setErrors(read.errors)
    const { rua_email, ruf_email, pct: percentage } = read.errors
    const wrong = rua_email ? rua : ruf_email ? ruf : percentage ? pct : null
    if (wrong !== null) return wrong.current?.focus()
    const repaired = { ...draft, pct: String(read.settings.pct) }
    onChange(repaired)
    onGenerate(repaired)
  }

  return (
    <Sheet title="Configuration">
      <form onSubmit={onSubmit} noValidate className="grid grid-cols-1 gap-6">
        <div data-field="policy">
          <SelectField
            label="Policy"
            value={draft.policy}
            options={policies}
            onChange={policy => onChange({ ...draft, policy })}
          />
        </div>
        <div data-field="rua">
          <Field
            ref={rua}
            label="Aggregate report email (RUA)"
            type="email"
            multiple
            autoComplete="off"
            spellCheck={false}
            maxLength={8_000}
            value={draft.rua_email}
            error={errors.rua_email ?? null}
            hint="Receivers send daily summaries to this address. Separate several addresses with commas."
            onChange={event => type('rua_email', event.target.value)}
            onBlur={() => judge('rua_email')}
          />
        </div>
        <Field
          ref={ruf}
          label="Forensic report email (RUF), optional"
          type="email"
          multiple
          autoComplete="off"
          spellCheck={false}
          maxLength={8_000}
          value={draft.ruf_email}
          error={errors.ruf_email ?? null}
          hint="For reports on single messages. Few receivers send them, and they may contain personal data."
          onChange={event => type('ruf_email', event.target.value)}
          onBlur={() => judge('ruf_email')}
        />
        <div data-field="pct">
          <Field
            ref={pct}
            label="Percentage (pct)"
            type="number"
            min={0}
            max={100}
            step={1}
            value={draft.pct}
            error={errors.pct ?? null}
            hint="RFC 9989 removed pct; newer receivers apply the policy to all mail. Keep 100, and use test mode for a gradual rollout."
            onChange={event => type('pct', event.target.value)}
            onBlur={() => judge('pct')}
          />
        </div>
        <div data-field="sp">
          <SelectField
            label="Subdomain policy (sp)"
            value={draft.sp_policy}
            options={[{ value: '', label: 'Same as main policy' }, ...policies]}
            onChange={sp_policy => onChange({ ...draft, sp_policy })}
          />
        </div>
        <MoreOptions draft={draft} openAtFirst={field === 'test'} onChange={onChange} />
        <RoleButton needs={generateDmarcRoute} type="submit" look="primary" size="large" busy={busy}>
          {busy ? builderTexts.generating : again ? dmarcTexts.regenerate : dmarcTexts.generate}
        </RoleButton>
      </form>
    </Sheet>
  )
}
