import type { AccountQuestion } from '../account-question.ts'
import { type Answer, list, paragraph } from '../answer.ts'
import { dayOf } from '../explain-finding.ts'
import { unreadWords } from './change-topics.ts'
import type { Context } from './context.ts'
import type { Topic } from './topic.ts'

const dayMs = 86_400_000
const periodDays = 365
/** Changes after which something no longer works. */
const bad: ReadonlySet<string> = new Set(['warning', 'critical'])

const first = / (?:first|sooner|earlier|earliest|longer ago|before) /
const last = / (?:recently|last|later|latest|recent|newest) /

/** "Which of the two broke more recently?": the changes of several domains, one after the other. */
export const orderTopics: readonly Topic[] = [
  {
    id: 'order-of-changes',
    of: 'domains',
    asks: [
      'broken',
      'changed',
      'dropped',
      'worse',
      'rose',
      'which broken',
      'which changed',
      'when broken',
      'when changed',
    ],
    also: 'broken changed dropped worse rose attention wait last next score record exist spf dkim dmarc mx when which compare better lose',
    when: ({ own, reading }) =>
      new Set(own.map(({ name }) => name)).size > 1 &&
      (first.test(reading.text) || last.test(reading.text) || reading.forms.has('when')),
    account: ({ facts }): AccountQuestion => ({
      topic: 'changes',
      form: 'list',
      since: new Date(Date.parse(facts.now) - periodDays * dayMs).toISOString(),
    }),
    answer: context => orderAnswer(context),
  },
]

/** Without a change of a record only the scores tell something, and not on which day. */
function unknownOrder(names: readonly string[], moves: Changes['moves']['items']): Answer {
  const moved = moves.filter(({ domain, before }) => names.includes(domain) && before !== null)
  return [
    ...paragraph(
      `I cannot tell which was first: monitoring found no such change in the records of ${names.join(' and ')} in the last ${periodDays} days.`,
      'strong',
    ),
    ...list(
      moved.map(({ domain, before, after }) => ({
        lead: `${domain}:`,
        text: `${before?.score} of 100 on ${dayOf(before?.at ?? '')}, ${after.score} on ${dayOf(after.at)}.`,
      })),
    ),
    ...paragraph('Analytics shows the scores of each domain over time.'),
  ]
}

interface Event {
  domain: string
  at: string
  says: string
}

function orderAnswer(context: Context): Answer {
  const { facts, own, reading } = context
  const read = facts.account?.groups.changes
  if (read?.known !== true) return paragraph('I cannot answer this: the history of the domains was not read.')
  const names = [...new Set(own.map(({ name }) => name))]
  const isBad = reading.concepts.has('broken') || reading.concepts.has('dropped') || reading.concepts.has('worse')
  const found = names.flatMap(domain => newestOf(domain, { read: read.value, isBad }) ?? [])
  const without = names.filter(name => !found.some(({ domain }) => domain === name))
  const cut = unreadWords(read.value.dns)
  if (found.length === 0) return [...unknownOrder(names, read.value.moves.items), ...cut]
  const inOrder = found.toSorted((one, other) => other.at.localeCompare(one.at))
  const asksFirst = first.test(reading.text) && !/ (?:recently|latest|later) /.test(reading.text)
  const shown = asksFirst ? inOrder.toReversed() : inOrder
  return [
    ...paragraph(verdict(shown, { isBad, asksFirst }), 'strong'),
    ...list(shown.map(({ domain, at, says }) => ({ lead: `${domain}, ${dayOf(at)}:`, text: `${says}.` }))),
    ...paragraph(
      without.length === 0
        ? ''
        : `Monitoring found no such change of ${without.join(' and ')} in the last ${periodDays} days.`,
    ),
    ...(without.length === 0 ? [] : cut),
  ]
}

function verdict(shown: readonly Event[], { isBad, asksFirst }: { isBad: boolean; asksFirst: boolean }): string {
  const [one, other] = shown
  const verb = isBad ? 'broke' : 'changed'
  if (one === undefined) return ''
  if (other === undefined) return `Only of ${one.domain} such a change is known, of ${dayOf(one.at)}.`
  if (dayOf(one.at) === dayOf(other.at)) return `Both ${verb} on the same day, ${dayOf(one.at)}.`
  return asksFirst
    ? `${one.domain} ${verb} first: on ${dayOf(one.at)}, and ${other.domain} on ${dayOf(other.at)}.`
    : `${one.domain} ${verb} more recently: on ${dayOf(one.at)}. For ${other.domain} it was ${dayOf(other.at)}.`
}

type Changes = Extract<
  NonNullable<NonNullable<Context['facts']['account']>['groups']['changes']>,
  { known: true }
>['value']

/** The newest change of a domain; of one that is asked to have broken, the newest that did harm. */
function newestOf(domain: string, { read, isBad }: { read: Changes; isBad: boolean }): Event | null {
  const dns = read.dns.items.filter(each => each.domain === domain && (!isBad || bad.has(each.severity)))
  const [newest] = dns.toSorted((one, other) => other.at.localeCompare(one.at))
  return newest === undefined ? null : { domain, at: newest.at, says: newest.description }
}
