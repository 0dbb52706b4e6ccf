import type { ScanSchedule } from '../plan/index.ts'
import type { WatchedDomainFacts, WatchedDomainsFacts } from './account-facts.ts'
import type { AccountQuestion } from './account-question.ts'
import { cutWords, lines, numberWords, those, totalWords, verdictWords } from './account-words.ts'
import { type Answer, paragraph } from './answer.ts'
import { momentOf } from './explain-finding.ts'

/** Which domains of a list that was cut were read. */
const alphabetical = 'domains, in alphabetical order'

/** Which domains are scanned by a schedule, and when next. */
export function schedulesAnswer(
  { domains }: WatchedDomainsFacts,
  { domain, schedule, form }: Pick<AccountQuestion, 'domain' | 'schedule' | 'form'>,
): Answer {
  const [only] = domain === undefined ? [] : domains.items
  if (only !== undefined) return scheduleOf(only, { schedule, form })
  const found = those(domains, each => (schedule === undefined ? each.schedule !== 'none' : each.schedule === schedule))
  const kind =
    schedule === 'none'
      ? 'without a schedule'
      : schedule === undefined
        ? 'scanned by a schedule'
        : `scanned ${schedule}`
  const first = `${verdictWords(form, found.total > 0)}${numberWords(found.total)} of ${totalWords(domains, 'domain')} ${areWords(found.total)} ${kind}.`
  return [
    ...paragraph(first),
    ...(form === 'count'
      ? []
      : lines(
          found,
          ({ name, schedule: of, nextScanAt }) => ({ lead: `${name}:`, text: nextWords(of, nextScanAt) }),
          'domains',
        )),
    ...cutWords(found, domains.items.length, alphabetical),
  ]
}

function scheduleOf(
  { name, schedule, nextScanAt, lastScanAt, isScanning, isReadOnly }: WatchedDomainFacts,
  asked: Pick<AccountQuestion, 'schedule' | 'form'>,
): Answer {
  const isSo = asked.schedule === undefined ? schedule !== 'none' : schedule === asked.schedule
  const answer = verdictWords(asked.form, isSo)
  const by =
    schedule === 'none' ? `${name} is not scanned by a schedule.` : `${name}: ${nextWords(schedule, nextScanAt)}`
  const last = lastScanAt === null ? 'It has no scan yet.' : `Its last scan ended on ${momentOf(lastScanAt)}.`
  const now = isScanning ? ' A scan is running now.' : ''
  return paragraph(`${answer}${by} ${last}${now}${isReadOnly ? ' It is read-only: the plan has no room for it.' : ''}`)
}

/** "daily, next on Nov 21, 2026, 12:00 UTC." */
function nextWords(schedule: ScanSchedule, nextScanAt: string | null): string {
  if (schedule === 'none') return 'no schedule.'
  return nextScanAt === null ? `${schedule}.` : `${schedule}, next on ${momentOf(nextScanAt)}.`
}

/** When the records of domains were last checked for changes, and when they are checked next. */
export function checksAnswer(
  { monitoring, domains }: WatchedDomainsFacts,
  { domain, form }: Pick<AccountQuestion, 'domain' | 'form'>,
): Answer {
  const { enabled, everyHours } = monitoring
  const often = everyHours === 1 ? 'every hour' : `every ${everyHours} hours`
  const isWatched = enabled && !(domain !== undefined && domains.items[0]?.isReadOnly)
  const answer = verdictWords(form, isWatched)
  const first = enabled
    ? `${answer}DNS monitoring checks the records of ${domain ?? 'your domains'} ${often}.`
    : `${answer}DNS monitoring is off.`
  const watched = those(domains, ({ isReadOnly }) => enabled && !isReadOnly)
  const cut = cutWords(watched, domains.items.length, alphabetical)
  if (form === 'count')
    return [
      ...paragraph(`${first} ${numberWords(watched.total)} of ${totalWords(domains, 'domain')} are monitored.`),
      ...cut,
    ]
  const order = { ...domains, items: domains.items.toSorted((one, other) => dueOf(one) - dueOf(other)) }
  return [
    ...paragraph(first),
    ...paragraph('It can be every hour, every 6 hours or every 24 hours: the Alerts page sets it.'),
    ...lines(order, domainChecks, 'domains'),
    ...cut,
  ]
}

const dueOf = ({ nextCheckAt }: WatchedDomainFacts) =>
  nextCheckAt === null ? Number.POSITIVE_INFINITY : Date.parse(nextCheckAt)

function domainChecks({ name, checkedAt, nextCheckAt, failedChecks, isReadOnly }: WatchedDomainFacts) {
  const last = checkedAt === null ? 'not checked yet' : `last checked on ${momentOf(checkedAt)}`
  const next =
    nextCheckAt === null
      ? isReadOnly
        ? 'read-only, not monitored'
        : 'no check is due'
      : `next on ${momentOf(nextCheckAt)}`
  const failed = failedChecks === 0 ? '' : ` ${failedWords(failedChecks)}`
  return { lead: `${name}:`, text: `${last}, ${next}.${failed}` }
}

const failedWords = (failed: number) =>
  failed === 1 ? 'The last check could not be made.' : `The last ${numberWords(failed)} checks could not be made.`

/** The tags of domains, or the domains with a tag. */
export function tagsAnswer(
  { domains }: WatchedDomainsFacts,
  { domain, tag, form, ...asked }: Pick<AccountQuestion, 'domain' | 'tag' | 'isWithout' | 'form'>,
): Answer {
  const isWithout = asked.isWithout === true && domain === undefined
  const wanted = tag?.toLowerCase()
  const has = ({ tags }: WatchedDomainFacts) =>
    (wanted === undefined ? tags.length > 0 : tags.some(each => each.toLowerCase() === wanted)) !== isWithout
  const found = those(domains, has)
  const no = isWithout ? 'no tag' : 'tags'
  const which = tag === undefined ? no : `${isWithout ? 'no' : 'the'} tag “${tag}”`
  const whose = domain === undefined ? `${numberWords(found.total)} of ${totalWords(domains, 'domain')}` : domain
  const have = domain === undefined ? (found.total === 1 ? 'has' : 'have') : found.total === 0 ? 'does not have' : 'has'
  const first = `${verdictWords(form, found.total > 0)}${whose} ${have} ${which}.`
  return [
    ...paragraph(first),
    ...(form === 'count'
      ? []
      : lines(
          found,
          ({ name, tags }) => ({ lead: `${name}:`, text: tags.length === 0 ? 'no tag' : tags.join(', ') }),
          'domains',
        )),
    ...cutWords(found, domains.items.length, alphabetical),
  ]
}

const areWords = (n: number): string => (n === 1 ? 'is' : 'are')
