import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listDomainsRoute, startScanRoute } from '@waxseal/contract/routes'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useSignOut } from '../../lib/session/use-sign-out.ts'
import { useTheme } from '../../lib/theme.ts'
import { useRoleProblem } from '../../lib/use-role.ts'
import { cx } from '../../ui/class-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { typedAhead } from '../global-keys.ts'
import { type Act, domainsShown, type Entry, type EntryGroup, entriesFor, readTyped } from './commands.ts'
import { Keys } from './keys.tsx'

interface Props {
  onClose: () => void
  /** Shows the keys in place of the palette. */
  onKeys: () => void
}

/** One field that leads to each domain, screen and tool: a combobox with a list of options (WAI-ARIA). */
export function Palette({ onClose, onKeys }: Props): ReactNode {
  const [text, setText] = useState('')
  const [activeId, setActiveId] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const listId = useId()
  const search = useFoundDomains(text)
  const groups = entriesFor(text, search.data ?? [])
  const entries = groups.flatMap(group => group.entries)
  const active = entries.find(({ id }) => id === activeId) ?? entries[0]
  const perform = useAct(onKeys)
  const chosen = useRef<Entry | null>(null)

  function choose(entry: Entry): void {
    if (entry.act.kind === 'type') {
      setText(entry.act.text)
      field.current?.focus()
      return
    }
    chosen.current = entry
    onClose()
  }

  function pressed(event: KeyboardEvent): void {
    // The Enter that ends the input of a word in some scripts chooses nothing.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && active !== undefined) choose(active)
    else if (event.key === 'ArrowDown') moveBy(1)
    else if (event.key === 'ArrowUp') moveBy(-1)
    else return
    event.preventDefault()
  }

  function moveBy(step: 1 | -1): void {
    const at = entries.findIndex(entry => entry === active)
    const next = entries.at((at + step) % entries.length)
    setActiveId(next?.id ?? null)
    if (next) document.getElementById(optionId(listId, next))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      shape="wide"
      title="Command palette"
      onClosed={() => chosen.current && perform(chosen.current.act)}
    >
      <input
        ref={field}
        role="combobox"
        aria-label="Domain, screen or action"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(listId, active)}
        placeholder="Domain, screen or action"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={253}
        value={text}
        onChange={event => {
          setText(event.target.value)
          setActiveId(null)
        }}
        onKeyDown={pressed}
        // Not before: the dialog selects the text that its field has then, and the next letter would replace it.
        onFocus={() => {
          const { text: ahead } = typedAhead
          setText(typed => ahead + typed)
          typedAhead.until = 0
          typedAhead.text = ''
        }}
        className="h-10 w-full rounded border border-field bg-surface px-3 text-14 text-ink placeholder:text-ink3 hover:border-ink max-sm:text-16"
      />
      <div className="mt-3 flex flex-col" style={{ height: 'min(24rem, 55dvh)' }}>
        {search.isError && <LoadFailed what="Your domains" onRetry={() => void search.refetch()} />}
        <Options id={listId} groups={groups} active={active} onActive={setActiveId} onChoose={choose} />
        {entries.length === 0 && !search.isFetching && !search.isError && <Nothing text={text} />}
        {search.data?.length === domainsShown && (
          <p className="px-3 py-2 text-13 text-ink3">{`The first ${domainsShown} domains. Type more of the name to see others.`}</p>
        )}
      </div>
      <p role="status" className="sr-only">
        {search.isFetching ? 'Searching' : entries.length === 1 ? '1 result' : `${entries.length} results`}
      </p>
    </Dialog>
  )
}

function optionId(listId: string, { id }: Entry): string {
  return `${listId}${id}`
}

/** The domains whose name has what was typed. Nothing is asked before something of a name, or a verb, is there. */
function useFoundDomains(text: string) {
  const { verb, name } = readTyped(text)
  return useQuery({
    queryKey: ['found-domains', name],
    queryFn: ({ signal }) => call(listDomainsRoute, { query: { search: name, limit: domainsShown }, signal }),
    enabled: name !== '' || verb !== null,
    placeholderData: keepPreviousData,
  })
}

/** Does what an entry is for, once the palette has closed and the focus is back. */
function useAct(onKeys: () => void): (act: Act) => void {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const theme = useTheme()
  const scanProblem = useRoleProblem(startScanRoute)
  return act => {
    if (act.kind === 'go') void navigate(act.to)
    else if (act.kind === 'theme') theme.change()
    else if (act.kind === 'keys') onKeys()
    else if (act.kind === 'sign-out') void signOut()
    else if (act.kind === 'scan') {
      // The report starts the scan when it is opened.
      if (scanProblem === null) void navigate(paths.diagnostics(act.domainId), { state: { scan: true } })
      else notify.error(scanProblem)
    }
  }
}

interface OptionsProps {
  id: string
  groups: readonly EntryGroup[]
  active: Entry | undefined
  onActive: (id: string) => void
  onChoose: (entry: Entry) => void
}

function Options({ id, groups, active, onActive, onChoose }: OptionsProps): ReactNode {
  return (
    <div role="listbox" id={id} aria-label="Results" className="overflow-y-auto">
      {groups.map(({ title, entries }) => (
        <div key={title} role="group" aria-label={title}>
          <p role="presentation" className="px-3 pt-3 pb-1 text-12 text-ink3">
            {title}
          </p>
          {entries.map(entry => (
            // The field keeps the focus and has the keys.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={entry.id}
              role="option"
              id={optionId(id, entry)}
              aria-selected={entry === active}
              onPointerMove={() => onActive(entry.id)}
              onClick={() => onChoose(entry)}
              className={cx(
                'flex min-h-10 items-center gap-3 rounded px-3',
                entry === active && 'bg-accent-tint text-accent',
              )}
            >
              <span className="min-w-0 truncate">{entry.label}</span>
              {entry.note !== undefined && <span className="ms-auto shrink-0 text-13 text-ink3">{entry.note}</span>}
              {entry.keys !== undefined && (
                <span className="ms-auto shrink-0 pointer-coarse:hidden" aria-hidden>
                  <Keys keys={entry.keys} />
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function Nothing({ text }: { text: string }): ReactNode {
  return (
    <div className="px-3 py-6 text-center">
      <p className="font-[560]">
        No results for “<bdi>{text.trim()}</bdi>”
      </p>
      <p className="mx-auto mt-1 max-w-prose text-balance text-13 text-ink2">
        Type part of a domain name, or the name of a screen or tool. To act on a domain, type “scan”, “spf”, “dmarc” or
        “dns” before its name.
      </p>
    </div>
  )
}
