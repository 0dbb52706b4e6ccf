import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

interface Props {
  /** The fields that links to this form call it by. */
  place?: string | undefined
  label: string
  /** The name of one entry: "Add IPv4 address". */
  one: string
  placeholder: string
  hint: string
  entries: readonly string[]
  /** The problems of entries, by index. */
  problems: ReadonlyMap<number, string>
  typed: string
  error: string | null
  field: RefObject<HTMLInputElement | null>
  onType: (text: string) => void
  onAdd: () => void
  onRemove: (entry: string) => void
}

/** A list of names or addresses, with a field to add entries (Enter works too) and a button to remove each. */
export function EntryList(props: Props): ReactNode {
  const { place, label, one, placeholder, hint, entries, problems, typed, error, field, onType, onAdd, onRemove } =
    props

  function remove(entry: string): void {
    onRemove(entry)
    // The focused button disappears with its entry.
    field.current?.focus()
  }

  return (
    <div data-field={place}>
      <div className="flex items-start gap-2">
        <Field
          ref={field}
          className="min-w-0 grow"
          label={label}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={8_000}
          value={typed}
          error={error}
          hint={hint}
          dir="ltr"
          onChange={event => onType(event.target.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onAdd()
          }}
        />
        <Button className="mt-6" aria-label={`Add ${one}`} onClick={onAdd}>
          Add
        </Button>
      </div>
      {entries.length > 0 && (
        <ul aria-label={label} className="mt-2">
          {entries.map((entry, index) => (
            <li key={entry} className="flex min-h-10 items-center gap-2 border-b border-line">
              <span className="min-w-0 grow py-1 font-mono text-13 [overflow-wrap:anywhere]" dir="ltr">
                {entry}
                {problems.has(index) && (
                  <span className="block font-sans text-13 text-poor" dir="auto">
                    {problems.get(index)}
                  </span>
                )}
              </span>
              <Button size="icon" look="quiet" aria-label={`Remove ${entry}`} onClick={() => remove(entry)}>
                <X className="size-3.5" aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
