import { type ReactNode, type Ref, useId } from 'react'
import { cx } from './class-names.ts'

interface Props<Value extends string> {
  label: string
  hint?: ReactNode
  error?: string | null
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
  className?: string
  /** It looks disabled; a choice still reaches `onChange`, which says why. */
  locked?: boolean
  ref?: Ref<HTMLSelectElement>
}

/** A labelled choice of one. */
export function SelectField<Value extends string>(props: Props<Value>): ReactNode {
  const { label, hint, error, value, options, onChange, className, locked = false, ref } = props
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-13 font-[560]">
        {label}
      </label>
      <select
        ref={ref}
        id={id}
        value={value}
        aria-disabled={locked || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className={cx(
          'h-10 w-full min-w-0 rounded border bg-surface ps-2 pe-8 truncate text-14 text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-55 max-sm:text-16',
          error ? 'border-poor' : 'border-field hover:border-ink',
        )}
        onChange={event => {
          const chosen = options.find(option => option.value === event.target.value)
          if (chosen) onChange(chosen.value)
        }}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {note && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={cx('mt-1 text-13', error ? 'text-poor' : 'text-ink3')}
        >
          {note}
        </p>
      )}
    </div>
  )
}
