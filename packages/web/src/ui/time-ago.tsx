import { type ReactNode, useEffect, useId, useState } from 'react'
import { exactTime, relativeTime } from '../lib/time.ts'

/** A time as "5 minutes ago"; the exact one on hover, focus and tap, until Escape. */
export function TimeAgo({ at }: { at: string }): ReactNode {
  const [now, setNow] = useState(() => new Date())
  const [shown, setShown] = useState(false)
  const id = useId()
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 30_000)
    return () => clearInterval(timer)
  }, [])
  const time = new Date(at)
  return (
    <span className="relative inline-block" onMouseEnter={() => setShown(true)} onMouseLeave={() => setShown(false)}>
      <button
        type="button"
        aria-describedby={shown ? id : undefined}
        className="cursor-default rounded decoration-dotted underline-offset-4 hover:underline"
        onFocus={() => setShown(true)}
        onBlur={() => setShown(false)}
        onClick={() => setShown(true)}
        onKeyDown={event => event.key === 'Escape' && setShown(false)}
      >
        <time dateTime={at}>{relativeTime(time, now)}</time>
      </button>
      {shown && (
        <span
          id={id}
          role="tooltip"
          className="absolute start-0 top-full z-20 rounded bg-ink px-2 py-1 text-12 font-[400] whitespace-nowrap text-paper max-md:start-auto max-md:end-0"
        >
          {exactTime(time)}
        </span>
      )}
    </span>
  )
}
