import { failureOptions } from '@waxseal/core/dmarc'
import { type ReactNode, useState } from 'react'
import { Disclosed } from '../../ui/disclosed.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Draft } from './form-values.ts'
import { policies } from './policies.ts'

const alignments = [
  { value: 'r', label: 'relaxed: the domain or its subdomains' },
  { value: 's', label: 'strict: the exact domain only' },
] as const

const failureLabels: Record<(typeof failureOptions)[number], string> = {
  '0': '0: SPF and DKIM both fail alignment',
  '1': '1: SPF or DKIM fails alignment',
  d: 'd: a DKIM signature fails',
  s: 's: SPF fails',
  'd:s': 'd:s: DKIM or SPF fails',
}

interface Props {
  draft: Draft
  openAtFirst: boolean
  onChange: (draft: Draft) => void
}

/** Options that most records do not need. Initially open if the record has any of them. */
export function MoreOptions({ draft, openAtFirst, onChange }: Props): ReactNode {
  const [open] = useState(() => openAtFirst || usesAny(draft))
  return (
    <Disclosed summary="More options" openAtFirst={open}>
      <div className="grid grid-cols-1 gap-6">
        <SelectField
          label="Nonexistent subdomains (np)"
          value={draft.np_policy}
          options={[{ value: '', label: 'Same as for existing subdomains' }, ...policies]}
          hint="Spoofers often use subdomains that don’t exist. Rejecting them is safe."
          onChange={np_policy => onChange({ ...draft, np_policy })}
        />
        <div data-field="test">
          <Switch
            label="Test mode (t=y)"
            hint="Newer receivers (RFC 9989) apply the next milder policy and still send reports."
            on={draft.testing}
            onChange={testing => onChange({ ...draft, testing })}
          />
        </div>
        <SelectField
          label="DKIM alignment (adkim)"
          value={draft.adkim}
          options={alignments}
          onChange={adkim => onChange({ ...draft, adkim })}
        />
        <SelectField
          label="SPF alignment (aspf)"
          value={draft.aspf}
          options={alignments}
          onChange={aspf => onChange({ ...draft, aspf })}
        />
        <SelectField
          label="Forensic reports (fo)"
          value={draft.fo}
          options={failureOptions.map(value => ({ value, label: failureLabels[value] }))}
          hint={draft.ruf_email.trim() === '' ? 'It has no effect without a forensic report email.' : undefined}
          onChange={fo => onChange({ ...draft, fo })}
        />
      </div>
    </Disclosed>
  )
}

function usesAny({ np_policy, testing, adkim, aspf, fo }: Draft): boolean {
  return np_policy !== '' || testing || adkim !== 'r' || aspf !== 'r' || fo !== '0'
}
