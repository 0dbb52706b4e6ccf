import { type ChangeEvent, type CompositionEvent, type ReactNode, useRef } from 'react'
import { Field } from '../../ui/field.tsx'

interface Props {
  value: string
  /** The typed domain in A-labels; null while there is none. */
  ascii: string | null
  problem: string | null
  onChange: (value: string) => void
  onLeave: () => void
}

/** A field for a domain, in lower case as it is typed. */
export function DomainField({ value, ascii, problem, onChange, onLeave }: Props): ReactNode {
  const composing = useRef(false)

  function typed({ currentTarget: field }: ChangeEvent<HTMLInputElement> | CompositionEvent<HTMLInputElement>): void {
    // An input method owns the text while it composes. A change during that time would duplicate the text.
    if (!composing.current) lower(field)
    onChange(field.value)
  }

  return (
    <Field
      className="max-w-md"
      label="Domain"
      placeholder="example.com"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      inputMode="url"
      maxLength={1_000}
      value={value}
      error={problem}
      hint={ascii !== null && ascii !== value.trim() ? `In DNS: ${ascii}` : 'Your main mail domain.'}
      onChange={typed}
      onCompositionStart={() => (composing.current = true)}
      onCompositionEnd={event => {
        composing.current = false
        typed(event)
      }}
      onBlur={onLeave}
    />
  )
}

/** Keeps the caret position. */
function lower(field: HTMLInputElement): void {
  const text = field.value.toLowerCase()
  if (text === field.value) return
  const { selectionStart, selectionEnd } = field
  field.value = text
  field.setSelectionRange(selectionStart, selectionEnd)
}
