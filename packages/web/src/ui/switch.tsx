import { type ReactNode, useId } from 'react'

interface Props {
  label: ReactNode
  hint?: ReactNode
  on: boolean
  /** It looks disabled; a press still reaches `onChange`, which says why. */
  locked?: boolean
  onChange: (on: boolean) => void
}

/** Something that is on or off at once. The whole line is the target. */
export function Switch({ label, hint, on, locked = false, onChange }: Props): ReactNode {
  const noteId = useId()
  return (
    <label className="group flex min-h-10 cursor-pointer items-start gap-3 py-1.5">
      <span className="relative mt-0.5 inline-flex shrink-0">
        <input
          type="checkbox"
          role="switch"
          checked={on}
          aria-checked={on}
          aria-disabled={locked || undefined}
          aria-describedby={hint === undefined ? undefined : noteId}
          onChange={event => onChange(event.target.checked)}
          className="peer h-5 w-9 cursor-pointer appearance-none rounded-full border border-field bg-sunken transition-colors checked:border-accent checked:bg-accent group-hover:border-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-55"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute start-[3px] top-[3px] size-3.5 rounded-full bg-field transition-transform peer-checked:translate-x-4 peer-checked:bg-on-accent"
        />
      </span>
      <span className="min-w-0">
        <span className="block">{label}</span>
        {hint !== undefined && (
          <span id={noteId} className="block text-13 text-ink3">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
