import { states } from '@waxseal/core/check'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { SmallSeal } from '../../components/seal/seal.tsx'
import type { Domain } from '../../lib/queries.ts'
import { calendarDate } from '../../lib/time.ts'
import { cx } from '../../ui/class-names.ts'
import { Tag, toneText } from '../../ui/tag.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import type { SortKey } from './order.ts'
import { ScheduleLine } from './schedule.tsx'
import { authenticationWord, badgeWord, healthLook, type Word } from './worst.ts'

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
    value: domain => <MailServers domain={domain} />,
  },
  {
    label: 'Blacklists',
    sort: 'blacklists',
    value: domain => <State state={listedWord(domain)} domain={domain} part="blacklists" />,
  },
  {
    label: 'Open relay',
    sort: 'relay',
    value: domain => <State state={relayWord(domain)} domain={domain} part="relay" />,
  },
]

/** The number of mail servers, with the badge of the report where it says more than that they are OK. */
function MailServers({ domain }: { domain: Domain }): ReactNode {
  const { mx_count: count, badges } = domain
  const word = badges === null ? null : badgeWord(badges.mx)
  if (count === null || word === null || word.word === states.ok.word)
    return count ?? <NoResult domain={domain} part="mx" iconOnly />
  return (
    <span className="flex min-w-0 items-center gap-x-1.5" title={word.word}>
      {count > 0 && count}
      <Tag tone={word.tone} bare>
        <span className="line-clamp-2 min-w-0 leading-tight">{word.word}</span>
      </Tag>
    </span>
  )
}

/** As the report's badge has it, so that the list and the report agree; of an older scan from the number of listings. */
function listedWord({ blacklist_count: count, badges }: Domain): Word | null {
  if (badges !== null) return badgeWord(badges.blacklists)
  if (count === null) return null
  return count === 0 ? states.clean : { tone: 'poor', word: `${count} listed` }
}

function relayWord({ relay_test_result: result, badges }: Domain): Word | null {
  if (badges !== null) return badgeWord(badges.relay)
  if (result === 'open') return states.open
  return result === 'closed' ? states.clean : null
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
  if (badges === null && part === 'relay' && relay === null) return <Dash says={states.notApplicable.word} />
  if (badges?.[part].state === 'not-applicable') return <Dash says={badges[part].text} />
  return (
    <Tag tone="unknown" bare>
      <span className={cx('leading-tight', iconOnly && 'sr-only')}>{states.couldNotCheck.word}</span>
    </Tag>
  )
}

/** The score, the worst finding, and after it in smaller type the band on the scale of the list; a dash without a score. */
export function Health({ domain, large = false }: { domain: Domain; large?: boolean }): ReactNode {
  const { health_score: score, last_scan: at } = domain
  const size = large ? 48 : 24
  if (at === null) return <SmallSeal score={null} label="" tone="idle" size={size} />
  const { first, seal } = healthLook(domain)
  return (
    <span className="flex min-w-0 items-center gap-2">
      <SmallSeal score={score} tone={seal} label="" size={size} />
      <span className="min-w-0 leading-tight">
        <span className={cx('block truncate text-13 font-[560]', toneText(first.tone))} title={first.word}>
          {first.word}
        </span>
        <BandLine domain={domain} className="block truncate" />
      </span>
    </span>
  )
}

/** The specified band in smaller type, and the date of a score from before the last scan; nothing where neither says more. */
export function BandLine({ domain, className = '' }: { domain: Domain; className?: string }): ReactNode {
  const { score_is_old: isOld, scored_at: scoredAt } = domain
  const { band } = healthLook(domain)
  const words = [
    ...(band === null ? [] : [band]),
    ...(isOld && domain.health_score !== null ? [oldScore(scoredAt)] : []),
  ]
  if (words.length === 0) return null
  return <span className={cx('text-12 text-ink3', className)}>{words.join(' · ')}</span>
}

/** The score alone, for a row that says the rest in words. */
export function ScoreOnly({ domain }: { domain: Domain }): ReactNode {
  const { health_score: score, last_scan: at } = domain
  return <SmallSeal score={score} label="" tone={score === null || at === null ? 'idle' : healthLook(domain).seal} />
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
        {states.scanning.word}
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
