import { type ReactNode, useState } from 'react'
import { duration } from '../../lib/time.ts'
import { cx } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { useIsFirstRecord } from './first-record.ts'
import { type Part, type PartTone, partsOf } from './parts.ts'

interface Props {
  name: string
  type: string
  /** Seconds; null when unknown. */
  ttl?: number | null
  text: string
  /** The grammar that colors and explains the parts. */
  grammar?: 'spf' | 'dmarc'
  /** The toast after copying, on screens that have one. */
  copied?: string
  /** It changes with a form: nothing to copy yet. */
  isDraft?: boolean
}

const tones: Record<PartTone, string> = {
  plain: '',
  version: 'text-ink3',
  allow: 'text-info decoration-info-fill',
  reference: 'text-accent decoration-accent',
  good: 'text-excellent decoration-excellent-fill',
  weak: 'text-fair decoration-fair-fill',
  bad: 'text-poor decoration-poor-fill',
}

/** A DNS record: name, type, TTL, its text, and an explanation of its parts. */
export function RecordView({ name, type, ttl = null, text, grammar, copied, isDraft = false }: Props): ReactNode {
  const [shown, setShown] = useState<Part | null>(null)
  const parts = grammar ? partsOf(grammar, text) : []
  const isFirst = useIsFirstRecord(parts.length > 0)
  return (
    <div className="min-w-0">
      <div className="flex items-center gap-3 text-12 text-ink3">
        <span className="min-w-0 truncate font-mono" dir="ltr" title={name}>
          {name}
        </span>
        <span className="shrink-0 font-mono">{type}</span>
        {ttl !== null && (
          <span className="whitespace-nowrap" title={`${ttl} seconds`}>
            TTL {duration(ttl)}
          </span>
        )}
        {!isDraft && (
          <span className="ms-auto">
            <CopyButton text={text} what={`${type} record of ${name}`} done={copied} />
          </span>
        )}
      </div>
      <div
        dir="ltr"
        className="max-h-[min(15rem,30vh)] overflow-y-auto rounded bg-sunken px-3 py-2 font-mono text-13 [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {parts.length === 0
          ? text
          : parts.map(part =>
              part.meaning === null ? (
                <span key={part.at}>{part.text}</span>
              ) : (
                <button
                  key={part.at}
                  type="button"
                  className={cx(
                    'rounded-sm text-start underline decoration-1 underline-offset-4 hover:bg-surface',
                    tones[part.tone],
                    shown?.at === part.at && 'bg-surface',
                  )}
                  onMouseEnter={() => setShown(part)}
                  onFocus={() => setShown(part)}
                  onClick={() => setShown(part)}
                >
                  {part.text}
                </button>
              ),
            )}
      </div>
      {parts.length > 0 && (
        <p aria-live="polite" className="mt-1 min-h-9 text-12 text-ink3 sm:min-h-5">
          {shown === null ? (
            isFirst && 'Hover or tap a term for its meaning'
          ) : (
            <>
              <span className="font-mono text-ink2">{shown.text}</span> {shown.meaning}
            </>
          )}
        </p>
      )}
    </div>
  )
}
