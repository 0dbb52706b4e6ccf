import { listed } from '../../check/index.ts'
import { type Answer, list, paragraph } from '../answer.ts'
import { attributeOf } from './attribute-answer.ts'
import type { Context } from './context.ts'
import type { Topic } from './topic.ts'

const asked = ['spf-record', 'dkim-keys', 'dmarc-record'] as const

/** What the large receivers ask of senders, as far as a scan shows it. */
export const complianceTopics: readonly Topic[] = [
  {
    id: 'compliance',
    of: 'domains',
    asks: ['compliant', 'compliant services', 'compliant send'],
    also: 'send secure all domain issue record exist monitor deliver',
    takes: ['services', 'words'],
    needsScans: true,
    when: ({ reading }) =>
      reading.unknown.every(word => ['yahoo', 'hotmail', 'aol', 'icloud', 'apple', 'gmx'].includes(word)) &&
      (reading.forms.has('is') || reading.forms.has('which')),
    answer: context => complianceAnswer(context),
  },
]

function complianceAnswer({ facts, own }: Context): Answer {
  const scans = facts.scans.filter(
    ({ domain, isNonMail }) => isNonMail !== true && (own.length === 0 || own.some(({ name }) => name === domain)),
  )
  const lacking = scans.flatMap(scan => {
    const missing = asked.map(attributeOf).filter(attribute => {
      const read = attribute.read(scan)
      return read.known && (read.value === null || (Array.isArray(read.value) && read.value.length === 0))
    })
    return missing.length === 0
      ? []
      : [{ lead: `${scan.domain}:`, text: `no ${missing.map(({ name }) => name).join(', no ')}.` }]
  })
  const lacked = new Set(lacking.map(({ lead }) => lead))
  // What could not be read is not there by that.
  const open = scans.filter(
    scan => !lacked.has(`${scan.domain}:`) && asked.some(id => id !== 'dkim-keys' && !attributeOf(id).read(scan).known),
  )
  const known = scans.length - open.length
  return [
    ...paragraph(
      lacking.length === 0
        ? known === 0
          ? 'That is not known: SPF and DMARC of the scanned domains could not be read.'
          : `As far as a scan shows it, yes: the ${known} scanned domains that send mail${open.length === 0 ? '' : ' and could be read'} have SPF, DMARC, and DKIM where its keys can be found.`
        : `Not all: ${lacking.length} of ${scans.length} scanned domains that send mail lack what Gmail, Yahoo and Microsoft ask of bulk senders:`,
      'strong',
    ),
    ...list(lacking.slice(0, 20)),
    ...paragraph(
      open.length === 0
        ? ''
        : `Not known, because a lookup failed: ${listed(
            open.map(({ domain }) => domain),
            8,
          )}.`,
    ),
    ...paragraph(
      'They also ask for what no scan can see: complaints below 0.3% of the mail, one-click unsubscribe in bulk mail, and DMARC alignment of every message. Google Postmaster Tools shows the complaints.',
    ),
  ]
}
