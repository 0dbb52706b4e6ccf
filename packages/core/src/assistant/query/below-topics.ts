import { type Answer, paragraph, published } from '../answer.ts'
import type { ScanFacts } from '../facts.ts'
import { aboutScan, type Topic } from './topic.ts'

const effects = {
  none: 'receivers deliver mail that fails',
  quarantine: 'receivers put mail that fails into the spam folder',
  reject: 'receivers refuse mail that fails',
} as const

/** Questions about a name below one of the user's domains. */
export const belowTopics: readonly Topic[] = [
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
