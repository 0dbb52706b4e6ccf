import type { ReactNode } from 'react'
import { Disclosed } from '../../ui/disclosed.tsx'
import type { Evidence } from './api.ts'
import { Bounded } from './bounded.tsx'
import { PlainText } from './plain-text.tsx'

/** The lines of the pasted header that a statement rests on, closed at first. */
export function EvidenceLines({ lines }: { lines: readonly Evidence[] }): ReactNode {
  if (lines.length === 0) return null
  return (
    <Disclosed summary={<span className="font-[400] text-ink3">{summaryOf(lines)}</span>}>
      <Bounded items={lines}>
        {shown => (
          <ul className="grid gap-2 pb-2">
            {shown.map(({ label, line, text }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list of a stored analysis never changes
              <li key={index} className="rounded bg-sunken px-3 py-2 text-13">
                <span className="block text-12 text-ink3">
                  Line {line}: <PlainText text={label} />
                </span>
                <PlainText text={text} mono />
              </li>
            ))}
          </ul>
        )}
      </Bounded>
    </Disclosed>
  )
}

function summaryOf([first, ...others]: readonly Evidence[]): ReactNode {
  if (first === undefined) return null
  return (
    <>
      Evidence: <bdi>{first.label.slice(0, 60)}</bdi>
      {`, line ${first.line}${others.length === 0 ? '' : ` and ${others.length} more`}`}
    </>
  )
}
