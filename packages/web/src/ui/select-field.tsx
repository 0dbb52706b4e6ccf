import { type ReactNode, type Ref, useId } from 'react'

interface Props<Value extends string> {
  label: string
  hint?: ReactNode
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
  const { label, hint, value, options, onChange, className, locked = false, ref } = props
  const id = useId()
  const noteId = `${id}-note`
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
        aria-describedby={hint === undefined ? undefined : noteId}
        className="h-10 w-full min-w-0 rounded border border-field bg-surface px-2 text-14 text-ink hover:border-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-55 max-sm:text-16"
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
      {hint !== undefined && (
        <p id={noteId} className="mt-1 text-13 text-ink3">
          {hint}
        </p>
      )}
    </div>
  )
}
