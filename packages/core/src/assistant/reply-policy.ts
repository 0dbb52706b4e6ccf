import { parseDmarc, policyOf } from '../dmarc/index.ts'
import { type Answer, list, paragraph } from './answer.ts'
import { explainFinding } from './explain-finding.ts'
import type { FindingFacts, ScanFacts } from './facts.ts'
import { openOf, termState } from './term-state.ts'
import { terms } from './terms.data.ts'

const steps: readonly string[] = [
  'Publish p=none with an address for reports (rua), and read the reports for some weeks.',
  'Set up SPF or DKIM at every service that sends for you and fails in the reports.',
  'Then publish p=quarantine, and later p=reject.',
]
const enforcedSteps: readonly string[] = [
  'Add an address for reports (rua) to the record, keep p=quarantine, and read the reports for some weeks.',
  'Set up SPF or DKIM at every service that sends for you and fails in the reports.',
  'Then publish p=reject.',
]
const lists =
  'If people write to mailing lists from this domain, stay at p=quarantine: lists often break signatures, and p=reject would lose that mail. Both protect from spoofed mail and cost no points.'

/** "Should I move to p=reject?": what the scan says for and against it. Only reports show whether all mail passes. */
export function policyAnswer(scan: ScanFacts | null): Answer {
  if (scan === null) {
    return [
      ...paragraph('Move to p=reject when your reports show that all your own mail passes DMARC. Go in steps:'),
      ...list(steps),
      ...paragraph(lists),
    ]
  }
  const { domain } = scan
  const { records, findings, isKnown, verdict } = termState('dmarc', scan)
  const [record] = records
  if (scan.sections.dmarc.state === 'unchecked')
    return paragraph(`It is not known what ${domain} needs. ${uncheckedWords(scan)}`)
  if (!isKnown) return paragraph(`It is not known what ${domain} needs. ${verdict}`)
  const read = record === undefined ? null : parseDmarc(record.value)
  if (read === null || read.p === null || findings.some(({ id }) => unused.has(id))) {
    return [
      ...paragraph(`Not yet: ${domain} has no DMARC record that receivers use.`, 'strong'),
      ...explained(findings, scan),
    ]
  }
  const applied = policyOf(read, 'domain')
  if (applied !== read.p) {
    // A tag beside it is not valid (RFC 9989 section 4.10.1).
    const words = `Not yet: the record of ${domain} says p=${read.p}, but receivers apply p=${applied ?? 'none'}.`
    return [...paragraph(words, 'strong'), ...explained(findings, scan)]
  }
  if (read.p === 'reject') return paragraph(`${domain} has p=reject already. ${verdict}`)
  // Whether a domain sends mail, and whether that mail passes, the state before a change does not say.
  const [changed] = (scan.isNonMail === true ? (['spf', 'dkim', 'mx'] as const) : (['spf', 'dkim'] as const))
    .map(term => termState(term, scan))
    .filter(({ isChanged }) => isChanged === true)
  if (changed !== undefined) return paragraph(`It is not known what ${domain} needs. ${changed.verdict}`)
  if (scan.isNonMail === true) return [...paragraph(nonMailWords(domain), 'strong'), ...explained(findings, scan)]
  const authenticated = (['spf', 'dkim'] as const).map(term => ({ term, state: termState(term, scan) }))
  const obstacles = authenticated
    .flatMap(({ state }) => state.findings)
    .filter(({ id, points }) => points < 0 && !curedBy.has(id))
  if (obstacles.length > 0) return [...obstacleBlocks(obstacles, domain), ...paragraph(lists)]
  const unknown = authenticated.filter(({ state }) => !state.isKnown)
  if (unknown.length > 0) {
    const words = unknown.map(({ term, state }) => `${terms[term].title}: ${state.verdict}`)
    return paragraph(`It is not known whether ${domain} is ready for p=reject. ${words.join(' ')}`)
  }
  if (read.rua.length === 0) {
    return [
      ...paragraph(`Not yet: ${domain} gets no reports, so you cannot see which mail would fail.`, 'strong'),
      ...list(read.p === 'none' ? steps : enforcedSteps),
    ]
  }
  const lost = findings.filter(({ id }) => id === 'dmarc_rua_unauthorised')
  if (lost.length > 0) {
    return [
      ...paragraph(
        `Not yet: reports about ${domain} may not arrive, so you cannot see which mail would fail.`,
        'strong',
      ),
      ...explained(lost, scan),
    ]
  }
  const next = read.p === 'none' ? ' Take p=quarantine first.' : ''
  return [
    ...paragraph(
      `Yes, if the reports of the last weeks show that all your own mail passes DMARC. A scan of ${domain} cannot see that.${next}`,
      'strong',
    ),
    ...paragraph(lists),
  ]
}

/** What keeps own mail from passing DMARC. What the owner decided about is still in the way, and is not named. */
function obstacleBlocks(obstacles: readonly FindingFacts[], domain: string): Answer {
  const open = openOf(obstacles)
  if (open.length === 0)
    return paragraph(
      `Not yet: your own mail may fail DMARC at ${domain}. You have decided about the findings behind this; they remain obstacles until you fix them.`,
      'strong',
    )
  return [
    ...paragraph(`Not yet: fix these first, so that your own mail passes DMARC at ${domain}.`, 'strong'),
    ...list(open.slice(0, 5).map(({ reason }) => reason)),
  ]
}

/** What the step itself resolves: to wait for it would be to wait for ever. */
const curedBy: ReadonlySet<string> = new Set(['spf_softfail_unenforced'])

const unused: ReadonlySet<string> = new Set([
  'dmarc_missing',
  'dmarc_provider_name',
  'dmarc_invalid',
  'dmarc_bogus',
  'nonmail_dmarc_missing',
])

function uncheckedWords({ sections }: ScanFacts): string {
  const { reason } = sections.dmarc
  return reason === null ? 'DMARC could not be checked.' : `DMARC could not be checked: ${reason}.`
}

function nonMailWords(domain: string): string {
  return `Yes: ${domain} sends no mail, so p=reject stops only spoofed mail.`
}

function explained(findings: readonly FindingFacts[], { score }: ScanFacts): Answer {
  return openOf(findings)
    .slice(0, 1)
    .flatMap(finding => explainFinding(finding, { score, title: finding.reason }))
}
