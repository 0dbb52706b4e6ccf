import { useQuery } from '@tanstack/react-query'
import { bandOf } from '@waxseal/core/health'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { calendarDate, exactTime } from '../../lib/time.ts'
import { Figure } from '../../ui/figure.tsx'
import { toneColour } from '../../ui/tag.tsx'
import { bandTone } from '../bands.ts'
import { dnsMarksQuery, marksBetween, type PlacedMark } from './dns-marks.ts'
import {
  bandLimits,
  basisWords,
  changeCounts,
  historySentence,
  type Point,
  pointWords,
  remarkOn,
  type Spot,
  spotsOf,
  stretchesOf,
} from './score-line.ts'

/** Up to this many scans each have a dot; beyond it only those outside the line. */
const dotsMax = 60

interface Props {
  points: readonly Point[]
  domainId: string
}

/**
 * The score over time: broken where scores are not comparable, with a gap for a scan without a score, and marks where
 * the DNS of the domain changed. The marks may come later. When their call fails, the figure says so.
 */
export function HistoryFigure({ points, domainId }: Props): ReactNode {
  const changes = useQuery(dnsMarksQuery(domainId))
  const isUnknown = changes.isError && changes.data === undefined
  const marks = marksBetween(changes.data ?? [], points)
  return (
    <Figure
      sentence={historySentence(points, isUnknown ? null : marks.length)}
      tall
      columns={['When', 'Score', 'Fixed', 'New', 'Remark']}
      rows={rowsOf(points, marks)}
      drawing={<Drawing points={points} marks={isUnknown ? null : marks} />}
    />
  )
}

/** Scans and DNS changes in one table, the newest first. */
function rowsOf(points: readonly Point[], marks: readonly PlacedMark[]): (string | number)[][] {
  const scans = points.map(point => ({
    at: new Date(point.at),
    cells: [point.score ?? '–', point.fixed, point.added, remarkOn(point)],
  }))
  const changes = marks.map(({ at, description }) => ({ at: new Date(at), cells: ['', '', '', `DNS: ${description}`] }))
  return [...scans, ...changes]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .map(({ at, cells }) => [exactTime(at), ...cells])
}

interface DrawingProps {
  points: readonly Point[]
  /** null: they could not be loaded. */
  marks: readonly PlacedMark[] | null
}

function Drawing({ points, marks }: DrawingProps): ReactNode {
  const [pointed, setPointed] = useState<Spot | null>(null)
  const spots = spotsOf(points)
  const shown = pointed ?? spots.at(-1)
  const breaks = spots.filter(({ point }) => point.basis_changed)

  function onPointerMove(event: PointerEvent<HTMLDivElement>): void {
    const box = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - box.left) / box.width) * 100
    setPointed(nearest(spots, x))
  }

  return (
    <>
      <div className="flex text-12 text-ink3">
        <Scale />
        <div className="min-w-0 grow">
          <div
            className="relative h-44 border-b border-ink3"
            onPointerMove={onPointerMove}
            onPointerLeave={() => setPointed(null)}
          >
            <Line spots={spots} />
            {pointed && <span className="absolute inset-y-0 w-px bg-ink3" style={{ left: `${pointed.x}%` }} />}
          </div>
          <ChangeMarks spots={spots} marks={marks ?? []} />
          <div className="mt-1 flex justify-between gap-4">
            <span>{day(points[0])}</span>
            {shown && <span className="text-ink2">{pointWords(shown.point)}</span>}
          </div>
        </div>
      </div>
      <p className="mt-1 text-13 text-ink2">
        <span className="text-excellent">▲</span> findings fixed · <span className="text-poor">▼</span> new findings ·{' '}
        {marks === null ? (
          'DNS changes could not be loaded'
        ) : (
          <>
            <span className="text-info">◆</span> DNS changed
          </>
        )}
      </p>
      {breaks.length > 0 && (
        <p className="mt-1 max-w-prose text-13 text-ink2">Dashed line: {lowerFirst(basisWords(breaks.length))}</p>
      )}
      {points.some(({ score }) => score === null) && <p className="mt-1 text-13 text-ink2">▮ scan without a score</p>}
    </>
  )
}

/** Below the line: the scans that fixed findings or found new ones, and the changes of DNS. */
function ChangeMarks({ spots, marks }: { spots: readonly Spot[]; marks: readonly PlacedMark[] }): ReactNode {
  const marked = spots.filter(({ point }) => changeCounts(point) !== '')
  return (
    <div className="relative mt-1 h-8" aria-hidden>
      {marks.map(({ id, x }) => (
        <span
          key={id}
          className="absolute bottom-0 -translate-x-1/2 text-12 leading-4 text-info"
          style={{ left: `${x}%` }}
        >
          ◆
        </span>
      ))}
      {marked.map(({ x, point }) => (
        <span
          key={point.scan_id}
          className="absolute -translate-x-1/2 text-12 leading-4 whitespace-nowrap"
          style={{ left: `${x}%` }}
        >
          {point.fixed > 0 && <span className="text-excellent">▲</span>}
          {point.added > 0 && <span className="text-poor">▼</span>}
        </span>
      ))}
    </div>
  )
}

/** The bands at their lower limits. */
function Scale(): ReactNode {
  return (
    <div className="relative h-44 w-8 shrink-0 sm:w-24">
      {bandLimits.map(limit => (
        <span key={limit} className="absolute end-2 -translate-y-1/2" style={{ top: `${100 - limit}%` }}>
          <span className="max-sm:hidden">{bandOf(limit)} </span>
          {limit}
        </span>
      ))}
    </div>
  )
}

function Line({ spots }: { spots: readonly Spot[] }): ReactNode {
  const stretches = stretchesOf(spots)
  const alone = stretches.flatMap(stretch => (stretch.length === 1 ? stretch : []))
  const last = spots.findLast(({ point }) => point.score !== null)
  const dots = spots.length <= dotsMax ? spots : [...alone, ...(last ? [last] : [])]
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
    >
      {[100, ...bandLimits].map(limit => (
        <path key={limit} d={`M0 ${100 - limit}H100`} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
      ))}
      {spots.map(({ x, point }) =>
        point.basis_changed ? (
          <path
            key={point.scan_id}
            d={`M${x} 0V100`}
            stroke="var(--ink3)"
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
          />
        ) : null,
      )}
      {stretches.map(stretch => (
        <path
          key={stretch[0]?.point.scan_id}
          d={`M${stretch.map(({ x, y }) => `${x} ${y}`).join('L')}`}
          fill="none"
          stroke="var(--ink2)"
          strokeWidth={1.5}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {dots.map(({ x, y, point }) =>
        point.score === null ? null : (
          <Dot key={point.scan_id} x={x} y={y} score={point.score} large={point === last?.point} />
        ),
      )}
      {spots.map(({ x, point }) => (point.score === null ? <Mark key={point.scan_id} x={x} /> : null))}
    </svg>
  )
}

/** A line of length zero with round ends stays round, however the drawing is stretched. */
function Dot({ x, y, score, large }: { x: number; y: number; score: number; large: boolean }): ReactNode {
  return (
    <path
      d={`M${x} ${y}h0.001`}
      stroke={toneColour(bandTone[bandOf(score)])}
      strokeWidth={large ? 9 : 5}
      strokeLinecap="round"
      vectorEffect="non-scaling-stroke"
    />
  )
}

/** A scan without a score, at the bottom of the drawing. */
function Mark({ x }: { x: number }): ReactNode {
  return <path d={`M${x} 94V100`} stroke="var(--idle-fill)" strokeWidth={3} vectorEffect="non-scaling-stroke" />
}

function nearest(spots: readonly Spot[], x: number): Spot | null {
  return spots.reduce<Spot | null>(
    (best, spot) => (best === null || Math.abs(spot.x - x) <= Math.abs(best.x - x) ? spot : best),
    null,
  )
}

function day(point: Point | undefined): string {
  return point === undefined ? '' : calendarDate(new Date(point.at))
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1)
}
