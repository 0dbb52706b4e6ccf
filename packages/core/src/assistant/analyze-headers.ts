import { delayText, threatLevel } from '../headers/index.ts'
import { rank, type Tier } from '../plan/index.ts'
import { type Answer, andWords, heading, list, paragraph } from './answer.ts'
import type { HeaderFacts } from './facts.ts'
import { confirmation, failedChecks } from './header-sender.ts'
import { type Origin, originNote } from './origin-words.ts'

const notesMax = 8
/** Seconds from which a hop is worth a sentence. */
const slowSeconds = 300

/**
 * The analysis of a message header: the verdict, who sent it, whether the receiver's checks passed, what raises the
 * threat score, and what the reader should do. It quotes From, the domains and the values of repeated fields, and nothing
 * else of the header.
 *
 * @param origin why it comes from rules; null: the quiet sentence about that was shown before
 */
export function analyzeHeaders(header: HeaderFacts, { scope }: { scope: Tier }, origin: Origin | null): Answer {
  return [
    ...paragraph(headerVerdict(header), 'strong'),
    ...heading(2, 'Who sent it'),
    ...senderBlocks(header),
    ...repeatedBlocks(header),
    ...heading(2, 'What the receiver checked'),
    ...checkBlocks(header),
    ...reasonBlocks(header),
    ...heading(2, 'What to do'),
    ...todoBlocks(header),
    ...noteBlocks(header),
    ...(rank(scope) >= rank('business') ? ruleBlocks(header) : []),
    ...(origin === null ? [] : originNote(origin)),
  ]
}

/** The verdict in one or two sentences. */
export function headerVerdict(header: HeaderFacts): string {
  const { threatScore, findings } = header
  const level = threatLevel(threatScore)
  const reasons = findings.filter(({ points }) => points > 0)
  const score = `The threat score is ${threatScore} of 100 (${level}).`
  const [first, ...others] = reasons
  if (first === undefined) return `${score} ${calmWords(header)}`
  return others.length === 0
    ? `${score} One finding raises it: ${first.title}.`
    : `${score} ${others.length + 1} findings raise it, most of all: ${first.title}.`
}

/** What a score without reasons means: a check that failed or that does not count is named. */
function calmWords(header: HeaderFacts): string {
  const { doubt, isConfirmed } = confirmation(header)
  if (doubt === 'bypassed' || doubt === 'unchecked') return 'The results of this message are unknown.'
  if (doubt === 'unnamed') return 'No finding raises it, but the results do not show who wrote them.'
  if (doubt === 'weak') return 'No finding raises it, but the domain of From is not confirmed.'
  const failed = andWords(failedChecks(header))
  if (failed === '') return 'Nothing in this header speaks against the message.'
  return isConfirmed
    ? `No finding raises it: the domain of From is confirmed, although ${failed} failed.`
    : `No finding raises it, but ${failed} failed.`
}

/** Who the message says it is from, and whether that is proved. */
export function senderBlocks(header: HeaderFacts): Answer {
  const { from, identities, repeated, sendingAddress } = header
  const claimed = claimedWords(from, repeated)
  const handed = sendingAddress === null ? '' : `It was handed over by ${sendingAddress}.`
  const { words: proof } = confirmation(header)
  const others = identities.filter(({ result, alignment }) => result === 'pass' && alignment === 'none')
  const names = [...new Set(others.map(each => each.domain))].slice(0, 3)
  const service =
    names.length === 0
      ? ''
      : `Another domain passed its check: ${andWords(names)}. It can be the sender’s mail service.`
  return paragraph([claimed, handed, proof, service].filter(text => text !== '').join(' '))
}

function claimedWords(from: string | null, repeated: HeaderFacts['repeated']): string {
  if (from === null) return 'The header has no readable From.'
  const others = (repeated.find(({ label }) => label === 'From')?.values ?? []).filter(value => value !== from)
  if (others.length > 0) return `The message says that it is from ${from}, and also from ${andWords(others)}.`
  return from === '<>' ? 'From has no address.' : `The message says that it is from ${from}.`
}

/** Every value of a field that a message has once: mail programs may show another one than was checked. */
export function repeatedBlocks({ repeated }: HeaderFacts): Answer {
  if (repeated.length === 0) return []
  const items = repeated.map(({ label, values }) => ({
    lead: `${label}:`,
    text: andWords(values.map(value => (value.trim() === '' ? 'an empty value' : `“${value}”`))),
  }))
  return [...paragraph('These fields are there more than once, though a message has each once:'), ...list(items)]
}

const alignmentWords = {
  strict: 'the domain of From',
  relaxed: 'the same organization as From',
  none: 'another organization than From',
} as const

/** SPF, DKIM and DMARC as the receiving system reported them. */
export function checkBlocks(header: HeaderFacts): Answer {
  const { authentication, fromDomain, identities, isAligned } = header
  const said = (kind: 'spf' | 'dkim', lead: string) => {
    const about = identities.filter(each => each.kind === kind).slice(0, 3)
    if (about.length === 0) return [{ lead, text: resultWords(authentication[kind]) }]
    return about.map(({ domain, result, alignment }) => {
      const of = fromDomain === null ? '' : `, ${alignmentWords[alignment]}`
      return { lead, text: `${result} for ${domain}${of}.` }
    })
  }
  const aligned =
    isAligned === null
      ? 'unknown, because the receiver reports no SPF and no DKIM result.'
      : isAligned
        ? 'yes: a domain that passed belongs to the organization in From.'
        : 'no: no domain that passed belongs to the organization in From.'
  return list([
    ...said('spf', 'SPF:'),
    ...said('dkim', 'DKIM:'),
    { lead: 'DMARC:', text: resultWords(authentication.dmarc) },
    { lead: 'Alignment:', text: aligned },
  ])
}

function resultWords(result: string): string {
  return result === 'none' ? 'no result reported.' : `${result}.`
}

function reasonBlocks({ findings }: HeaderFacts): Answer {
  const reasons = findings.filter(({ points }) => points > 0)
  if (reasons.length === 0) return []
  return [
    ...heading(2, 'What raises the threat score'),
    ...list(reasons.map(({ points, title, meaning }) => ({ lead: `+${points} ${title}.`, text: meaning }))),
  ]
}

/** What the reader should do, each advice once. */
export function todoBlocks(header: HeaderFacts): Answer {
  const { findings, threatScore } = header
  const advices = [...new Set(findings.filter(({ points }) => points > 0).map(({ advice }) => advice))]
  if (advices.length > 0) {
    const care = 'Do not open links or attachments, and do not answer, until you have done this:'
    return [...(threatScore >= 40 ? paragraph(care) : []), ...list(advices)]
  }
  const { doubt, isConfirmed } = confirmation(header)
  if (isConfirmed) {
    return paragraph(
      'Nothing, as far as the header shows. A genuine sender can still send harmful content, so treat links and attachments with the usual care.',
    )
  }
  const care = 'If it asks you for something, check with the sender through another channel.'
  if (doubt === null && failedChecks(header).length === 0)
    return paragraph(`Nothing speaks against the message, but nothing confirms its sender either. ${care}`)
  return [
    ...paragraph(`The header does not confirm who sent this message. ${care}`),
    ...list([...new Set(findings.filter(({ id }) => aboutSender.has(id)).map(({ advice }) => advice))]),
  ]
}

/** The findings without points whose advice helps where nothing confirms the sender. */
const aboutSender: ReadonlySet<string> = new Set([
  'results_bypassed',
  'results_unnamed',
  'results_joined',
  'result_unknown',
  'dmarc_fail_list',
  'dmarc_overridden',
])

function noteBlocks({ findings, slowest }: HeaderFacts): Answer {
  const notes = findings.filter(({ points }) => points <= 0).slice(0, notesMax)
  const isSlow = slowest !== null && slowest.seconds >= slowSeconds
  const delay = isSlow
    ? `The slowest hop took ${delayText(slowest.seconds).text}, at ${slowest.by ?? 'a host without a name'}.`
    : ''
  if (notes.length === 0 && delay === '') return []
  return [
    ...heading(2, 'Also in this header'),
    ...list([...notes.map(({ title, meaning }) => ({ lead: `${title}.`, text: meaning })), delay]),
  ]
}

function ruleBlocks({ rulesNotMet }: HeaderFacts): Answer {
  if (rulesNotMet.length === 0) return []
  return [
    ...heading(2, 'If you are the sender'),
    ...paragraph('The message does not keep these rules of large mailbox providers:'),
    ...list(
      rulesNotMet.map(({ title, words, receivers }) => ({
        lead: title,
        text: `(${andWords(receivers)}): ${words}`,
      })),
    ),
  ]
}
