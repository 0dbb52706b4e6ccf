import {
  type Action,
  actionLabel,
  announceWords,
  builderNames,
  checkNames,
  type DnsRecordToPublish,
  publishWords,
  recordsOfAction,
} from '../check/index.ts'
import { isIssue, type RemainingReply } from '../health/index.ts'
import { type Answer, type Block, file, heading, paragraph, record } from './answer.ts'
import type { FindingFacts } from './facts.ts'

/** How a finding is explained. */
export interface ExplainOptions {
  /** The score of the scan; null: not scored. */
  score: number | null
  /** The heading; null: none. */
  title: string | null
}

/** A finding in full: the cause, the effect on mail, what to do, the exact record, and the score it leads to. */
export function explainFinding(finding: FindingFacts, { score, title }: ExplainOptions): Answer {
  return [
    ...(title === null ? [] : heading(3, title)),
    ...paragraph(finding.meaning),
    ...fixOf(finding),
    ...paragraph(outcomeWords(finding, score)),
    ...(finding.since === null ? [] : paragraph(`This is known from the scan of ${dayOf(finding.since)}.`, 'quiet')),
  ]
}

/** What to do about a finding, with each exact record or file where there is one. */
export function fixOf({ advice, action }: Pick<FindingFacts, 'advice' | 'action'>): Answer {
  if (action.kind === 'serve') return serveBlocks(action, advice)
  const own = 'record' in action ? action.record : null
  const words = actionWords(action, advice)
  return own === null
    ? [...withRecords(advice, action.advised ?? []), ...paragraph(words)]
    : withRecords(advice, recordsOfAction(action), { own, words })
}

/** A record, and where its value begins in a text. */
interface Place {
  made: DnsRecordToPublish
  at: number
}

/**
 * The advice with its records taken out of the sentences, each shown as a block of its own. A record that the advice does
 * not name comes after it.
 *
 * @param after what the action adds about its own record; it follows that record
 */
function withRecords(
  advice: string,
  records: readonly DnsRecordToPublish[],
  after: { own: DnsRecordToPublish; words: string } | null = null,
): Answer {
  const blocks: Block[] = []
  const left = new Set(records)
  const add = (made: DnsRecordToPublish) => {
    blocks.push(...record(made), ...(made === after?.own ? paragraph(after.words) : []))
    left.delete(made)
  }
  let text = advice
  for (let next = firstIn(text, left); next !== null; next = firstIn(text, left)) {
    const { made, at } = next
    const before = text.slice(0, at)
    text = text.slice(at + made.value.length)
    left.delete(made)
    const isListed = isBetween(before, made) && blocks.length > 0
    const following = firstIn(text, left)
    const isFollowed = following !== null && isBetween(text.slice(0, following.at), following.made)
    const [aside, rest] = isFollowed ? ['', text] : aroundRecord(text)
    if (!isListed) blocks.push(...paragraph(`${withoutRecord(before, made)}${aside}:`))
    add(made)
    text = rest
  }
  blocks.push(...paragraph(text))
  for (const made of left) add(made)
  return blocks
}

/** The record that a text names first; null: none. */
function firstIn(text: string, records: ReadonlySet<DnsRecordToPublish>): Place | null {
  const places = [...records].map(made => ({ made, at: placeIn(text, made) })).filter(({ at }) => at >= 0)
  return places.toSorted((one, other) => one.at - other.at)[0] ?? null
}

function placeIn(text: string, { type, value }: DnsRecordToPublish): number {
  const typed = text.indexOf(`${type} ${value}`)
  return typed < 0 ? text.indexOf(value) : typed + type.length + 1
}

/** Whether a text only connects two records of a list: `, MX `. */
function isBetween(text: string, { type }: DnsRecordToPublish): boolean {
  return text === ', ' || text === `, ${type} `
}

/** `Publish at example.com: MX ` without what the block repeats: the type, and a name after the colon. */
function withoutRecord(before: string, { name, type }: DnsRecordToPublish): string {
  const text = before.trimEnd()
  const untyped = text.endsWith(` ${type}`) ? text.slice(0, -type.length).trimEnd() : text
  const bare = untyped.endsWith(`: ${name}`) ? untyped.slice(0, -name.length).trimEnd() : untyped
  return bare.endsWith(':') ? bare.slice(0, -1) : bare
}

/** What follows the record: an aside of its sentence, and the next sentences. */
function aroundRecord(rest: string): readonly [aside: string, after: string] {
  if (!rest.startsWith(',')) return ['', rest.replace(/^[.\s]{1,9}/, '')]
  const end = rest.indexOf('. ')
  return end < 0 ? [rest.replace(/\.$/, ''), ''] : [rest.slice(0, end), rest.slice(end + 2)]
}

function serveBlocks(action: Extract<Action, { kind: 'serve' }>, advice: string): Answer {
  const { text, url, record: made, exists } = action
  if (text === null) {
    return withRecords(advice, recordsOfAction(action))
  }
  return [
    // The words for a first file only repeat it. Others have a condition, a cause, or another solution.
    ...(advice.includes('version: STSv1') ? [] : paragraph(advice)),
    ...paragraph(exists ? `Serve this whole file at ${url}:` : `Serve this file at ${url}:`),
    ...file(text),
    ...(made === null ? [] : [...paragraph(announceWords(action)), ...record(made)]),
  ]
}

/** What the action adds to the advice; empty: nothing. */
function actionWords(action: Action, advice: string): string {
  switch (action.kind) {
    case 'publish':
      return action.replaces === null ? '' : publishWords(action)
    case 'builder':
      return `The ${builderNames[action.tool]} builder makes the record with you.`
    case 'edit':
      return action.remove === null
        ? ''
        : `The ${action.type} record to remove at ${action.name} has the value ${action.remove}`
    case 'ask':
      return askWords(action, advice)
    case 'see':
      return `The cause is explained under ${checkNames[action.check].title}.`
    case 'retry':
      return `${actionLabel(action)}.`
    case 'selector':
    case 'delist':
    case 'serve':
      return ''
    default:
      return action satisfies never
  }
}

function askWords({ party, name }: Extract<Action, { kind: 'ask' }>, advice: string): string {
  if (name !== null && party !== 'registrar' && party !== 'dns-provider' && advice.includes(name)) return ''
  switch (party) {
    case 'registrar':
      return advice.includes('registrar') ? '' : 'Your registrar can change this.'
    case 'dns-provider':
      return advice.includes('DNS provider') ? '' : 'Your DNS provider can change this.'
    case 'mail-provider':
      return name !== null || advice.includes('mail provider') ? '' : 'Your mail provider can help with this.'
    case 'mail-administrator':
    case 'zone-administrator':
      return `The administrator of ${name} can change this.`
    case 'host-provider':
      return advice.includes('the provider of') ? '' : `The provider of ${name} can change this.`
    case 'threat-source':
      return ''
    default:
      return party satisfies never
  }
}

/** Whether only the owner knows which record resolves it: no exact score follows. */
function isOwnersChoice(action: Action): boolean {
  const own = 'record' in action ? action.record : null
  return action.kind === 'builder' || (own === null && action.advised !== undefined)
}

function pointsOf(points: number): string {
  return points === -1 ? '1 point' : `${-points} points`
}

/** The score that the fix leads to, of each step of it where it takes two. */
function outcomeWords(finding: FindingFacts, score: number | null): string {
  const { id, action, score_after: after, points, remains } = finding
  if (!isIssue(finding) || score === null || points === 0) return ''
  if (remains?.id === id) return twoStepWords(score, after, remains.score_after)
  if (after === null) return 'Only the next scan can show the new score.'
  if (isOwnersChoice(action)) return `This regains ${pointsOf(points)}. What you publish can change others.`
  const rises =
    after > score
      ? `This alone raises the score from ${score} to ${after}.`
      : 'The score rises once the other findings of this kind are fixed too.'
  return remains === null ? rises : `${rises} ${nextWords(remains, after)}`
}

function twoStepWords(score: number, first: number | null, both: number | null): string {
  const one =
    first !== null && first > score
      ? `This is the first of two steps. It raises the score from ${score} to ${first}, and this finding stays.`
      : 'This is the first of two steps. It does not change the score yet.'
  return both === null
    ? `${one} Only a later scan can show the score after both.`
    : `${one} After the second step the score is ${both}.`
}

/** The finding that takes the place of the fixed one. */
function nextWords({ title, score_after: both }: RemainingReply, after: number): string {
  const then = `The next scan then shows the next step: ${title}.`
  return both !== null && both > after ? `${then} After that one the score is ${both}.` : then
}

/** `Nov 20, 2026` in UTC. */
export function dayOf(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return 'an earlier day'
  // The program's own words for dates take a hundred times as long.
  return `${months[time.getUTCMonth()]} ${time.getUTCDate()}, ${time.getUTCFullYear()}`
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** When a scan saw a record: "scan of Nov 26, 2026, 21:26 UTC". */
export function scanMoment(iso: string): string {
  return `scan of ${momentOf(iso)}`
}

/** "Nov 26, 2026, 21:26 UTC". */
export function momentOf(iso: string): string {
  const time = new Date(iso)
  const day = dayOf(iso)
  return Number.isNaN(time.getTime()) ? day : `${day}, ${time.toISOString().slice(11, 16)} UTC`
}
