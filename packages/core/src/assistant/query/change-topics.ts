import { accountAnswer } from '../account-answers.ts'
import { dnsAnswer } from '../account-dns-answer.ts'
import type { PastChangesFacts } from '../account-history-facts.ts'
import type { AccountQuestion } from '../account-question.ts'
import type { Bounded } from '../account-read.ts'
import { countWords, cutWords, periodWords } from '../account-words.ts'
import { costLines, openCosts } from '../analyze-scan.ts'
import { type Answer, list, paragraph } from '../answer.ts'
import { dayOf, explainFinding } from '../explain-finding.ts'
import type { Period } from '../reading/period.ts'
import { type Context, scanOf } from './context.ts'
import type { Topic } from './topic.ts'

const dayMs = 86_400_000
/** The days that a question without a period is about: of one domain the whole history, of all the last month. */
const days = { domain: 365, all: 30 } as const

const records = 'spf|dkim|dmarc|mx|nameserver|mtasts|dnssec|tlsrpt|dns|record|key|arecord|txt'

/** Which records a question about changes is about, as the types of DNS changes begin. */
const kindsOf: Readonly<Record<string, readonly string[]>> = {
  spf: ['spf'],
  dkim: ['dkim'],
  key: ['dkim'],
  dmarc: ['dmarc'],
  policy: ['dmarc'],
  mx: ['mx'],
  mailserver: ['mx'],
  nullmx: ['mx'],
  nameserver: ['ns'],
  mtasts: ['mta'],
  dnssec: ['dnssec'],
  tlsrpt: ['tls'],
  arecord: ['a', 'aaaa'],
}

export const changeTopics: readonly Topic[] = [
  {
    id: 'changes',
    of: 'domains',
    asks: [
      'changed',
      'dropped',
      'lose score',
      'rose',
      `changed ${records}`,
      `dropped ${records}`,
      'score changed',
      'score dropped',
      'score rose',
      'changed without',
      'when policies',
      'when broken',
      'broken',
      `broken ${records}`,
      'policies changed',
      `when ${records}`,
      'when relay|blacklist|listname|threat',
      'compare score',
      'score',
      'better score',
      'all',
      'which',
      'is',
      'what',
      'fix',
      'changed attention',
      'dropped fix',
      'when nullmx',
      'nullmx',
      'better',
      'worse',
    ],
    also: 'ever should lose score domain record dns all exist issue without list replaced key added policy deliver changed dropped rose better worse monitor fix attention next risk nullmx worse spf dkim dmarc mx nameserver mtasts dnssec tlsrpt relay blacklist listname threat broken report workspace scan secure hosts why when status end',
    takes: ['policies', 'numbers', 'ending', 'services', 'labels'],
    when: ({ reading, own }) => {
      const { concepts, period, forms, policies } = reading
      // Below which score they fell, no change says.
      if (own.length === 0 && reading.numbers.some(({ op }) => op === 'below' || op === 'above')) return false
      // Mails are counted by receivers; scans are counted by the plan, for this month.
      if (ofMails.test(reading.text) || (forms.has('howmany') && concepts.has('scan'))) return false
      // Those that did not change are no list of those that did.
      if (own.length === 0 && unchanged.test(reading.text) && (forms.has('which') || forms.has('howmany'))) return false
      if ((forms.has('should') && !concepts.has('dropped')) || forms.has('write') || concepts.has('added')) return false
      if (
        concepts.has('changed') ||
        concepts.has('dropped') ||
        concepts.has('rose') ||
        (concepts.has('lose') && concepts.has('score') && !(forms.has('why') && own.length === 1))
      )
        return true
      if (period !== null && !concepts.has('alert')) return concepts.size > 0 || own.length > 0
      return (
        forms.has('when') &&
        own.length > 0 &&
        (policies.length > 0 ||
          concepts.has('broken') ||
          asksListedSince(reading.text) ||
          (concepts.size > 0 && kinds(reading).size > 0))
      )
    },
    account: context => changesQuestion(context),
    answer: context => changes(context),
    lists: context => movedDomains(context),
  },
]

/** Mails that were sent, received or refused: no scan counts them. */
export const ofMails = / (?:how many|how much) (?:of (?:our|my) )?(?:mails|emails|messages) /

const unchanged =
  / (?:(?:not|never) (?:yet |ever )?(?:change|changed|lose|lost|gain|gained|drop|dropped|moved?)|(?:no|without) (?:any )?changes?) /

const listedOn =
  / (?:relay|relaying|listed|blacklisted|blocklisted|blacklists?|blocklists?|spamhaus|spamcop|surbl|uceprotect|malicious) /

/** "Since when is it listed?": from which scan on. */
const asksListedSince = (text: string): boolean => text.includes(' since when ') && listedOn.test(text)

function kinds({ concepts, policies }: Context['reading']): ReadonlySet<string> {
  const found = Object.entries(kindsOf).flatMap(([id, types]) => (concepts.has(id as 'spf') ? types : []))
  return new Set(policies.length > 0 ? [...found, 'dmarc'] : found)
}

const moving = ['changed', 'dropped', 'lose', 'rose', 'broken', 'added'] as const

/** The period of a question about changes. What was so on a day or before it is asked of the moment of its end. */
function periodAsked({ period, concepts, forms }: Context['reading']): Period | null {
  if (period?.until === undefined || forms.has('when') || moving.some(id => concepts.has(id))) return period
  return concepts.size === 0 ? period : { since: period.until, isMoment: true }
}

/** What is read of the account for it. */
function changesQuestion({ reading, own, facts }: Context): AccountQuestion {
  const [named] = own
  const period = periodAsked(reading)
  const since =
    period?.since ??
    new Date(Date.parse(facts.now) - (named === undefined ? days.all : days.domain) * dayMs).toISOString()
  const direction =
    reading.concepts.has('dropped') || reading.concepts.has('lose')
      ? 'lost'
      : reading.concepts.has('rose')
        ? 'gained'
        : undefined
  return {
    topic: 'changes',
    form: reading.forms.has('howmany') ? 'count' : 'list',
    since,
    ...(period?.until !== undefined && { until: period.until }),
    ...(named === undefined ? {} : { domain: named.name }),
    ...(direction !== undefined && named === undefined && { direction }),
  }
}

function changes(context: Context): Answer {
  const { facts, own, reading } = context
  const question = changesQuestion(context)
  const read = facts.account?.groups.changes
  const [first] = own
  const last = first === undefined ? null : scanOf(facts, first.name)
  if (facts.account === null && last !== null && last.changes === null)
    return [
      ...paragraph(`There is no earlier scan of ${last.domain} to compare with.`),
      ...currentAnswer(context, last.domain),
    ]
  if (facts.account === null || read === undefined) return paragraph('I cannot answer this: the history was not read.')
  if (!read.known) return accountAnswer(facts.account, question)
  const wanted = kinds(reading)
  const [named] = own
  const dns = read.value.dns.items.filter(
    ({ type, domain }) =>
      (wanted.size === 0 || wanted.has(type.split('_')[0] ?? '')) &&
      (named === undefined || domain === named.name) &&
      context.within.some(({ name }) => name === domain || named !== undefined),
  )
  const cut = wanted.size === 0 ? [] : unreadWords(read.value.dns)
  // Scores and findings are no changes of these records.
  if (named === undefined && wanted.size > 0 && question.direction === undefined)
    return [...recordChanges(dns, question), ...cut]
  const answer = accountAnswer(
    {
      ...facts.account,
      groups: {
        ...facts.account.groups,
        changes: {
          known: true,
          value: { ...read.value, dns: { items: dns, total: wanted.size === 0 ? read.value.dns.total : dns.length } },
        },
      },
    },
    question,
  )
  if (named === undefined) return [...momentAnswer(context, read.value.moves.items), ...answer, ...cut]
  const scan = scanOf(facts, named.name)
  const scans = read.value.scans
  const isFirst = scan !== null && scan.changes === null && (scans === null || scans.total < 2)
  if (isFirst) return paragraph(`There is no earlier scan of ${named.name} to compare with.`)
  const move = read.value.moves.items.find(({ domain }) => domain === named.name)
  const isSame =
    dns.length === 0 &&
    move !== undefined &&
    move.before !== null &&
    move.fixed.length + move.added.length === 0 &&
    move.before.score === move.after.score
  return [
    ...paragraph(
      isSame && wanted.size === 0 ? `Nothing changed at ${named.name}${periodWords(question)}.` : '',
      'strong',
    ),
    ...momentAnswer(context, read.value.moves.items),
    ...currentAnswer(context, named.name),
    ...answer,
    ...cut,
  ]
}

/** Changes of the records of one kind. */
function recordChanges(items: PastChangesFacts['dns']['items'], question: AccountQuestion): Answer {
  const found = { items, total: items.length }
  return [
    ...paragraph(
      `Monitoring found ${countWords(found.total, 'DNS change')} of these records${periodWords(question)}.`,
      'strong',
    ),
    ...(question.form === 'count' ? [] : dnsAnswer(found)),
  ]
}

/** What to say where changes of one kind are looked for in a list that was cut. */
export function unreadWords({ items, total, isMore }: Bounded<unknown>): Answer {
  return cutWords({ isCut: isMore === true || total > items.length }, items.length, 'DNS changes, the newest')
}

/** "What was the score a month ago?" */
function momentAnswer(
  { reading, facts, own: [named] }: Context,
  moves: readonly {
    domain: string
    before: { at: string; score: number } | null
    after: { at: string; score: number }
  }[],
): Answer {
  const period = periodAsked(reading)
  if (period?.isMoment !== true) return []
  const shown = moves.filter(({ domain, before }) => before !== null && (named === undefined || domain === named.name))
  if (shown.length === 0)
    return paragraph(`No scan of that time is stored${named === undefined ? '' : ` for ${named.name}`}.`)
  return [
    ...paragraph(`Scores ${dayOf(period.since)} and now:`, 'strong'),
    ...list(
      shown.slice(0, 20).map(({ domain, before, after }) => {
        const now = facts.domains.find(({ name }) => name === domain)?.score ?? after.score
        return { lead: `${domain}:`, text: `${before?.score} of 100 (${dayOf(before?.at ?? '')}), now ${now}.` }
      }),
    ),
  ]
}

const asksWhy = ({ reading }: Context): boolean =>
  (reading.forms.has('why') && reading.concepts.has('dropped')) ||
  reading.concepts.has('dropped') ||
  reading.numbers.length > 0

/** What costs points now, for "why did it drop?". */
function currentAnswer(context: Context, name: string): Answer {
  const { facts } = context
  const scan = scanOf(facts, name)
  if (scan === null || !asksWhy(context)) return []
  const isClean = scan.findings.every(({ points }) => points >= 0)
  const [first] = openCosts(scan)
  return [
    ...paragraph(
      scan.score === null
        ? `${name} has no score now.`
        : `${name} scores ${scan.score} of 100 now. ${isClean ? 'No finding costs points.' : 'These findings cost points:'}`,
      'strong',
    ),
    ...list(costLines(scan).slice(0, 8)),
    ...(first === undefined ? [] : explainFinding(first, { score: scan.score, title: first.reason })),
  ]
}

function movedDomains({ facts, reading }: Context): readonly string[] {
  const read = facts.account?.groups.changes
  const wanted = kinds(reading)
  if (read?.known === true && wanted.size > 0) {
    const changed = read.value.dns.items.filter(({ type }) => wanted.has(type.split('_')[0] ?? ''))
    return [...new Set(changed.map(({ domain }) => domain))]
  }
  return read?.known === true ? read.value.moves.items.map(({ domain }) => domain) : []
}
