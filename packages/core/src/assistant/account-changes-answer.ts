import type { Degree } from '../health/index.ts'
import { dnsAnswer } from './account-dns-answer.ts'
import type {
  ActivityEventFacts,
  ActivityFacts,
  PastChangesFacts,
  PastScanFacts,
  ScanMoveFacts,
} from './account-history-facts.ts'
import type { AccountQuestion } from './account-question.ts'
import type { Bounded } from './account-read.ts'
import {
  absenceWords,
  countWords,
  cutWords,
  domainWords,
  lines,
  periodWords,
  sentence,
  thereAre,
  those,
  totalWords,
  verdictWords,
} from './account-words.ts'
import { type Answer, andWords, heading, paragraph } from './answer.ts'
import { dayOf, momentOf } from './explain-finding.ts'

const findingsMax = 3

/** What changed in a period: scores and findings by the stored scans, and DNS records by monitoring. */
export function changesAnswer(changes: PastChangesFacts, question: AccountQuestion): Answer {
  const { form, direction } = question
  const asked = { ...question, since: changes.since, ...(question.until !== undefined && { until: changes.until }) }
  const period = periodWords(asked)
  const moved = those(changes.moves, move => hasMoved(move) && meets(move, direction))
  const dns = direction === undefined ? changes.dns : { items: [], total: 0 }
  const n = moved.total + dns.total
  const counted = [
    ...(question.domain === undefined || direction !== undefined ? [movedWords(moved.total, direction)] : []),
    ...(direction === undefined ? [`monitoring found ${totalWords(dns, 'DNS change')}`] : []),
  ]
  const verdict = verdictWords(form, n > 0)
  const first = `${verdict}${sentence(andWords(counted))}${domainWords(question)}${period}.`
  if (form === 'count') return paragraph(first)
  const isBoth = moved.total > 0 && dns.total > 0
  return [
    ...paragraph(first),
    ...(isBoth ? heading(2, 'Scores and findings') : []),
    ...lines(moved, moveLine, 'domains'),
    ...(changes.scans === null || changes.scans.total < 2 ? [] : scanLines(changes.scans)),
    ...cutWords(moved, changes.moves.items.length, 'domains, those that lost the most points'),
    ...(isBoth ? heading(2, 'DNS records') : []),
    ...dnsAnswer(dns),
    ...unscannedWords(changes, question, period),
  ]
}

/** "3 domains lost points", "4 domains changed". */
function movedWords(n: number, direction: AccountQuestion['direction']): string {
  const verb = direction === undefined ? 'changed' : direction === 'lost' ? 'lost points' : 'gained points'
  return `${countWords(n, 'domain')} ${verb}`
}

const gainOf = ({ before, after, isComparable }: ScanMoveFacts): number =>
  before === null || !isComparable ? 0 : after.score - before.score

function hasMoved(move: ScanMoveFacts): boolean {
  return gainOf(move) !== 0 || move.fixed.length + move.added.length + move.changed.length > 0
}

function meets(move: ScanMoveFacts, direction: AccountQuestion['direction']): boolean {
  if (direction === undefined) return true
  return direction === 'lost' ? gainOf(move) < 0 : gainOf(move) > 0
}

/** What is not in the answer, and why. */
function unscannedWords(changes: PastChangesFacts, { direction }: AccountQuestion, period: string): Answer {
  const scans = changes.moves.total === 0 ? `There is no scored scan${period}.` : ''
  const isHidden = direction === undefined && changes.since < changes.dnsShownSince
  const hidden = isHidden ? `Your plan shows DNS changes since ${dayOf(changes.dnsShownSince)}.` : ''
  return paragraph([scans, hidden].filter(Boolean).join(' '), 'quiet')
}

function moveLine(move: ScanMoveFacts): { lead: string; text: string } {
  const { domain, before, after, isComparable, fixed, added, changed } = move
  const became = (degree: Degree) => changed.filter(each => each.degree === degree)
  const scores =
    before === null
      ? `${after.score} of 100 on ${dayOf(after.at)}, with no earlier scan to compare`
      : `${before.score} on ${dayOf(before.at)}, ${after.score} on ${dayOf(after.at)}`
  const basis =
    before === null || isComparable
      ? ''
      : ' The two scores are not comparable: the plan, the scoring or what could be checked changed.'
  const parts = [
    named('New', added),
    named('Worse', became('worse')),
    named('Better', became('better')),
    named('Next step', became('next')),
    named('Fixed', fixed),
  ].filter(Boolean)
  return { lead: `${domain}:`, text: `${[scores, ...parts].join('. ')}.${basis}` }
}

function named(word: string, findings: ScanMoveFacts['fixed']): string {
  if (findings.length === 0) return ''
  const shown = findings.slice(0, findingsMax).map(({ reason }) => reason)
  const more = findings.length - shown.length
  return `${word}: ${more > 0 ? `${shown.join(', ')} and ${more} more` : andWords(shown)}`
}

function scanLines(scans: Bounded<PastScanFacts>): Answer {
  return lines(
    scans,
    ({ at, score, fixed, added }) => {
      const result = score === null ? 'not scored' : `${score} of 100`
      const parts = [fixed > 0 ? `${fixed} fixed` : '', added > 0 ? `${added} new` : ''].filter(Boolean)
      return { lead: `${momentOf(at)}:`, text: `${[result, ...parts].join(', ')}.` }
    },
    'scans',
  )
}

/** Who did what. */
export function activityAnswer({ isOwnOnly, events }: ActivityFacts, question: AccountQuestion): Answer {
  const { form, actions, actor, isMine = false } = question
  const isWhole = actions === undefined && actor === undefined && !isMine
  const found = isWhole ? { ...events, isCut: false } : those(events, event => isAsked(event, question))
  const whose = isMine || isOwnOnly ? ' of yours' : actor === undefined ? '' : ` by ${actor}`
  const kind = actions === undefined ? 'recorded action' : 'recorded action of this kind'
  const kinds = actions === undefined ? 'recorded actions' : 'recorded actions of this kind'
  const counted = `${thereAre(found, kind, kinds)}${whose}${aboutWords(question)}${periodWords(question)}`
  return [
    ...paragraph(`${verdictWords(form, found.total > 0)}${counted}.`),
    ...paragraph(
      isOwnOnly && !isMine
        ? `What others did, you do not see here. ${absenceWords({ kind: 'role', least: 'admin' })}`
        : '',
    ),
    ...(form === 'count' ? [] : lines(found, eventLine, 'recorded actions')),
    ...cutWords(found, events.items.length, 'recorded actions, the newest'),
  ]
}

function isAsked(
  { action, name, isCaller }: ActivityEventFacts,
  { actions, actor, isMine = false }: AccountQuestion,
): boolean {
  if (isMine && !isCaller) return false
  if (actions !== undefined && !actions.includes(action)) return false
  return actor === undefined || (name?.text.toLowerCase().includes(actor.toLowerCase()) ?? false)
}

const aboutWords = ({ domain }: AccountQuestion): string => (domain === undefined ? '' : ` about ${domain}`)

const actors = {
  person: 'A deleted account',
  key: 'An API key',
  link: 'The holder of a link in a mail',
  operator: 'The operator',
  waxseal: 'Waxseal',
} as const

function eventLine({ at, what, by, name, isCaller }: ActivityEventFacts): { lead: string; text: string } {
  const key = by === 'key' && name !== null ? `API key ${name.text}` : null
  const who = isCaller ? 'You' : (key ?? name?.text ?? actors[by])
  return { lead: `${momentOf(at)}:`, text: `${who}: ${what.text}.` }
}
