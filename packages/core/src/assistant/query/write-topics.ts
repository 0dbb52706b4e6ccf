import { recordsOfAction } from '../../check/index.ts'
import { type Answer, paragraph, published, record } from '../answer.ts'
import { explainFinding } from '../explain-finding.ts'
import type { ScanFacts } from '../facts.ts'
import { termState } from '../term-state.ts'
import type { TermId } from '../terms.data.ts'
import { terms } from '../terms.data.ts'
import type { Context } from './context.ts'
import { termOf } from './term-of-question.ts'
import { aboutScan, type Topic } from './topic.ts'

const recordTerms = 'spf|dkim|dmarc|mx|nullmx|mtasts|tlsrpt|bimi|caa|dane|rua'

/** "Write a DMARC record for this domain": records that our own code made, for what its scan found. */
export const writeTopics: readonly Topic[] = [
  aboutScan({
    id: 'write-record',
    asks: [
      `write ${recordTerms}`,
      `write record ${recordTerms}`,
      'write policies',
      'write record',
      'write nonmail',
      `record ${recordTerms} list`,
      `list ${recordTerms}`,
      `write ending`,
    ],
    also: 'record txt dns exist domain policy send file test address service include host without publishit end webserver broken covers receive rua report monitor tls keytype hosts deliver key fix changed secure move where should end spf dkim dmarc mx mtasts tlsrpt bimi caa dane issuer only',
    takes: ['policies', 'ending', 'labels', 'names', 'words', 'numbers'],
    when: ({ own, reading }) =>
      own.length === 1 &&
      (reading.forms.has('write') ||
        / (?:give me|show me) the (?:merged|corrected|right|new|exact|whole|full|complete) /.test(reading.text)) &&
      reading.unknown.every(word => beside.has(word)) &&
      reading.services.length === 0,
    answer: (scan, context) => writeAnswer(scan, context),
  }),
]

/** Words of people who ask for a record. */
const beside: ReadonlySet<string> = new Set(
  'merged corrected right godaddy cloudflare namecheap host type field fields value hoster ionos strato registrar stops stop panel allows that letsencrypt lets encrypt'.split(
    ' ',
  ),
)

function writeAnswer(scan: ScanFacts, context: Context): Answer {
  const { reading } = context
  const consent = consentAnswer(scan, context)
  if (consent.length > 0) return consent
  const term = reading.concepts.has('nullmx')
    ? 'mx'
    : (termOf(context) ?? (reading.policies.length > 0 ? 'dmarc' : null))
  if (term === null) return nonMailAnswer(scan)
  const state = termState(term, scan)
  const made = state.findings.filter(
    ({ action }) => recordsOfAction(action).length > 0 || action.kind === 'serve' || action.kind === 'builder',
  )
  const wanted = made.filter(({ action }) =>
    reading.policies.every(policy => recordsOfAction(action).some(({ value }) => value.includes(`p=${policy}`))),
  )
  const [first] = wanted.length > 0 ? wanted : made
  if (first !== undefined)
    return [...explainFinding(first, { score: scan.score, title: first.reason }), ...firstDmarc(first, scan)]
  return existingAnswer(term, scan)
}

/** The least record where the builder would ask for an address for reports. */
function firstDmarc({ id, action }: ScanFacts['findings'][number], { domain }: ScanFacts): Answer {
  if (id !== 'dmarc_missing' || action.kind !== 'builder') return []
  return [
    ...paragraph('Without an address for reports the record to begin with is this; the builder adds the address:'),
    ...record({ name: `_dmarc.${domain}`, type: 'TXT', value: 'v=DMARC1; p=none' }),
  ]
}

/** What is published already, and which tool makes another one. */
function existingAnswer(term: TermId, scan: ScanFacts): Answer {
  const { records, verdict } = termState(term, scan)
  const { title } = terms[term]
  const tool = term === 'spf' ? 'the SPF Record Builder' : term === 'dmarc' ? 'the DMARC Record Builder' : null
  return [
    ...paragraph(`The scan of ${scan.domain} has no finding that needs another ${title} record. ${verdict}`, 'strong'),
    ...records.slice(0, 3).flatMap(published),
    ...paragraph(
      tool === null
        ? `I only write records for what a scan found. Your DNS provider's instructions have the form of others.`
        : `To make another one, use ${tool} under Tools: it starts from the published record.`,
    ),
  ]
}

/** The record by which another domain agrees to get reports. */
function consentAnswer(scan: ScanFacts, { foreign, reading }: Context): Answer {
  if (!reading.concepts.has('rua') || foreign.length === 0) return []
  const found = scan.findings.find(({ id }) => id === 'dmarc_rua_unauthorised')
  return found === undefined
    ? paragraph(`The scan of ${scan.domain} has no finding about addresses for reports in other domains.`)
    : explainFinding(found, { score: scan.score, title: found.reason })
}

function nonMailAnswer(scan: ScanFacts): Answer {
  const found = scan.findings.filter(({ id }) => id.startsWith('nonmail_'))
  if (found.length > 0) return found.flatMap(each => explainFinding(each, { score: scan.score, title: each.reason }))
  return paragraph(
    `Which record do you mean? For ${scan.domain} I can show what its scan advises for SPF, DMARC, MX, MTA-STS or TLS reports.`,
  )
}
