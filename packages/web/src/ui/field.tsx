import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

interface Props extends ComponentProps<'input'> {
  label: string
  hint?: ReactNode
  error?: string | null
}

/** A labeled text field with its hint and its error. */
export function Field({ label, hint, error, className, ...input }: Props): ReactNode {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-13 font-[560]">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className={cx(
          'h-10 w-full rounded border bg-surface px-3 text-14 text-ink placeholder:text-ink3 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 max-sm:text-16',
          error ? 'border-poor' : 'border-field hover:border-ink',
        )}
        {...input}
      />
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
