import * as wording from '@waxseal/contract/own-blocklists'
import { Plus, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { type OwnBlocklist, useAddBlocklist } from './blocklist-api.ts'

const kinds = [
  { value: 'ip', label: 'IP addresses' },
  { value: 'domain', label: 'Domain names' },
] as const

const codeProblems: readonly string[] = [wording.listNoCode, wording.listCodeTwice, wording.listCodeReserved]

interface Code {
  key: number
  address: string
  meaning: string
}

/** The form for an own blacklist. */
export function AddBlocklistDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [name, setName] = useState('')
  const [zone, setZone] = useState('')
  const [kind, setKind] = useState<OwnBlocklist['kind']>('ip')
  const [codes, setCodes] = useState<readonly Code[]>([])
  const [nextKey, setNextKey] = useState(0)
  const [problem, setProblem] = useState<{ at: 'name' | 'zone' | 'codes'; text: string } | null>(null)
  const add = useAddBlocklist(text => {
    setProblem({ at: codeProblems.includes(text) ? 'codes' : 'zone', text })
  })

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (name.trim() === '') return setProblem({ at: 'name', text: wording.enterListName })
    if (zone.trim() === '') return setProblem({ at: 'zone', text: wording.listNoZone })
    const given = codes.filter(({ address, meaning }) => address.trim() !== '' || meaning.trim() !== '')
    if (given.some(({ meaning }) => meaning.trim() === '')) {
      return setProblem({ at: 'codes', text: wording.enterCodeMeaning })
    }
    add.start(
      {
        name: name.trim(),
        zone: zone.trim(),
        kind,
        codes: given.map(({ address, meaning }) => ({ address: address.trim(), meaning: meaning.trim() })),
      },
      { onSuccess: onClose },
    )
  }

  function change(key: number, fields: Partial<Code>): void {
    setCodes(codes.map(code => (code.key === key ? { ...code, ...fields } : code)))
    setProblem(null)
  }

  const errorAt = (at: 'name' | 'zone' | 'codes') => (problem?.at === at ? problem.text : null)
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Add blocklist"
      description="A DNS blocklist (RFC 5782). Waxseal looks up its test entries when you add it, and again in each scan."
    >
      <form onSubmit={onSubmit} noValidate className="grid gap-4">
        <Field
          label="Name"
          placeholder="Our blocklist"
          autoComplete="off"
          maxLength={wording.ownListLimits.characters}
          value={name}
          error={errorAt('name')}
          onChange={event => {
            setName(event.target.value)
            setProblem(null)
          }}
        />
        <Field
          label="Zone"
          placeholder="dnsbl.example.org"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={zone}
          error={errorAt('zone')}
          hint={`Its servers must list ${kind === 'ip' ? '127.0.0.2 and not 127.0.0.1' : '“test” and not “invalid”'}.`}
          onChange={event => {
            setZone(event.target.value)
            setProblem(null)
          }}
        />
        <SelectField label="Checks" value={kind} options={kinds} onChange={setKind} />
        <fieldset>
          <legend className="mb-1 text-13 font-[560]">Return codes (optional)</legend>
          <p className="mb-2 text-13 text-ink3">
            Without codes, every answer in 127.0.0.0/8 is a listing. With codes, only these are.
          </p>
          <ul className="grid gap-2">
            {codes.map(({ key, address, meaning }, at) => (
              <li key={key} className="flex items-end gap-2">
                <Field
                  label="Code"
                  className="w-32 shrink-0"
                  placeholder="127.0.0.2"
                  autoComplete="off"
                  value={address}
                  onChange={event => change(key, { address: event.target.value })}
                />
                <Field
                  label="Meaning"
                  className="min-w-0 grow"
                  placeholder="Sent spam"
                  autoComplete="off"
                  maxLength={wording.ownListLimits.characters}
                  value={meaning}
                  onChange={event => change(key, { meaning: event.target.value })}
                />
                <Button
                  size="icon"
                  look="quiet"
                  aria-label={`Remove code ${at + 1}`}
                  onClick={() => setCodes(codes.filter(code => code.key !== key))}
                >
                  <X className="size-4" aria-hidden />
                </Button>
              </li>
            ))}
          </ul>
          <p role="alert" className="text-13 text-poor">
            {errorAt('codes')}
          </p>
          {codes.length < wording.ownListLimits.codes && (
            <Button
              size="small"
              look="quiet"
              className="-ms-3 mt-1"
              onClick={() => {
                setCodes([...codes, { key: nextKey, address: '', meaning: '' }])
                setNextKey(nextKey + 1)
              }}
            >
              <Plus className="size-4" aria-hidden />
              Add code
            </Button>
          )}
        </fieldset>
        <div className="mt-2 flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={add.busy}>
            Add list
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
