import { listed } from '../check/index.ts'
import { bandOf } from '../health/index.ts'
import { costLines, verdictWords } from './analyze-scan.ts'
import { type Answer, list, paragraph } from './answer.ts'
import { dayOf } from './explain-finding.ts'
import type { Facts, ScanFacts } from './facts.ts'

const domainsMax = 8

/** "Why did I lose 35 points?": what costs points, the costliest first. */
export function lostAnswer(scan: ScanFacts): Answer {
  const { domain, score } = scan
  if (score === null) return paragraph(verdictWords(scan))
  const costly = costLines(scan)
  if (costly.length === 0) return paragraph(`${domain} scores ${score} of 100: no finding costs points.`)
  return [
    ...paragraph(`${domain} scores ${score} of 100. ${costly.length === 1 ? 'This costs' : 'These cost'} points:`),
    ...list(costly.slice(0, 2 * domainsMax)),
    ...paragraph('For the steps, ask: “What should I fix first?”'),
  ]
}

/** "When was the last scan?". */
export function lastScanAnswer({ scan, domains }: Pick<Facts, 'scan' | 'domains'>): Answer {
  if (scan !== null) return paragraph(`The last scan of ${scan.domain} ended on ${momentOf(scan.at)}.`)
  const scanned = domains
    .flatMap(({ name, scannedAt }) => (scannedAt === null ? [] : [{ name, at: scannedAt }]))
    .toSorted((one, other) => other.at.localeCompare(one.at))
  if (scanned.length === 0) return paragraph('None of your domains has a scan yet.')
  return [
    ...paragraph('The last scans of your domains, the newest first:'),
    ...list(scanned.slice(0, domainsMax).map(({ name, at }) => ({ lead: `${name}:`, text: `${momentOf(at)}.` }))),
    ...(scanned.length > domainsMax ? paragraph('The list of domains shows the others.') : []),
  ]
}

/** `Nov 20, 2026 at 10:00 UTC`. */
function momentOf(iso: string): string {
  const day = dayOf(iso)
  return Number.isNaN(Date.parse(iso)) ? day : `${day} at ${new Date(iso).toISOString().slice(11, 16)} UTC`
}

/** "Which domain is the best?": the highest scores first. */
export function bestAnswer({ domains }: Pick<Facts, 'domains'>): Answer {
  const scored = domains
    .flatMap(({ name, score }) => (score === null ? [] : [{ name, score }]))
    .toSorted((one, other) => other.score - one.score)
  if (scored.length === 0) return paragraph('None of your domains has a score yet.')
  return [
    ...paragraph('Your domains with the highest scores:'),
    ...list(
      scored
        .slice(0, domainsMax)
        .map(({ name, score }) => ({ lead: `${name}:`, text: `${score} of 100 (${bandOf(score)}).` })),
    ),
  ]
}

/** "How many domains do I have?". */
export function countAnswer({ domains }: Pick<Facts, 'domains'>): Answer {
  if (domains.length === 0) return paragraph('You have no domain yet.')
  const scanned = domains.filter(({ scannedAt }) => scannedAt !== null).length
  const some =
    scanned === domains.length ? 'Each has a scan.' : `${scanned.toLocaleString('en-US')} of them have a scan.`
  const names = listed(
    domains.map(({ name }) => name),
    domainsMax,
  )
  return domains.length === 1
    ? paragraph(`You have one domain: ${names}.`)
    : paragraph(`You have ${domains.length.toLocaleString('en-US')} domains: ${names}. ${some}`)
}
