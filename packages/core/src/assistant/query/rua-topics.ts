import { parseDmarc, readReportUri, reportUriOf } from '../../dmarc/index.ts'
import { type Answer, paragraph, published, record } from '../answer.ts'
import { dayOf } from '../explain-finding.ts'
import type { ScanFacts } from '../facts.ts'
import { topicAnswer, topicTexts } from '../texts/index.ts'
import type { Context } from './context.ts'
import { aboutScan, type Topic } from './topic.ts'

/** Words of people who want one more address beside the one that is there. */
const oneMore =
  / (?:second|2nd|another|additional|extra|two|both|several|multiple|one more|more than one|as well|also|add|adding) /
const adding: ReadonlySet<string> = new Set(['add', 'adding', 'several', 'multiple', 'additional', 'extra', '2nd'])
/** An address that can stand in a record as it is: it ends no tag, and begins no other. */
const plainAddress = /^[a-z0-9._+-]{1,64}@[a-z0-9.-]{3,253}$/

/** "Add a second report address to the DMARC record of this domain." */
export const ruaTopics: readonly Topic[] = [
  aboutScan({
    id: 'rua-added',
    asks: [
      'rua',
      'rua dmarc',
      'rua emails',
      'dmarc emails',
      'rua write',
      'rua dmarc write',
      'rua address',
      'rua emails dmarc',
      'rua move',
      'rua move address',
      'rua goto',
      'rua goto address',
    ],
    also: 'quota move record exist domain dmarc address send goto publishit added service changed write receive fix should',
    takes: ['emails', 'words'],
    when: ({ own, isNamed, reading }) =>
      own.length === 1 &&
      isNamed &&
      oneMore.test(reading.text) &&
      reading.unknown.every(word => adding.has(word)) &&
      !reading.concepts.has('ruf') &&
      !reading.forms.has('which') &&
      !reading.forms.has('why') &&
      (reading.concepts.has('rua') || / (?:rua|report|reports|reporting) /.test(reading.text)),
    answer: (scan, context) => oneMoreAnswer(scan, context),
  }),
]

function oneMoreAnswer(scan: ScanFacts, { reading }: Context): Answer {
  const { domain, at, details } = scan
  const text = topicTexts.find(({ id }) => id === 'several-report-addresses')
  const about = text === undefined ? [] : topicAnswer(text, null)
  const seen = scan.records.filter(({ kind }) => kind === 'dmarc')
  const [only] = seen
  if (details.dmarc === null || only === undefined || seen.length > 1)
    return [
      ...paragraph(
        details.dmarc === null
          ? `The DMARC record of ${domain} could not be read, so I make no other one from it.`
          : `The scan of ${domain} of ${dayOf(at)} shows ${seen.length === 0 ? 'no DMARC record' : 'several DMARC records'}. Mend that first; then one record names all addresses.`,
        'strong',
      ),
      ...seen.slice(0, 3).flatMap(published),
      ...about,
    ]
  const [email] = reading.emails
  const made = email === undefined || only.when.endsWith('changed since') ? null : withAddress(only.value, email)
  const to = details.dmarc.rua.length
  return [
    ...paragraph(
      `${domain} has ${to === 0 ? 'no report address' : to === 1 ? 'one report address' : `${to} report addresses`} today (${dayOf(at)}).`,
      'strong',
    ),
    ...published(only),
    ...(made === null || email === undefined
      ? paragraph(
          to === 0
            ? 'Name the address, and I write the record; or use the DMARC Record Builder under Tools.'
            : 'Name the second address, and I write the record; or put a comma behind the first address, then mailto and the second one.',
        )
      : [
          ...paragraph('Publish this record in its place:'),
          ...record({ name: only.name, type: 'TXT', value: made }),
          ...consentBlocks(domain, email),
        ]),
    ...about,
  ]
}

/** A record with one more address for reports; null: our parser does not read it as that. */
function withAddress(value: string, email: string): string | null {
  if (!plainAddress.test(email)) return null
  const before = parseDmarc(value)
  if (before.errors.length > 0 || value.endsWith('…')) return null
  const uri = reportUriOf(email)
  if (readReportUri(uri) === null) return null
  const next = before.rua.length === 0 ? `${value.replace(/[\s;]{1,9}$/, '')}; rua=${uri}` : appended(value, uri)
  const after = parseDmarc(next)
  const isOnlyThat =
    after.errors.length === 0 &&
    after.p === before.p &&
    after.sp === before.sp &&
    after.rua.length === before.rua.length + 1 &&
    after.rua.includes(uri)
  return isOnlyThat ? next : null
}

function appended(value: string, uri: string): string {
  return value
    .split(';')
    .map(tag => (/^\s*rua\s*=/i.test(tag) ? `${tag.trimEnd()},${uri}` : tag))
    .join(';')
}

function consentBlocks(domain: string, email: string): Answer {
  const other = email.slice(email.lastIndexOf('@') + 1)
  if (other === domain || other.endsWith(`.${domain}`) || domain.endsWith(`.${other}`)) return []
  return [
    ...paragraph(
      `${other} must agree to get reports about ${domain}. Unless a report service has done that, publish this at ${other}:`,
    ),
    ...record({ name: `${domain}._report._dmarc.${other}`, type: 'TXT', value: 'v=DMARC1' }),
  ]
}
