import { type Answer, paragraph, published } from '../answer.ts'
import type { ScanFacts } from '../facts.ts'
import type { Context } from './context.ts'
import { aboutScan, type Topic } from './topic.ts'

const effects = {
  none: 'receivers deliver mail that fails',
  quarantine: 'receivers put mail that fails into the spam folder',
  reject: 'receivers refuse mail that fails',
} as const

/** Questions about a name below one of the user's domains. */
export const belowTopics: readonly Topic[] = [
  aboutScan({
    id: 'below-own-record',
    asks: [
      'dmarc policy',
      'dmarc policy policies',
      'dmarc',
      'policies',
      'dmarc policies',
      'record',
      'policy',
      'dmarc record',
      'dmarc record policies',
      'labels',
    ],
    also: 'dmarc policy covers subdomain record exist send receive which secure publishit changed compare without',
    takes: ['policies', 'labels', 'words'],
    when: ({ own, reading }) =>
      own.some(({ below }) => below !== null) &&
      isAboutOwnRecord(own, reading) &&
      !reading.concepts.has('spf') &&
      !reading.concepts.has('dkim') &&
      reading.unknown.length <= 1,
    answer: (scan, { own }) => ownRecordBelow(scan, own.find(({ below }) => below !== null)?.below ?? ''),
  }),
  aboutScan({
    id: 'below-policy',
    asks: ['policy', 'dmarc', 'dmarc policy', 'covers', 'dmarc covers', 'policy covers', 'subdomain', 'policies'],
    also: 'dmarc policy covers subdomain record exist send receive which secure',
    takes: ['policies', 'words'],
    when: ({ own, reading }) =>
      own.some(({ below }) => below !== null) && !reading.concepts.has('mx') && reading.unknown.length <= 1,
    answer: (scan, { own }) => policyBelow(scan, own.find(({ below }) => below !== null)?.below ?? ''),
  }),
]

/** "A record of its own", or both names with their own labels: "the one at _dmarc.example.com or at _dmarc.news.example.com". */
function isAboutOwnRecord(own: Context['own'], { text, labels, concepts, tokens }: Context['reading']): boolean {
  if (!concepts.has('dmarc') && !concepts.has('record') && labels.length === 0 && !/ itself /.test(text)) return false
  return (
    (own.length > 1 && tokens.some(({ kind }) => kind === 'label')) || / (?:own|itself|separate|another) /.test(text)
  )
}

/** Which record counts for a name below the domain that has one of its own. */
function ownRecordBelow({ domain, records, details: { dmarc } }: ScanFacts, below: string): Answer {
  const policy = dmarc === null || dmarc.policy === null ? null : (dmarc.sp ?? dmarc.p ?? dmarc.policy)
  return [
    ...paragraph(
      `If ${below} publishes a DMARC record of its own, at _dmarc.${below}, its own record applies to mail from ${below}, and the one of ${domain} does not count there.`,
      'strong',
    ),
    ...paragraph(
      policy === null
        ? `Without one, receivers apply the record of ${domain}, and its last scan found none that they use.`
        : `So p=none there opens ${below} to spoofing again, whatever ${domain} says. Without a record of its own it inherits p=${policy} from ${domain}.`,
    ),
    ...records
      .filter(({ kind }) => kind === 'dmarc')
      .slice(0, 1)
      .flatMap(published),
    ...paragraph(`A scan of ${domain} does not look at _dmarc.${below}: add ${below} as a domain to have it scanned.`),
    ...paragraph('Source: RFC 9989 sections 4.7 and 4.10.1. Read in November 2026.', 'quiet'),
  ]
}

/** The policy that receivers apply to a name below the domain. */
function policyBelow(scan: ScanFacts, below: string): Answer {
  const { domain, records, details } = scan
  const { dmarc } = details
  if (dmarc === null) return paragraph(`It is not known: the DMARC record of ${domain} could not be read.`)
  if (dmarc.policy === null)
    return paragraph(
      `${domain} has no DMARC record that receivers use, so they apply no policy to ${below} either, unless ${below} publishes a record of its own.`,
    )
  const policy = dmarc.sp ?? dmarc.p ?? dmarc.policy
  const why =
    dmarc.sp === null
      ? `The record of ${domain} has no sp tag, so its policy also covers subdomains`
      : `The record of ${domain} says so for subdomains (sp=${dmarc.sp})`
  return [
    ...paragraph(`Receivers apply p=${policy} to mail from ${below}: ${effects[policy]}.`, 'strong'),
    ...paragraph(
      `${why}: ${below} inherits it, unless it publishes a DMARC record of its own at _dmarc.${below}. A scan of ${domain} does not look there.`,
    ),
    ...records
      .filter(({ kind }) => kind === 'dmarc')
      .slice(0, 1)
      .flatMap(published),
  ]
}
