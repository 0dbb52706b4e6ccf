import { readReportUri, reportUriOf } from '../../dmarc/index.ts'
import { parseSpf, printMacroString } from '../../spf/index.ts'
import { type Answer, paragraph, published, record } from '../answer.ts'
import { authorityIn } from '../attributes/index.ts'
import { dayOf } from '../explain-finding.ts'
import type { ScanFacts } from '../facts.ts'
import type { Context } from './context.ts'
import { aboutScan, type Topic } from './topic.ts'

const removing =
  / (?:remove|removing|drop|dropping|delete|deleting|without|take out|out of|kick out|get rid of|no longer use|stopped using|stop using) /
const wantsRecord = / (?:records?|spf|rua|txt|publish|dns) /

/** Records that a question itself gives the value of: a service to leave out, an authority, an address for reports. */
export const recordTopics: readonly Topic[] = [
  aboutScan({
    id: 'spf-without',
    asks: [
      'services',
      'services spf',
      'services record',
      'services deletedomain',
      'services fix',
      'services without',
      'services include',
    ],
    also: 'spf record include fix deletedomain without list write new changed send service publishit exist move hosts then look',
    takes: ['services', 'words'],
    when: ({ own, reading }) =>
      own.length === 1 &&
      reading.services.length === 1 &&
      reading.unknown.every(word => taking.has(word)) &&
      removing.test(reading.text) &&
      !reading.forms.has('which') &&
      !reading.forms.has('why') &&
      !reading.concepts.has('dkim') &&
      (wantsRecord.test(reading.text) || reading.forms.has('write')),
    answer: (scan, context) => withoutService(scan, context),
  }),
  aboutScan({
    id: 'caa-record',
    asks: [
      'issuer record',
      'issuer caa write',
      'issuer caa only',
      'issuer caa list',
      'issuer write',
      'issuer caa record',
    ],
    also: 'caa record certificate only write list txt exist how publishit domain dns',
    when: ({ own, reading }) =>
      own.length === 1 &&
      authorityIn(reading.text) !== null &&
      reading.concepts.has('caa') &&
      (reading.forms.has('write') || / (?:record|give|need|so that|only|allows?) /.test(reading.text)) &&
      !/^ (?:may|can|is|does|could) /.test(reading.text),
    answer: (scan, context) => caaRecord(scan, context),
  }),
  aboutScan({
    id: 'tls-report-record',
    asks: ['tlsrpt emails'],
    also: 'record write list address rua txt publishit send move goto domain exist',
    takes: ['emails'],
    when: ({ own, reading }) => own.length === 1 && reading.emails.length === 1 && !reading.forms.has('why'),
    answer: (scan, context) => tlsReportRecord(scan, context),
  }),
]

/** Words of people who stop with a service. */
const taking: ReadonlySet<string> = new Set(
  'removing dropping deleting kick rid longer using cancelled cancel anymore'.split(' '),
)

/** The published SPF record without the include of a service. */
function withoutService({ domain, at, details, records }: ScanFacts, { reading }: Context): Answer {
  const [service] = reading.services
  const seen = records.filter(({ kind }) => kind === 'spf')
  const [only] = seen
  if (service === undefined || details.spf === null)
    return paragraph(`The SPF record of ${domain} could not be read, so I make no other one from it.`, 'strong')
  const names = new Set(details.spf.includes.filter(each => each.service === service.name).map(({ name }) => name))
  if (names.size === 0)
    return [
      ...paragraph(
        `The SPF record of ${domain} has no include of ${service.name} (scan of ${dayOf(at)}), so there is none to remove.`,
        'strong',
      ),
      ...seen.slice(0, 3).flatMap(published),
    ]
  const made = only === undefined || seen.length > 1 ? null : withoutIncludes(only.value, names)
  if (only === undefined || made === null || only.when.endsWith('changed since'))
    return [
      ...paragraph(
        `The SPF record of ${domain} cannot be changed with certainty here: ${seen.length > 1 ? 'there are several' : 'it is not the one of the scan, or it has an error'}. Use the SPF Record Builder under Tools.`,
        'strong',
      ),
      ...seen.slice(0, 3).flatMap(published),
    ]
  return [
    ...paragraph(`Publish this SPF record at ${domain} in place of the one of the scan of ${dayOf(at)}:`, 'strong'),
    ...record({ name: domain, type: 'TXT', value: made }),
    ...paragraph(
      `Do it when ${service.name} no longer sends for ${domain}: its mail then fails SPF there. Its DKIM records and its records in DNS below ${domain} can go too.`,
    ),
  ]
}

/** A record without the includes of some names; null: our parser does not read it as exactly that. */
function withoutIncludes(value: string, names: ReadonlySet<string>): string | null {
  const before = parseSpf(value)
  if (before.problems.length > 0 || value.endsWith('…')) return null
  const isKept = ({ term }: (typeof before.terms)[number]) =>
    term.kind !== 'include' || !names.has(printMacroString(term.domain).toLowerCase())
  const kept = before.terms.filter(isKept)
  if (kept.length === before.terms.length) return null
  const made = ['v=spf1', ...kept.map(({ text }) => text)].join(' ')
  return parseSpf(made).problems.length === 0 ? made : null
}

function caaRecord({ domain, at, details }: ScanFacts, { reading }: Context): Answer {
  const authority = authorityIn(reading.text)
  if (authority === null) return []
  const lines = details.parts['caa'] ?? []
  const hasOwn = lines.some(line => line.includes(' may issue for hosts') && !line.includes('every authority'))
  return [
    ...paragraph(
      `This CAA record at ${domain} allows ${authority.says} alone to issue certificates for hosts:`,
      'strong',
    ),
    ...record({ name: domain, type: 'CAA', value: `0 issue "${authority.name}"` }),
    ...paragraph(
      hasOwn
        ? `${domain} has CAA records already (${dayOf(at)}): ${lines.join('; ')}. Each issue record allows one more authority, so remove those that must not issue.`
        : 'Before you publish it, make sure that no host, hoster or CDN of yours gets certificates from another authority: their renewal would fail.',
    ),
  ]
}

function tlsReportRecord({ domain, details }: ScanFacts, { reading: { emails } }: Context): Answer {
  const [email = ''] = emails
  const uri = /^[a-z0-9._+-]{1,64}@[a-z0-9.-]{3,253}$/.test(email) ? reportUriOf(email) : null
  if (uri === null || readReportUri(uri) === null)
    return paragraph(
      'This address cannot be written into the record as it is. Use a plain address, such as one with letters and digits.',
    )
  const seen = details.parts['tls-rpt'] ?? []
  return [
    ...paragraph(`Publish this record for TLS reports about ${domain}:`, 'strong'),
    ...record({ name: `_smtp._tls.${domain}`, type: 'TXT', value: `v=TLSRPTv1; rua=${uri}` }),
    ...paragraph(
      seen.some(line => line.includes('rua='))
        ? `It replaces the one that is there (${seen.join('; ')}): there may be only one.`
        : 'The address can be at any domain, without a record of consent there.',
    ),
  ]
}
