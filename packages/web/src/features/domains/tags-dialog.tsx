import { useQuery } from '@tanstack/react-query'
import { limits } from '@waxseal/contract/limits'
import { Plus, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { type Domain, domainsQuery } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { useChangeTags } from './api.ts'
import { shownName } from './arrange.ts'
import { adding, removing, type TagCount, tagKey, tagOf, tagProblem, tagsAfter, tagsOf, unchanged } from './tags.ts'

interface Props {
  /** At least one. */
  domains: readonly Domain[]
  onClose: () => void
}

const suggestionsMax = 12
const limitHint = `Up to ${limits.tags} tags per domain, ${limits.tagCharacters} characters each.`

/** Changes the tags of one or several domains. Nothing is saved before Save. */
export function TagsDialog({ domains: opened, onClose }: Props): ReactNode {
  const [change, setChange] = useState(unchanged)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  /** The latest change, for screen readers. */
  const [said, setSaid] = useState('')
  const [full, setFull] = useState<readonly string[]>([])
  const field = useRef<HTMLDivElement>(null)
  const save = useChangeTags()
  const { data: all = opened } = useQuery(domainsQuery)
  // The current domains: the list may have changed since the dialog was opened.
  const latest = new Map(all.map(domain => [domain.id, domain]))
  const domains = opened.map(domain => latest.get(domain.id) ?? domain)

  const now = tagsAfter(domains, change)
  const everywhere = new Set(now.filter(({ count }) => count === domains.length).map(({ tag }) => tagKey(tag)))
  const suggested = tagsOf(all)
    .filter(({ tag }) => !everywhere.has(tagKey(tag)) && tagKey(tag).includes(tagKey(typed)))
    .slice(0, suggestionsMax)

  function put(tag: string): typeof change | null {
    if (tagOf(tag) === '') return change
    const wrong = tagProblem(domains, change, tag)
    setProblem(wrong)
    if (wrong !== null) return null
    const next = adding(change, tag)
    setChange(next)
    setSaid(`${tagOf(tag)} added`)
    setTyped('')
    return next
  }

  /** The focused element disappears, so the focus moves to the field. */
  function focusField(): void {
    field.current?.querySelector('input')?.focus()
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    // A typed tag that was not added yet counts too.
    const meant = put(typed)
    if (meant === null) return
    if (meant.add.length + meant.remove.length === 0) return onClose()
    save.start(
      { domains, change: meant },
      {
        onSuccess: ({ full }) => {
          if (full.length === 0) return onClose()
          setChange(unchanged)
          setFull(domains.filter(({ id }) => full.includes(id)).map(shownName))
        },
      },
    )
  }

  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={titleOf(domains)}>
      <form onSubmit={onSubmit} noValidate className="grid gap-4">
        <div ref={field} className="flex items-start gap-2">
          <Field
            label="Add a tag"
            className="grow"
            value={typed}
            autoComplete="off"
            maxLength={200}
            error={problem}
            hint={limitHint}
            onChange={event => {
              setTyped(event.target.value)
              setProblem(null)
            }}
            onKeyDown={event => {
              // Enter adds the typed tag; in an empty field it saves.
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || tagOf(typed) === '') return
              event.preventDefault()
              put(typed)
            }}
          />
          <Button className="mt-6" onClick={() => put(typed) && focusField()}>
            Add
          </Button>
        </div>
        {suggested.length > 0 && (
          <Chips label="Tags in use">
            {suggested.map(({ tag }) => (
              <Chip key={tag} does="Add" onClick={() => put(tag) && focusField()}>
                <Plus className="size-3 shrink-0" aria-hidden />
                <span className="truncate">{tag}</span>
              </Chip>
            ))}
          </Chips>
        )}
        <div>
          <h3 className="mb-1 text-13 font-[560]">{domains.length === 1 ? 'On this domain' : 'On these domains'}</h3>
          {now.length === 0 ? (
            <p className="min-h-8 text-13 text-ink3">No tags</p>
          ) : (
            <Chips label={domains.length === 1 ? 'Tags of this domain' : 'Tags of these domains'}>
              {now.map(one => (
                <Chip
                  key={one.tag}
                  does="Remove"
                  onClick={() => {
                    setChange(removing(change, one.tag))
                    setSaid(`${one.tag} removed`)
                    setProblem(null)
                    focusField()
                  }}
                >
                  <span className="truncate">{one.tag}</span> {howMany(one, domains.length)}
                  <X className="size-3 shrink-0" aria-hidden />
                </Chip>
              ))}
            </Chips>
          )}
        </div>
        <p role="status" className="sr-only">
          {said}
        </p>
        {full.length > 0 && (
          <div role="alert">
            <Note look="warning" title={`${full.length} of ${domains.length} domains not changed`}>
              They would have more than {limits.tags} tags: {listed(full)}.
            </Note>
          </div>
        )}
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onClose}>
            {full.length > 0 ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" look="primary" busy={save.busy}>
            {save.busy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function titleOf([first, ...others]: readonly Domain[]): string {
  if (first === undefined) return 'Tags'
  return others.length === 0 ? `Tags of ${shownName(first)}` : `Tags of ${others.length + 1} domains`
}

function howMany({ count }: TagCount, all: number): ReactNode {
  if (all === 1) return null
  return <span className="shrink-0 text-ink3">{count === all ? 'all' : `${count} of ${all}`}</span>
}

const namesTold = 5

function listed(names: readonly string[]): string {
  const more = names.length - namesTold
  return `${names.slice(0, namesTold).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function Chips({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {children}
    </ul>
  )
}

interface ChipProps {
  /** The action of a click on the tag, for screen readers. */
  does: 'Add' | 'Remove'
  onClick: () => void
  children: ReactNode
}

function Chip({ does, onClick, children }: ChipProps): ReactNode {
  return (
    <li className="max-w-full">
      <button
        type="button"
        className="inline-flex h-8 max-w-full items-center gap-1.5 rounded border border-line bg-sunken px-2 text-13 hover:border-ink"
        onClick={onClick}
      >
        <span className="sr-only">{does} the tag </span>
        {children}
      </button>
    </li>
  )
}
