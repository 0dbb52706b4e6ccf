import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

interface Props extends ComponentProps<'textarea'> {
  label: string
  hint?: ReactNode
  error?: string | null
}

/** A labeled field for a DNS record or another long text without prose. */
export function TextArea({ label, hint, error, ...textarea }: Props): ReactNode {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-13 font-[560]">
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={error ? true : undefined}
        aria-describedby={note ? noteId : undefined}
        className={cx(
          'block w-full resize-y rounded border bg-surface px-3 py-2 font-mono text-13 text-ink placeholder:text-ink3 max-sm:text-16',
          error ? 'border-poor' : 'border-field hover:border-ink',
        )}
        {...textarea}
      />
      {note && (
        <p
          id={noteId}
          role={error ? 'alert' : undefined}
          className={cx('mt-1 text-13 [overflow-wrap:anywhere]', error ? 'text-poor' : 'text-ink3')}
        >
          {note}
        </p>
      )}
    </div>
  )
}
