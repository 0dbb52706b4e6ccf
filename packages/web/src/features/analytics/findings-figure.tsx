import type { ReactNode } from 'react'
import { severityTone, severityWord } from '../../components/bands.ts'
import { calendarDate, exactTime } from '../../lib/time.ts'
import { Figure } from '../../ui/figure.tsx'
import { Tag, toneColour } from '../../ui/tag.tsx'
import type { PastScan } from './api.ts'
import { drawn, findingsSentence, isKnown, issuesOf, stepsOf } from './findings-over-time.ts'

/** The findings of each scan in steps, stacked by severity, the gravest at the bottom. */
export function FindingsFigure({ scans }: { scans: readonly PastScan[] }): ReactNode {
  const most = Math.max(1, ...scans.map(issuesOf))
  const [first, last] = [scans[0], scans.at(-1)]
  return (
    <Figure
      sentence={findingsSentence(scans)}
      tall
      columns={['Scan', ...drawn.map(severity => severityWord[severity]), 'All']}
      numbersFrom={1}
      rows={scans
        .toReversed()
        .map(scan => [
          exactTime(new Date(scan.at)),
          ...[...drawn.map(severity => scan.findings[severity]), issuesOf(scan)].map(count =>
            isKnown(scan) ? count : '–',
          ),
        ])}
      drawing={
        <div className="text-12 text-ink3">
          <div className="flex">
            <div className="relative h-44 w-8 shrink-0 sm:w-24">
              {[most, 0].map(count => (
                <span
                  key={count}
                  className="absolute end-2 -translate-y-1/2"
                  style={{ top: `${100 - (count / most) * 100}%` }}
                >
                  {count}
                </span>
              ))}
            </div>
            <div className="min-w-0 grow">
              <div className="relative h-44 border-b border-ink3">
                <Steps scans={scans} most={most} />
              </div>
              <div className="mt-1 flex justify-between gap-4">
                <span>{first && calendarDate(new Date(first.at))}</span>
                <span>{last && calendarDate(new Date(last.at))}</span>
              </div>
            </div>
          </div>
          <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
            {drawn.map(severity => (
              <Tag key={severity} tone={severityTone[severity]} bare>
                {`${severityWord[severity]} ${last !== undefined && isKnown(last) ? last.findings[severity] : '–'}`}
              </Tag>
            ))}
            {!scans.every(isKnown) && (
              <span>
                <span className="me-1 inline-block h-3 w-2 bg-sunken" aria-hidden />
                scan without a score
              </span>
            )}
          </p>
        </div>
      }
    />
  )
}

/** One rectangle for each severity of each scan that has findings of it. */
function Steps({ scans, most }: { scans: readonly PastScan[]; most: number }): ReactNode {
  return (
    <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
      <path d="M0 0H100" stroke="var(--line)" vectorEffect="non-scaling-stroke" />
      {stepsOf(scans).flatMap(({ scan, x, width }) => {
        if (!isKnown(scan)) {
          return [<rect key={scan.scan_id} x={x} y={0} width={width} height={100} fill="var(--sunken)" />]
        }
        let below = 0
        return drawn.map(severity => {
          const height = (scan.findings[severity] / most) * 100
          below += height
          return (
            height > 0 && (
              // The line in the color of the page separates neighbors of similar color.
              <rect
                key={`${scan.scan_id} ${severity}`}
                x={x}
                y={100 - below}
                width={width}
                height={height}
                fill={toneColour(severityTone[severity])}
                stroke="var(--paper)"
                vectorEffect="non-scaling-stroke"
              />
            )
          )
        })
      })}
    </svg>
  )
}
