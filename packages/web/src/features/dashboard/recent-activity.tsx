import { bandOf, listBandOf } from '@waxseal/core/health'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { listBandTone } from '../../components/bands.ts'
import { ScoreChange } from '../../components/score-change.tsx'
import { SmallSeal } from '../../components/seal/seal.tsx'
import { paths } from '../../lib/paths.ts'
import { cx } from '../../ui/class-names.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { Activity } from './api.ts'

type Item = Activity[number]
type Scanned = Item['scans'][number]

/** What happened lately, the newest first: alerts, and scans. A bulk scan is one line that opens to its domains. */
export function RecentActivity({ items }: { items: Activity }): ReactNode {
  if (items.length === 0) return <p className="text-ink2">No recent activity</p>
  return (
    <ScrollRegion label="Scans and alerts" className="max-h-96">
      <ul>
        {items.map((item, place) => (
          // Two alerts of a domain may have the same time.
          <li key={`${item.domain_id} ${item.timestamp} ${place}`} className="border-b border-line">
            <Line item={item} />
          </li>
        ))}
      </ul>
    </ScrollRegion>
  )
}

function Line({ item }: { item: Item }): ReactNode {
  if (item.type === 'alert') return <Alert alert={item} />
  if (item.scans.length > 0) return <Group item={item} />
  if (item.type === 'other' || item.domain_id === null) return <Other item={item} />
  return <Scan scan={{ ...item, domain_id: item.domain_id }} />
}

/** Also the columns of a group's line: text, change, score, time. */
const line =
  'flex flex-wrap items-center gap-x-4 gap-y-1 py-2 sm:grid sm:gap-x-6 sm:grid-cols-[minmax(0,1fr)_11rem_9rem_7rem]'

const severityTone: Record<NonNullable<Item['alert_severity']>, Tone> = {
  critical: 'poor',
  warning: 'fair',
  info: 'info',
}

function Alert({ alert }: { alert: Item }): ReactNode {
  const { domain_id: id, alert_type: type, alert_severity: severity, resolved } = alert
  const name = <bdi>{alert.domain_unicode ?? alert.domain_name}</bdi>
  return (
    <div className={line}>
      <span className="min-w-0 [overflow-wrap:anywhere] max-sm:basis-full">
        {id === null ? (
          <span className="font-[560]">{name}</span>
        ) : (
          <Link to={paths.diagnostics(id)} className="rounded font-[560] hover:underline">
            {name}
          </Link>
        )}
        {': '}
        <bdi>{alert.message}</bdi>
      </span>
      <span className="sm:col-span-2">
        <Tag tone={resolved ? 'excellent' : severityTone[severity ?? 'info']} bare>
          {`${resolved ? 'Resolved: ' : ''}${alertWords(type)}`}
        </Tag>
      </span>
      <span className="text-13 text-ink3">
        <TimeAgo at={alert.timestamp} />
      </span>
    </div>
  )
}

/** What a newer server knows: its words and its time. */
function Other({
  item: { domain_name: name, domain_unicode: unicode, message, timestamp },
}: {
  item: Item
}): ReactNode {
  return (
    <div className={line}>
      <span className="min-w-0 [overflow-wrap:anywhere] max-sm:basis-full sm:col-span-3">
        <bdi className="font-[560]">{unicode ?? name}</bdi>: <bdi>{message}</bdi>
      </span>
      <span className="text-13 text-ink3">
        <TimeAgo at={timestamp} />
      </span>
    </div>
  )
}

/** The words of types of alerts that are written in capitals. */
const names: ReadonlySet<string> = new Set(['dmarc', 'dns', 'dnssec', 'mx'])

/** `blacklist_detection` as "Blacklist detection", `dmarc_fail` as "DMARC fail". */
function alertWords(type: string | null): string {
  const words = (type ?? 'alert')
    .split('_')
    .map(word => (names.has(word) ? word.toUpperCase() : word))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

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
            {more > 0 && (
              <li className="border-t border-line py-2 text-13 text-ink3">{`${item.scans_more ? 'More than ' : ''}${more} more`}</li>
            )}
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
