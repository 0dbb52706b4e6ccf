import { presentationOf, type RecordType, zoneResolver } from '@waxseal/core/dns'
import { nameservers, type WorldZone } from '@waxseal/core/fixtures'
import { type LabZone, nameserver } from './lab.ts'

/**
 * The record types of an entry that a zone file of the lab contains. The lab makes the keys, signatures, NS and SOA of
 * a zone.
 */
const printed = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'PTR', 'TLSA', 'TXT'] as const satisfies readonly RecordType[]

/**
 * A zone of the fixtures for the name servers of the lab, which must have `nameservers` among its hosts.
 *
 * @throws Error for what no name server can express, such as a name that exists without data, or a failing query
 */
export async function labZone({ name, records, dnssec, servers }: WorldZone): Promise<LabZone> {
  if (servers !== undefined) {
    if (Object.keys(records).length > 0) throw new Error(`nobody serves the records of ${name}`)
    return { name, nameservers: [servers === 'silent' ? nameserver.silent : nameserver.refusing] }
  }
  const resolver = zoneResolver(records)
  const lines: string[] = []
  for (const [owner, { ttl: _, ...data }] of Object.entries(records)) {
    const types = Object.keys(data)
    const unknown = types.find(type => !printed.some(known => known === type))
    if (unknown !== undefined) throw new Error(`${owner}: a zone of the lab holds no ${unknown}`)
    const own: string[] = []
    for (const type of printed.filter(known => types.includes(known))) {
      const answer = await resolver.query(owner, type)
      if (answer.via.cnames.length > 0 && type !== 'CNAME') throw new Error(`${owner}: ${type} beside an alias`)
      if (answer.kind === 'records') own.push(...answer.records.map(presentationOf))
    }
    if (own.length === 0 && owner !== name) throw new Error(`${owner}: a name without records`)
    lines.push(...own)
  }
  // From here on names end where they are written.
  const text = ['$ORIGIN .', ...lines].join('\n')
  return { name, records: text, nameservers: [...nameservers.keys()], ...(dnssec === undefined ? {} : { dnssec }) }
}
