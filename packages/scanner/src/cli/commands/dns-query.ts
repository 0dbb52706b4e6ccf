import { brokenZoneOf, dataText, type RecordType, type ResourceRecord, textOf, utf8 } from '@waxseal/core/dns'
import { invalidDomainMessage, normalizeName } from '../../domain-name.ts'
import { CommandError } from '../arguments.ts'
import { command } from '../command.ts'
import { bogusText } from '../dnssec.ts'

const recordTypes = [
  'A',
  'AAAA',
  'MX',
  'TXT',
  'SPF',
  'CNAME',
  'NS',
  'SOA',
  'PTR',
  'CAA',
  'TLSA',
  'DS',
  'DNSKEY',
] as const satisfies readonly RecordType[]

export const dnsQuery = command({
  name: 'dns.query',
  summary: 'Send one DNS query.',
  args: {
    name: { kind: 'text', about: 'The name to look up.', required: true, positional: true },
    type: { kind: 'text', about: recordTypes.join(', '), required: true, positional: true },
  },
  run: async (values, { withDns, signal }) => {
    const name = normalizeName(values.name)
    if (name === null) throw new CommandError('domain', invalidDomainMessage)
    const type = recordTypes.find(type => type === values.type.toUpperCase())
    if (type === undefined) throw new CommandError('usage', `"type" must be one of ${recordTypes.join(', ')}`)
    const answer = await withDns(values, dns => dns.session(signal).resolver.query(name, type))
    const { via } = answer
    // SERVFAIL and REFUSED are answers of the server. No message is no answer. A failed answer with NOERROR or NXDOMAIN
    // (a referral, a loop of aliases, an invalid message) is no answer either: shown unchanged, it would read as "no
    // such record".
    if (answer.kind === 'failed' && (via.rcode === null || via.rcode === 'NOERROR' || via.rcode === 'NXDOMAIN')) {
      throw new CommandError('dns', `${type} ${name}: no answer (${answer.reason})`)
    }
    const answers = answer.kind === 'records' ? answer.records.map(answerText) : []
    const broken = brokenZoneOf(name, via)
    const result = { status: via.rcode ?? 'NOERROR', answers, ttl: answer.kind === 'failed' ? null : via.ttl }
    return {
      result,
      text: paint =>
        [
          ...answers.map(line => paint(line)),
          ...(broken !== null ? [paint(bogusText(broken), 'red')] : []),
          paint(`${result.status}${result.ttl === null ? '' : `, TTL ${result.ttl} s`}, ${via.server ?? ''}`, 'dim'),
          '',
        ].join('\n'),
      exitCode: answer.kind === 'failed' ? 1 : 0,
    }
  },
})

/** TXT strings joined, as text when they are UTF-8; other records in zone-file form. */
function answerText(record: ResourceRecord): string {
  if (record.type !== 'TXT' && record.type !== 'SPF') return dataText(record)
  const octets = textOf(record)
  return utf8(octets) ?? octets
}
