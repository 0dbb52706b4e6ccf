import { setBlocklistsOffRoute } from '@waxseal/contract/routes'
import { type FormEvent, type ReactNode, useState } from 'react'
import { RoleButton } from '../../components/role-button.tsx'
import { upgrade } from '../../lib/upgrade.ts'
import { type CatalogueList, useSetBlocklistsOff } from './blocklist-api.ts'

interface Props {
  lists: readonly CatalogueList[]
  /** The scans of the plan ask this many of them, from the first one on. */
  planned: number
  /** The plan has custom blacklists. */
  allowed: boolean
}

/** The lists of the catalogue, of which a workspace may turn some off. */
export function CatalogueLists({ lists, planned, allowed }: Props): ReactNode {
  const stored = lists.flatMap(({ id, off }) => (off ? [id] : []))
  /** The changed choice; null: as stored. */
  const [changed, setChanged] = useState<readonly string[] | null>(null)
  const save = useSetBlocklistsOff()
  const off = changed ?? stored

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (!allowed) return upgrade.open({ feature: 'custom_blocklists', detail: null })
    save.start([...off], { onSuccess: () => setChanged(null) })
  }

  function toggle(id: string, isOn: boolean): void {
    if (!allowed) return upgrade.open({ feature: 'custom_blocklists', detail: null })
    setChanged(isOn ? off.filter(each => each !== id) : [...off, id])
  }

  return (
    <form onSubmit={onSubmit}>
      <p className="mb-3 max-w-prose text-13 text-ink2">
        A list that is off is not checked, and leaves the total. Scores before and after are not compared.
      </p>
      <fieldset>
        <legend className="sr-only">Blocklists to check</legend>
        <ul className="mb-4 grid gap-x-8 sm:grid-cols-2">
          {lists.map(({ id, name, zone, off_here: isOffHere }, at) => (
            <li key={id} className="border-b border-line py-1.5">
              <label className="flex min-h-8 items-start gap-3">
                <input
                  type="checkbox"
                  className="mt-1 size-4 shrink-0 accent-accent"
                  checked={at < planned && !isOffHere && !(allowed && off.includes(id))}
                  disabled={isOffHere}
                  aria-disabled={!allowed || undefined}
                  onChange={event => toggle(id, event.target.checked)}
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  {name}
                  <span className="block font-mono text-12 text-ink3">{zone}</span>
                  {isOffHere ? (
                    <span className="block text-12 text-ink3">Off on this server</span>
                  ) : (
                    at >= planned && <span className="block text-12 text-ink3">Not part of your plan</span>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <RoleButton
        needs={setBlocklistsOffRoute}
        type="submit"
        busy={save.busy}
        aria-disabled={!allowed || changed === null}
        {...((!allowed || changed === null) && { className: 'opacity-55' })}
      >
        Save
      </RoleButton>
    </form>
  )
}
