import type { activityFeedRoute } from '@waxseal/contract/routes'
import { bandOf, listBandOf } from '@waxseal/core/health'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { listBandTone } from '../../components/bands.ts'
import { ScoreChange } from '../../components/score-change.tsx'
import { SmallSeal } from '../../components/seal/seal.tsx'
import type { Reply } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { cx } from '../../ui/class-names.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'

export type Activity = Reply<typeof activityFeedRoute>
type Item = Activity[number]
type Scanned = Item['scans'][number]

/** What happened lately, the newest first. A bulk scan is one line that opens to its domains. */
export function RecentActivity({ items }: { items: Activity }): ReactNode {
  return (
    <Sheet title="Recent Activity" className="mt-10">
      {items.length === 0 ? (
        <p className="text-ink2">No recent activity</p>
      ) : (
        <ul className="max-h-96 overflow-y-auto">
          {items.map(item => (
            <li key={`${item.domain_id} ${item.timestamp}`} className="border-b border-line">
              {item.scans.length > 0 ? <Group item={item} /> : <Scan scan={item} />}
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}

/** Also the columns of a group's line: text, change, score, time. */
const line =
  'flex flex-wrap items-center gap-x-4 gap-y-1 py-2 sm:grid sm:gap-x-6 sm:grid-cols-[minmax(0,1fr)_11rem_9rem_7rem]'

function Scan({ scan, within = false }: { scan: Scanned; within?: boolean }): ReactNode {
  const { health_score: score, score_before: before } = scan
  return (
    <div className={line}>
      <span className="min-w-0 [overflow-wrap:anywhere] max-sm:basis-full">
        {!within && 'Scan completed for '}
        <Link to={paths.diagnostics(scan.domain_id)} className="rounded font-[560] hover:underline">
          <bdi>{scan.domain_unicode ?? scan.domain_name}</bdi>
        </Link>
        <Counts of={scan} />
      </span>
      <span className="max-sm:empty:hidden">
        {before !== null && <ScoreChange before={before} after={score} signed />}
      </span>
      <Score score={score} />
      <span className="text-13 text-ink3">
        <TimeAgo at={scan.timestamp} />
      </span>
    </div>
  )
}

function Group({ item }: { item: Item }): ReactNode {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const more = item.scans_total - item.scans.length
  return (
    <>
      <div className={line}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="min-h-6 min-w-0 rounded text-start hover:underline max-sm:basis-full sm:col-span-3"
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight
            className={cx(
              'me-1 inline size-4 align-[-0.2em] text-ink3 transition-transform duration-180',
              isOpen && 'rotate-90',
            )}
            aria-hidden
          />
          <span className="font-[560]">{item.message}</span>
          <Counts of={item} />
          <ScoresMoved of={item} />
        </button>
        <span className="text-13 text-ink3">
          <TimeAgo at={item.timestamp} />
        </span>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && (
          <ul className="ps-5">
            {item.scans.map(scan => (
              <li key={scan.domain_id} className="border-t border-line">
                <Scan scan={scan} within />
              </li>
            ))}
            {more > 0 && <li className="border-t border-line py-2 text-13 text-ink3">{`${more} more`}</li>}
          </ul>
        )}
      </div>
    </>
  )
}

/** "2 fixed, 1 new" behind a name. */
function Counts({ of: { fixed, added } }: { of: Pick<Scanned, 'fixed' | 'added'> }): ReactNode {
  const words = [fixed > 0 && `${fixed} fixed`, added > 0 && `${added} new`].filter(part => part !== false)
  return words.length > 0 && <span className="text-13 text-ink3">{` · ${words.join(', ')}`}</span>
}

/** "3 scores up, 1 down" of a bulk scan. Scores that could not be compared, or are the same, are not counted. */
function ScoresMoved({ of: { scores_up: up, scores_down: down } }: { of: Item }): ReactNode {
  if (up + down === 0) return null
  const noun = (up > 0 ? up : down) === 1 ? 'score' : 'scores'
  const words = up === 0 ? `${down} ${noun} down` : `${up} ${noun} up${down > 0 ? `, ${down} down` : ''}`
  return <span className="text-13 text-ink3">{` · ${words}`}</span>
}

/** In the activity's colors 70 and 40, with the word of the report. */
function Score({ score }: { score: number | null }): ReactNode {
  if (score === null) return <SmallSeal score={null} label="Not scored" tone="idle" />
  return <SmallSeal score={score} tone={listBandTone[listBandOf(score)]} label={bandOf(score)} />
}
