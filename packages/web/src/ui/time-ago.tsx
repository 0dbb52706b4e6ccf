import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { exactTime, relativeTime } from '../lib/time.ts'
import { cx } from './class-names.ts'

/** Which edge the tip shares with the words, so that it grows into the window. */
type Side = 'start' | 'end'

interface Props {
  at: string
  /** How the time is said. */
  words?: (time: Date, now: Date) => string
}

/** A time as "5 minutes ago"; the exact one on hover, focus and tap, until Escape. */
export function TimeAgo({ at, words = relativeTime }: Props): ReactNode {
  const [now, setNow] = useState(() => new Date())
  const [shown, setShown] = useState<Side | null>(null)
  const place = useRef<HTMLSpanElement>(null)
  const id = useId()
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const time = new Date(at)

  function show(): void {
    const box = place.current?.getBoundingClientRect()
    setShown(box !== undefined && box.left + box.right > window.innerWidth ? 'end' : 'start')
  }

  function hide(): void {
    setShown(null)
  }

  return (
    <span ref={place} className="relative inline-block" onMouseEnter={show} onMouseLeave={hide}>
      <button
        type="button"
        aria-describedby={shown === null ? undefined : id}
        className="cursor-default rounded text-start decoration-dotted underline-offset-4 hover:underline"
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={event => event.key === 'Escape' && hide()}
      >
        <time dateTime={at}>{words(time, now)}</time>
      </button>
      {shown !== null && (
        <span
          id={id}
          role="tooltip"
          className={cx(
            'absolute top-full z-20 rounded bg-ink px-2 py-1 text-12 font-[400] whitespace-nowrap text-paper',
            shown === 'start' ? 'start-0' : 'end-0',
          )}
        >
          {exactTime(time)}
        </span>
      )}
    </span>
  )
}
