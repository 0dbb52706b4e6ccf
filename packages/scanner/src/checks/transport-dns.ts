import { createHash } from 'node:crypto'
import type { DnsEvidence } from '@waxseal/core/check'
import { type Answer, isReachableAddress, parseAddress, type RecordType, reverseName, textOf } from '@waxseal/core/dns'
import type { Authentic, DaneFacts, NextHop, ReverseFacts, TextFacts, TlsaRecord } from '@waxseal/core/transport'
import type { CheckResolver } from './check.ts'

/** The DNS data of a mail host. */
export interface KnownHost {
  host: string
  addresses: readonly string[]
  /** The CNAME target. */
  alias: string | null
}

const textsMax = 8
const textMax = 2048
/** The maximum number of addresses to query for names, and of names of one address to resolve. */
const reverseMax = 16
const namesMax = 3
/** The maximum number of hosts to query for TLSA records, and of records of one host. */
const daneMax = 20
const tlsaMax = 20

/** The texts of one protocol at a name: a wildcard returns others too. */
export async function textsAt(
  dns: CheckResolver,
  name: string,
  belongs: (text: string) => boolean,
): Promise<TextFacts> {
  const answer = await dns.query(name, 'TXT')
  if (answer.kind === 'failed') return { name, texts: null }
  const texts = answer.kind === 'records' ? answer.records.map(textOf).filter(belongs) : []
  return { name, texts: texts.slice(0, textsMax).map(text => text.slice(0, textMax)) }
}

/** The names of the first sixteen addresses that senders reach of the hosts, and whether reverse DNS is forward-confirmed. */
export async function reverseOf(dns: CheckResolver, hosts: readonly KnownHost[]): Promise<readonly ReverseFacts[]> {
  const owners = new Map<string, string>()
  for (const { host, addresses } of hosts) {
    for (const address of addresses.filter(isReachableAddress)) if (!owners.has(address)) owners.set(address, host)
  }
  return Promise.all([...owners].slice(0, reverseMax).map(([address, host]) => reverseOfOne(dns, host, address)))
}

async function reverseOfOne(dns: CheckResolver, host: string, address: string): Promise<ReverseFacts> {
  const parsed = parseAddress(address)
  if (parsed === null) throw new Error(`not an address: ${address}`)
  const record = reverseName(parsed)
  const answer = await dns.query(record, 'PTR')
  if (answer.kind === 'failed') return { host, address, record, names: null, confirmed: null }
  const names = answer.kind === 'records' ? answer.records.map(({ target }) => target).slice(0, namesMax) : []
  const type = parsed.family === 4 ? 'A' : 'AAAA'
  const answers: readonly Answer<'A' | 'AAAA'>[] = await Promise.all(names.map(name => dns.query(name, type)))
  const leadsBack = answers.some(
    forward =>
      forward.kind === 'records' && forward.records.some(each => parseAddress(each.address)?.value === parsed.value),
  )
  const open = answers.some(forward => forward.kind === 'failed')
  const confirmed = leadsBack || (open ? null : false)
  return { host, address, record, names, confirmed: names.length === 0 ? false : confirmed }
}

/** How senders get to the hosts, by the answers so far: by MX records, or without any, by the addresses of the domain. */
export function nextHopOf(dns: CheckResolver, name: string, by: NextHop['by']): NextHop {
  const evidence = dns.evidence()
  const types = by === 'mx' ? (['MX'] as const) : (['A', 'AAAA'] as const)
  const aliases = evidence.filter(
    ({ question }) => question.name === name && types.some(type => type === question.type),
  )
  const alias = aliases.map(({ via }) => via.cnames.at(-1)).find(target => target !== undefined) ?? null
  return { by, authentic: authenticOf(evidence, name, types), alias }
}

/** The TLSA records of the hosts, and whether DNSSEC authenticates them. */
export function daneOf(dns: CheckResolver, hosts: readonly KnownHost[]): Promise<readonly DaneFacts[]> {
  return Promise.all(
    hosts
      .filter(({ addresses }) => addresses.length > 0)
      .slice(0, daneMax)
      .map(each => daneOfOne(dns, each)),
  )
}

/** RFC 7672 section 2.2.2: for a CNAME, the records of its target take precedence over those of its own name. */
async function daneOfOne(dns: CheckResolver, { host, alias }: KnownHost): Promise<DaneFacts> {
  const hostAuthentic = authenticOf(dns.evidence(), host, ['A', 'AAAA'])
  const own = `_25._tcp.${host}`
  if (alias !== null && hostAuthentic === 'yes') {
    const answer = await dns.query(`_25._tcp.${alias}`, 'TLSA')
    if (answer.kind === 'records') return factsOf(host, `_25._tcp.${alias}`, answer, hostAuthentic)
  }
  const [answer, cname] = await Promise.all([
    dns.query(own, 'TLSA'),
    alias !== null && hostAuthentic === 'no' ? dns.query(host, 'CNAME') : null,
  ])
  const facts = factsOf(host, own, answer, hostAuthentic)
  return cname === null || cname.kind === 'failed' ? facts : { ...facts, aliasAuthentic: cname.via.authentic }
}

function factsOf(host: string, record: string, answer: Answer<'TLSA'>, hostAuthentic: Authentic): DaneFacts {
  const { authentic } = answer.via
  if (answer.kind === 'failed') return { host, record, tlsa: null, authentic, hostAuthentic }
  const records = answer.kind === 'records' ? answer.records.slice(0, tlsaMax) : []
  const tlsa = records.map(({ usage, selector, matching, data }): TlsaRecord => {
    const digest = matching === 0 ? createHash('sha256').update(Buffer.from(data, 'hex')).digest('hex') : null
    return { usage, selector, matching, data: matching === 0 ? data.slice(0, 64) : data.slice(0, 130), digest }
  })
  return { host, record, tlsa, authentic, hostAuthentic }
}

/** Whether DNSSEC authenticates the records of a name: `bogus` before `no` before `yes`. */
function authenticOf(evidence: readonly DnsEvidence[], name: string, types: readonly RecordType[]): Authentic {
  const said = evidence
    .filter(({ question, outcome }) => question.name === name && outcome === 'records')
    .filter(({ question }) => types.some(type => type === question.type))
    .map(({ via }) => via.authentic)
  if (said.includes('bogus')) return 'bogus'
  return said.length > 0 && said.every(each => each === 'yes') ? 'yes' : 'no'
}
