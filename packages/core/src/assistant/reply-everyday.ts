import { listed } from '../check/index.ts'
import { bandOf } from '../health/index.ts'
import { costLines, verdictWords } from './analyze-scan.ts'
import { type Answer, list, paragraph, published } from './answer.ts'
import { dayOf } from './explain-finding.ts'
import type { Facts, ScanFacts } from './facts.ts'
import { recordMeaning, termState } from './term-state.ts'

const domainsMax = 8

/** "How is the score calculated?". */
export function methodAnswer(scan: ScanFacts | null): Answer {
  return [
    ...paragraph(
      'The score starts at 100. Each problem that a scan finds costs points, by how much it harms your mail. Problems of one kind together cost no more than a limit, and the score never falls below 0.',
    ),
    ...list([
      '90 or more is Excellent, 70 or more is Good, 50 or more is Fair, and less is Poor.',
      'Failed lookups and recommendations cost no points.',
      'Without answers for MX, SPF and DMARC a domain gets no score.',
    ]),
    ...(scan === null ? [] : lostAnswer(scan)),
  ]
}

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

/** "How long until the DNS change is visible?". */
export function propagationAnswer(): Answer {
  return [
    ...paragraph(
      'A changed record is visible when the TTL of its previous form is over: until then resolvers answer from their cache. The usual TTLs are between 5 minutes and one day.',
    ),
    ...paragraph(
      'A record at a name that had none is often visible within minutes, at the latest when resolvers forget that it did not exist: the SOA record of the zone says how long they may remember that. Then rescan the domain.',
    ),
  ]
}

/** "Rescan my domain", "Delete my domain": the analyst only reads. */
export function toChangeAnswer(): Answer {
  return [
    ...paragraph('I only read your scans and change nothing. You can do this yourself:'),
    ...list([
      { lead: 'Scan a domain:', text: 'open its report and press Rescan.' },
      { lead: 'Add or delete a domain:', text: 'use the list of domains.' },
    ]),
  ]
}

/** "How do I stop spam coming to my inbox?". */
export function incomingAnswer(): Answer {
  return [
    ...paragraph(
      'The DNS records of your domain do not filter the mail that you receive. The spam filter of your mailbox provider does: report spam there, so that it learns.',
    ),
    ...list([
      'Against spam that has your own domain in From, an enforced DMARC policy helps: your provider can then refuse it.',
      'To judge one message, paste its header into the Header Analyzer under Tools.',
    ]),
  ]
}

/** "Add Google Workspace to my SPF": the builder does, with the lookups counted. */
export function senderToAddAnswer(scan: ScanFacts | null): Answer {
  const of = scan === null ? 'your domain' : scan.domain
  return paragraph(
    `To add a service to the SPF record of ${of}, use the SPF Record Builder under Tools. It keeps the other terms of the record and counts the DNS lookups. The service names the include to add in its own instructions.`,
  )
}

const endings = {
  '+': '+all lets every server pass SPF, so anyone can send mail as the domain.',
  '-': '-all is a hard fail: mail from servers that the SPF record does not list fails SPF, and receivers can refuse it.',
  '~': '~all is a softfail: mail from servers that the SPF record does not list is flagged, and most receivers still accept it. With an enforced DMARC policy it protects as well as -all.',
  '?': '?all is neutral: the SPF record says nothing about servers that it does not list, so spoofed mail is not stopped.',
} as const

/** "What does ~all mean?". */
export function endingAnswer(qualifier: keyof typeof endings, scan: ScanFacts | null): Answer {
  if (scan === null) return paragraph(endings[qualifier])
  const state = termState('spf', scan)
  return [
    ...paragraph(endings[qualifier]),
    ...state.records.slice(0, 3).flatMap(published),
    ...paragraph(recordMeaning(state)),
  ]
}
