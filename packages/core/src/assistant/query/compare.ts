import { costLines } from '../analyze-scan.ts'
import { type Answer, andWords, heading, list, paragraph, published } from '../answer.ts'
import { type Attribute, sayValue } from '../attributes/index.ts'
import type { ScanFacts } from '../facts.ts'
import { namedMax } from './answer-notes.ts'
import { attributeOf } from './attribute-answer.ts'
import type { Context } from './context.ts'
import { scansOf } from './topic.ts'

const compared = [
  'spf-ending',
  'spf-lookups',
  'dmarc-policy',
  'dmarc-rua',
  'dkim-keys',
  'blocklists',
  'mta-sts',
  'dnssec',
]
const costsMax = 6
/** The most domains that one answer compares. */
const comparedMax = 6

/** "Compare A and B": what each has, and why one has fewer points. With an attribute: that one alone. */
export function compareAnswer(attribute: Attribute | null, context: Context): Answer {
  const all = scansOf(context)
  const scans = all.slice(0, comparedMax)
  const left = all.slice(comparedMax)
  const missing = context.own.slice(0, namedMax).filter(({ name }) => !all.some(({ domain }) => domain === name))
  if (scans.length === 0) return paragraph('None of these domains has a scan yet.')
  const shown = attribute === null ? compared.map(attributeOf) : [attribute]
  return [
    ...paragraph(attribute === null ? verdict(scans) : comparedWords(attribute, scans), 'strong'),
    ...scans.flatMap(scan => [
      ...heading(2, scan.domain),
      ...(attribute === null ? costs(scan) : []),
      ...list(shown.map(each => ({ lead: `${capital(each.name)}:`, text: `${valueOf(each, scan)}.` }))),
      ...(attribute?.record === undefined
        ? []
        : scan.records
            .filter(({ kind }) => kind === attribute.record)
            .slice(0, 3)
            .flatMap(published)),
    ]),
    ...paragraph(
      left.length === 0
        ? ''
        : `I compare at most ${comparedMax} domains. Left out: ${left.map(({ domain }) => domain).join(', ')}.`,
      'quiet',
    ),
    ...paragraph(missing.length === 0 ? '' : `Not scanned yet: ${missing.map(({ name }) => name).join(', ')}.`),
  ]
}

function costs(scan: ScanFacts): Answer {
  const lines = costLines(scan)
  return lines.length === 0
    ? paragraph(scan.score === null ? 'It has no score.' : 'No finding costs points.')
    : list(lines.slice(0, costsMax))
}

function valueOf(attribute: Attribute, scan: ScanFacts): string {
  const read = attribute.read(scan)
  return read.known ? sayValue(attribute, read.value).replace(/\.$/, '') : `not known (${read.why.replace(/\.$/, '')})`
}

const strictness = ['none', 'quarantine', 'reject']

/** Which one is stricter, where the values have an order; else that they are compared. The scores say nothing about it. */
function comparedWords(attribute: Attribute, scans: readonly ScanFacts[]): string {
  const title = `${capital(attribute.name)} of ${andWords(scans.map(({ domain }) => domain))}`
  if (attribute.id !== 'dmarc-policy' && attribute.id !== 'dmarc-record') return `${title}:`
  const ranked = scans.flatMap(({ domain, details: { dmarc } }) =>
    dmarc === null ? [] : [{ domain, rank: strictness.indexOf(dmarc.policy ?? '') }],
  )
  const top = Math.max(...ranked.map(({ rank }) => rank))
  const strictest = ranked.filter(({ rank }) => rank === top)
  if (ranked.length < scans.length || top < 0) return `${title}:`
  if (strictest.length === scans.length) return `${title}: the same policy, ${strictness[top]}.`
  return `${andWords(strictest.map(({ domain }) => domain))} ${strictest.length === 1 ? 'has' : 'have'} the strictest policy: ${strictness[top]}.`
}

function verdict(scans: readonly ScanFacts[]): string {
  const inOrder = scans.toSorted((one, other) => (other.score ?? -1) - (one.score ?? -1))
  const [best, next] = inOrder
  const scores = inOrder
    .map(({ domain, score }) => `${domain} ${score === null ? 'no score' : `${score} of 100`}`)
    .join(', ')
  if (best === undefined || next === undefined || best.score === null) return `${scores}.`
  if (best.score !== next.score) return `${best.domain} is better protected: ${scores}.`
  const equal = inOrder.filter(({ score }) => score === best.score).map(({ domain }) => domain)
  return equal.length === inOrder.length
    ? `${scores}: they have equal scores.`
    : `${andWords(equal)} have the highest score: ${scores}.`
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
