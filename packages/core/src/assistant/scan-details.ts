import { parseAddress, parseBlock } from '../dns/index.ts'
import type { ScanReply } from '../health/index.ts'
import { providerOfHost, providerOfSpfInclude } from '../providers/index.ts'
import { boundedText, boundedTexts } from './bounded-text.ts'
import { blockHas, rangesOf, type SpfRange } from './spf-ranges.ts'

/** Entries of one list of a scan that are kept; a hostile zone has thousands. */
const detailsMax = 60

/** A mail server as a session of the scan saw it. */
export interface MailHostDetails {
  host: string
  address: string
  /** `TLSv1.3`; null: no encrypted session. */
  protocol: string | null
  certificate: {
    names: readonly string[]
    issuer: string
    /** ISO 8601. */
    notAfter: string
    /** null: none. */
    problem: string | null
  } | null
}

/** A DKIM key that the scan found. */
export interface KeyDetails {
  selector: string
  host: string
  type: string | null
  bits: number | null
  state: string
  provider: string | null
}

/** What a scan saw, by the value, for questions about one of them. null: it could not be read. */
export interface ScanDetails {
  mx: readonly { preference: number; host: string; addresses: readonly string[]; provider: string | null }[] | null
  nameServers: readonly string[] | null
  web: readonly string[]
  spf: {
    records: readonly string[]
    /** null: no tree, because there is no record or there are several. */
    lookups: number | null
    ending: '+' | '-' | '~' | '?' | null
    /** The names that the record itself includes. */
    includes: readonly { name: string; service: string | null }[]
    terms: readonly string[]
    ranges: readonly SpfRange[]
    /** Whether the ranges are all that may send: no lookup failed, and no macro decides. */
    isWhole: boolean
    isPermerror: boolean
  } | null
  dmarc: {
    location: string
    isInherited: boolean
    record: string | null
    /** What receivers apply; null: nothing. */
    policy: 'none' | 'quarantine' | 'reject' | null
    p: 'none' | 'quarantine' | 'reject' | null
    sp: 'none' | 'quarantine' | 'reject' | null
    np: 'none' | 'quarantine' | 'reject' | null
    pct: number | null
    isTesting: boolean
    adkim: 'r' | 's'
    aspf: 'r' | 's'
    rua: readonly string[]
    ruf: readonly string[]
  } | null
  keys: readonly KeyDetails[]
  hosts: readonly MailHostDetails[]
  /** What the parts of the transport check saw, one line each. */
  parts: Readonly<Record<string, readonly string[]>>
  /** Seconds by the kind of record. */
  ttls: Readonly<Partial<Record<'spf' | 'mx' | 'dmarc' | 'a' | 'ns', number>>>
  listings: readonly { list: string; subject: string }[]
  /** The addresses that blocklists were asked about. */
  listAddresses: readonly string[]
}

/** Takes the values from a scan, each list cut at its bound. */
export function scanDetails(reply: ScanReply): ScanDetails {
  return boundedTexts({
    mx: mxOf(reply),
    nameServers: reply.results.dns.delegation?.servers.map(({ host }) => host).slice(0, detailsMax) ?? null,
    web: [...reply.results.dns.a_records, ...reply.results.dns.aaaa_records].map(({ ip }) => ip).slice(0, detailsMax),
    spf: spfOf(reply),
    dmarc: dmarcOf(reply),
    keys: reply.results.dns.dkim_records.slice(0, detailsMax).map(key => ({
      selector: key.selector,
      host: key.hostname,
      type: key.key_type,
      bits: key.key_bits,
      state: key.state,
      provider: key.provider,
    })),
    hosts: hostsOf(reply),
    parts: Object.fromEntries(
      (reply.results.transport?.parts ?? []).map(({ id, details }) => [id, details.slice(0, 12).map(withoutVersion)]),
    ),
    ttls: ttlsOf(reply),
    listings: reply.results.blacklist.blacklists
      .filter(({ status }) => status === 'listed')
      .flatMap(({ name, listings }) => listings.map(each => ({ list: name, subject: each.subject })))
      .slice(0, detailsMax),
    listAddresses: reply.results.blacklist.addresses.map(({ address }) => address).slice(0, detailsMax),
  })
}

/** `_mta-sts.example.com: id=1` of a record: a sentence has no record in it. */
function withoutVersion(line: string): string {
  return line.replace(/: v=[A-Za-z0-9]{1,12}; ?/, ': ')
}

function mxOf({ results: { mx } }: ScanReply): ScanDetails['mx'] {
  if (!mx.success) return null
  return mx.hosts
    .filter(({ state }) => state !== 'null')
    .slice(0, detailsMax)
    .map(({ preference, host, addresses }) => ({
      preference,
      host,
      addresses: addresses.slice(0, 8),
      provider: providerOfHost(host)?.name ?? null,
    }))
}

function spfOf({ results: { spf }, evidence }: ScanReply): ScanDetails['spf'] {
  if (spf === null) return null
  const { records, tree } = spf
  const root = tree?.root.terms ?? []
  const read = tree === null ? { ranges: [], isWhole: false } : rangesOf(tree, evidence)
  return {
    records: records.slice(0, 5).map(boundedText),
    lookups: tree?.lookups ?? null,
    ending: endingOf(tree?.ending),
    includes: root
      .filter(({ kind }) => kind === 'include')
      .slice(0, detailsMax)
      .map(({ text }) => {
        const name = text.replace(/^[-+~?]?include:/i, '').toLowerCase()
        return { name, service: providerOfSpfInclude(name)?.name ?? null }
      }),
    terms: root.slice(0, detailsMax).map(({ text }) => text),
    ranges: read.ranges,
    isWhole: read.isWhole,
    isPermerror: records.length > 1 || (tree?.permerrors.length ?? 0) > 0,
  }
}

function endingOf(ending: string | undefined): '+' | '-' | '~' | '?' | null {
  return ending === '+' || ending === '-' || ending === '~' || ending === '?' ? ending : null
}

function dmarcOf({ results: { dmarc } }: ScanReply): ScanDetails['dmarc'] {
  if (dmarc === null || dmarc.reading.unchecked) return null
  const { location, inherited, record, policy, testing } = dmarc.reading
  return {
    location: location ?? '',
    isInherited: inherited,
    record: record?.text ?? null,
    policy,
    p: record?.p ?? null,
    sp: record?.sp ?? null,
    np: record?.np ?? null,
    pct: record?.pct ?? null,
    isTesting: testing,
    adkim: record?.adkim ?? 'r',
    aspf: record?.aspf ?? 'r',
    rua: (record?.rua ?? []).slice(0, 10),
    ruf: (record?.ruf ?? []).slice(0, 10),
  }
}

function hostsOf({ results: { relay } }: ScanReply): readonly MailHostDetails[] {
  return (relay?.hosts ?? []).slice(0, 20).map(({ host, address, tls }) => ({
    host,
    address,
    protocol: tls?.protocol ?? null,
    certificate:
      tls?.certificate == null
        ? null
        : {
            names: tls.certificate.names.slice(0, 8),
            issuer: tls.certificate.issuer,
            notAfter: tls.certificate.notAfter,
            problem: tls.certificate.problem,
          },
  }))
}

function ttlsOf({ domain_name: domain, evidence, results: { dmarc } }: ScanReply): ScanDetails['ttls'] {
  const names = {
    spf: ['TXT', domain],
    mx: ['MX', domain],
    dmarc: ['TXT', `_dmarc.${dmarc?.reading.location ?? domain}`],
    a: ['A', domain],
    ns: ['NS', domain],
  } as const
  const found = Object.entries(names).flatMap(([kind, [type, name]]) => {
    const asked = evidence.find(
      ({ question, outcome, kind: how }) =>
        how === 'dns' && outcome === 'records' && question.type === type && question.name === name,
    )
    return asked?.kind === 'dns' && asked.via.ttl !== null ? [[kind, asked.via.ttl] as const] : []
  })
  return Object.fromEntries(found)
}

/** Whether an address is in a range of the record, with the way to it; null: it is in none. */
export function rangeWith(ranges: readonly SpfRange[], address: string): SpfRange | null {
  const parsed = parseAddress(address)
  if (parsed === null) return null
  return (
    ranges.find(({ cidr }) => {
      const block = parseBlock(cidr)
      return block !== null && blockHas(block, parsed)
    }) ?? null
  )
}
