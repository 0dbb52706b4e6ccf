import { generateSpfRoute } from '@waxseal/contract/routes'
import { allQualifiers, type SpfEntryKind, type SpfService, type SpfSettings, spfEntryKinds } from '@waxseal/core/spf'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { builderTexts } from '../../components/builder/wording.ts'
import { RoleButton } from '../../components/role-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { Preview } from './api.ts'
import { type Typed, withEntries, withoutEntry, withTyped } from './entries.ts'
import { EntryList } from './entry-list.tsx'
import { QuickAdd } from './quick-add.tsx'
import { qualifierLabels, spfTexts } from './wording.ts'

const lists: Record<SpfEntryKind, { label: string; one: string; placeholder: string; hint: string }> = {
  include_domains: {
    label: 'Include domains',
    one: 'include domain',
    placeholder: '_spf.example.com',
    hint: 'Add the include of each service that sends mail for you. Each costs at least one lookup.',
  },
  ip4_addresses: {
    label: 'IPv4 addresses',
    one: 'IPv4 address',
    placeholder: '192.0.2.1 or 192.0.2.0/24',
    hint: 'Add your own servers as addresses or ranges. They cost no lookup.',
  },
  ip6_addresses: {
    label: 'IPv6 addresses',
    one: 'IPv6 address',
    placeholder: '2001:db8::1 or 2001:db8::/32',
    hint: 'Add your own servers’ IPv6 addresses or ranges. They cost no lookup.',
  },
}

interface Props {
  settings: SpfSettings
  typed: Typed
  onChange: (settings: SpfSettings) => void
  onType: (typed: Typed) => void
  /** Problems of the current settings; empty while these are being checked. */
  problems: Preview['problems']
  /** A record has been generated, so the button generates it again. */
  again: boolean
  busy: boolean
  onGenerate: (settings: SpfSettings) => void
}

/** The settings of the record. */
export function SpfForm(props: Props): ReactNode {
  const { settings, typed, onChange, onType, problems, again, busy, onGenerate } = props
  const [errors, setErrors] = useState<Partial<Typed>>({})
  // The latest change of the lists, for screen readers.
  const [said, setSaid] = useState('')
  const fields = useFields()

  function add(kind: SpfEntryKind): void {
    const added = withEntries(settings, kind, typed[kind])
    onChange(added.settings)
    setSaid(addedWords(settings[kind], added.settings[kind]))
    onType({ ...typed, [kind]: added.rest })
    setErrors({ ...errors, [kind]: added.error ?? undefined })
    fields[kind].current?.focus()
  }

  function addService(service: SpfService): void {
    const added = withEntries(settings, 'include_domains', service.includes.join(' ')).settings
    onChange(added)
    setSaid(addedWords(settings.include_domains, added.include_domains))
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const added = withTyped(settings, typed)
    onChange(added.settings)
    onType(added.rest)
    setErrors(added.errors)
    const wrong = spfEntryKinds.find(kind => added.errors[kind] !== undefined)
    if (wrong === undefined) onGenerate(added.settings)
    else fields[wrong].current?.focus()
  }

  return (
    <Sheet title="Configuration">
      <p role="status" className="sr-only">
        {said}
      </p>
      <form onSubmit={onSubmit} noValidate className="grid grid-cols-1 gap-6">
        <QuickAdd includes={settings.include_domains} onAdd={addService} />
        {spfEntryKinds.map(kind => (
          <EntryList
            key={kind}
            place={kind === 'include_domains' ? 'includes entries' : undefined}
            {...lists[kind]}
            entries={settings[kind]}
            problems={
              new Map(problems.filter(({ field }) => field === kind).map(({ index, message }) => [index, message]))
            }
            typed={typed[kind]}
            error={errors[kind] ?? null}
            field={fields[kind]}
            onType={text => {
              onType({ ...typed, [kind]: text })
              setErrors({ ...errors, [kind]: undefined })
            }}
            onAdd={() => add(kind)}
            onRemove={entry => {
              onChange(withoutEntry(settings, kind, entry))
              setSaid(`Removed ${entry}`)
            }}
          />
        ))}
        <div className="border-y border-line py-1">
          <Switch
            label="Include MX records"
            hint="Your MX servers may send. Costs one lookup."
            on={settings.use_mx}
            onChange={use_mx => onChange({ ...settings, use_mx })}
          />
          <Switch
            label="Include the domain’s A record"
            hint="The domain’s own A and AAAA addresses may send. Costs one lookup."
            on={settings.use_a}
            onChange={use_a => onChange({ ...settings, use_a })}
          />
        </div>
        <div data-field="all">
          <SelectField
            label="All other servers (all)"
            value={settings.all_qualifier}
            options={allQualifiers.map(value => ({ value, label: qualifierLabels[value] }))}
            onChange={all_qualifier => onChange({ ...settings, all_qualifier })}
          />
        </div>
        <RoleButton needs={generateSpfRoute} type="submit" look="primary" size="large" busy={busy}>
          {busy ? builderTexts.generating : again ? spfTexts.regenerate : spfTexts.generate}
        </RoleButton>
      </form>
    </Sheet>
  )
}

function addedWords(before: readonly string[], after: readonly string[]): string {
  const added = after.filter(entry => !before.includes(entry))
  return added.length === 0 ? 'Nothing added' : `Added ${added.join(', ')}`
}

function useFields(): Record<SpfEntryKind, RefObject<HTMLInputElement | null>> {
  return {
    include_domains: useRef<HTMLInputElement>(null),
    ip4_addresses: useRef<HTMLInputElement>(null),
    ip6_addresses: useRef<HTMLInputElement>(null),
  }
}
