import { listBandOf } from '@waxseal/core/health'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { listBandTone } from '../../components/bands.ts'
import { SmallSeal } from '../../components/seal/seal.tsx'
import type { Domain } from '../../lib/queries.ts'
import { calendarDate } from '../../lib/time.ts'
import { cx } from '../../ui/class-names.ts'
import { Tag, toneText } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { SortKey } from './order.ts'
import { ScheduleLine } from './schedule.tsx'
import { authenticationWord, type Word } from './worst.ts'

type Part = keyof NonNullable<Domain['badges']>

/** Results of the last scan beside the score, each with its heading. */
export const facts: readonly { label: string; sort?: SortKey; value: (domain: Domain) => ReactNode }[] = [
  {
    label: 'SPF and DMARC',
    sort: 'authentication',
    // Both apply to every domain that exists, and so does MX.
    value: domain => <State state={authenticationWord(domain)} domain={domain} part="mx" />,
  },
  {
    label: 'MX',
    sort: 'mx',
    value: domain => domain.mx_count ?? <NoResult domain={domain} part="mx" iconOnly />,
  },
  {
    label: 'Blacklists',
    sort: 'blacklists',
    value: domain => <State state={listed(domain.blacklist_count)} domain={domain} part="blacklists" />,
  },
  {
    label: 'Open relay',
    sort: 'relay',
    value: domain => <State state={relayWord(domain)} domain={domain} part="relay" />,
  },
]

function listed(count: number | null): Word | null {
  if (count === null) return null
  return count === 0 ? { tone: 'excellent', word: 'Clean' } : { tone: 'poor', word: `${count} listed` }
}

function relayWord({ relay_test_result: result, badges }: Domain): Word | null {
  if (result === 'open') return { tone: 'poor', word: 'Open' }
  if (result === 'closed') return { tone: 'excellent', word: 'Closed' }
  // A first positive test. A second one decides.
  return badges?.relay.state === 'warning' ? { tone: 'fair', word: badges.relay.text } : null
}

function State({ state, ...unknown }: { state: Word | null; domain: Domain; part: Part }): ReactNode {
  if (state === null) return <NoResult {...unknown} />
  return (
    <Tag tone={state.tone} bare>
      {state.word}
    </Tag>
  )
}

/** No result: the check could not run, which looks alike for each check (decision 3.7), or it does not apply. */
function NoResult({
  domain: { last_scan, badges, relay_test_result: relay },
  part,
  iconOnly = false,
}: {
  domain: Domain
  part: Part
  iconOnly?: boolean
}): ReactNode {
  if (last_scan === null) return <Dash says="not scanned" />
  const applies = badges === null ? part !== 'relay' || relay !== null : badges[part].state !== 'not-applicable'
  if (!applies) return <Dash says="not applicable" />
  return (
    <Tag tone="unknown" bare>
      <span className={cx(iconOnly && 'sr-only')}>Unknown</span>
    </Tag>
  )
}

/** The score with its band on the scale of the list; a dash without a score. */
export function Health({ domain, large = false }: { domain: Domain; large?: boolean }): ReactNode {
  const { health_score: score, score_is_old: old, scored_at: scoredAt } = domain
  const size = large ? 48 : 24
  if (score === null) return <SmallSeal score={null} label="" tone="idle" size={size} />
  const band = listBandOf(score)
  const tone = listBandTone[band]
  return (
    <span className="min-w-0">
      <span className="flex items-center gap-2">
        <SmallSeal score={score} tone={tone} label="" size={size} />
        <span className={cx('text-13 leading-tight', toneText(tone))}>{band}</span>
      </span>
      {old && <span className="block text-12 text-ink3">{oldScore(scoredAt)}</span>}
    </span>
  )
}

/** The score alone, for a row that says the rest in words. */
export function ScoreOnly({ domain: { health_score: score } }: { domain: Domain }): ReactNode {
  return <SmallSeal score={score} label="" tone={score === null ? 'idle' : listBandTone[listBandOf(score)]} />
}

/** Marks a score from before the last scan, with its date. */
function oldScore(scoredAt: string | null): string {
  return scoredAt === null ? 'Old score' : `Score from ${calendarDate(new Date(scoredAt))}`
}

/** The time of the last scan, or that a scan is running, and the schedule. */
export function LastScan({ domain, scanning, never }: { domain: Domain; scanning: boolean; never: string }): ReactNode {
  if (scanning) {
    return (
      <span className="inline-flex items-center gap-1.5 text-accent">
        <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
        Scanning
      </span>
    )
  }
  return (
    <span className="min-w-0">
      {domain.last_scan === null ? (
        never
      ) : (
        <span className="relative z-10">
          <TimeAgo at={domain.last_scan} />
        </span>
      )}
      <ScheduleLine domain={domain} />
    </span>
  )
}

function Dash({ says }: { says: string }): ReactNode {
  return (
    <>
      <span aria-hidden className="text-ink3">
        –
      </span>
      <span className="sr-only">{says}</span>
    </>
  )
}
