import { type DnsRecordToPublish, type FindingOf, type FindingRows, findingsIn } from '../check/index.ts'
import {
  type BrokenZone,
  dnssecAdvice,
  dnssecFaultWords,
  isReachableAddress,
  isSubdomain,
  parseAddress,
} from '../dns/index.ts'
import { hasOwnLetters, hostInALabels, inOwnLetters } from './own-letters.ts'

/** An exchange that is a doubled name, and the host it means. */
export interface MxRepair {
  preference: number
  host: string
  meant: string
}

/** An exchange that is an alias (CNAME), whose target has no address. */
export interface DeadAlias {
  host: string
  target: string
}

/** What the wording of each finding about MX needs to know. Every value is short, printable text or a count. */
export interface MxFacts {
  /** `unreachable`: the domain's own addresses, where senders reach none of them; absent: it has none. */
  mx_missing: { domain: string; unreachable?: string }
  mx_implicit: { domain: string }
  /**
   * `broken`: the zones that keep senders that validate from hosts which have an address, each with those hosts (absent in
   * scans of earlier versions); absent or empty: none. `gone`: beside these, the hosts without an address, or a public one.
   * `privates`: the private addresses of the hosts, if any has one.
   */
  mx_all_unresolvable: {
    hosts: string
    domain?: string
    broken?: readonly (BrokenZone & { hosts?: string })[]
    gone?: string
    privates?: string
    repairs?: readonly MxRepair[]
    aliases?: readonly DeadAlias[]
  }
  mx_some_unresolvable: {
    host: string
    domain?: string
    repairs?: readonly MxRepair[]
    aliases?: readonly DeadAlias[]
  }
  /** `inSpf`: the term `mx` of the SPF record needs the hosts too. */
  mx_bogus: { hosts: string; domain: string; broken: BrokenZone; inSpf: boolean }
  mx_ip_literal: { host: string; domain?: string; preference?: number }
  mx_private_address: { host: string; address: string }
  /** Beside an address that senders reach. `loops`: at `addresses` a sender reaches itself, or only at those of `own`. */
  mx_unreachable_address: { host: string; addresses: string; loops: boolean; own?: string }
  mx_cname: { host: string; target: string; domain?: string; preference?: number }
  null_mx_mixed: { domain: string }
  nonmail_no_null_mx: { domain: string }
}

export type MxFinding = FindingOf<MxFacts>

export const mxRows: FindingRows<MxFacts> = {
  mx_missing: {
    check: 'mx',
    points: -20,
    title: 'No MX records',
    subject: null,
    meaning: f =>
      f.unreachable === undefined
        ? `${f.domain} has neither an MX nor an address record, so mail to it cannot be delivered.`
        : `${f.domain} has no MX, and its address ${f.unreachable} cannot be reached from the internet, so mail to it cannot be delivered.`,
    advice: f => `Publish at ${f.domain}: MX 10 followed by the name of your mail server. ${nullMx}`,
    advised: (_f, domain) => [nullMxRecord(domain)],
    clause: 'RFC 5321 section 5.1',
  },
  mx_implicit: {
    check: 'mx',
    points: -10,
    title: 'No MX, only an address record',
    subject: null,
    meaning: f =>
      `Without an MX, senders try the address of ${f.domain} itself, often a web server. Mail waits for days, then bounces.`,
    advice: f => `Publish at ${f.domain}: MX 10 followed by the name of your mail server. ${nullMx}`,
    advised: (_f, domain) => [nullMxRecord(domain)],
    clause: 'RFC 5321 section 5.1',
  },
  mx_all_unresolvable: {
    check: 'mx',
    points: -35,
    title: 'No MX host has a usable address',
    subject: null,
    meaning: f => {
      const dnssec = brokenWords(f)
      if (dnssec !== null) return dnssec
      const none = `None of the mail servers (${inOwnLetters(f.hosts)}) has`
      const refused = hasOwnLetters(f.hosts) ? `${none} a host name that senders accept, so no mail arrives.` : null
      const dead =
        refused ??
        (f.privates === undefined
          ? `${none} an address, so no mail arrives.`
          : `${none} a public address${f.privates === f.hosts ? '' : ` (${f.privates})`}, so no mail arrives.`)
      const why = repairWords(f) ?? aliasWords(f)
      return why === null ? dead : `${dead} ${why}`
    },
    advice: hostsAdvice,
    publish: repairRecord,
    advised: (f, domain) => (hostsAdvice(f).endsWith(nullMx) ? [nullMxRecord(domain)] : otherRepairs(f)),
    clause: 'RFC 5321 section 5.1',
  },
  mx_some_unresolvable: {
    check: 'mx',
    points: -5,
    title: 'An MX host does not resolve',
    subject: f => inOwnLetters(f.host),
    meaning: f =>
      `${hasOwnLetters(f.host) ? `Mail programs refuse the host name ${inOwnLetters(f.host)}.` : `${f.host} has no address.`} ${repairWords(f, 'It') ?? aliasWords(f) ?? 'Delivery is delayed when senders try it first, and it cannot take over if another server fails.'}`,
    advice: f => {
      const give =
        isInside(f.host) || hasOwnLetters(f.host)
          ? `Remove ${inOwnLetters(f.host)}`
          : `Give ${f.host} an A or AAAA record, or remove it`
      const repair = repairAdvice(f) ?? aliasAdvice(f, `remove ${f.host} from the MX records`)
      return repair ?? `${give} from the MX records.`
    },
    publish: repairRecord,
    advised: f => repairRecords(f).slice(1),
    clause: 'RFC 5321 section 5.1',
  },
  mx_bogus: {
    check: 'mx',
    points: -15,
    title: 'MX host in a zone with broken DNSSEC',
    subject: f => f.broken.zone,
    meaning: f =>
      f.inSpf
        ? `DNSSEC of ${f.broken.zone} is broken, so validating senders deliver no mail to ${f.hosts}. Validating receivers return temperror at the SPF term mx.`
        : `${zoneWords(f.broken)} Validating senders deliver no mail to ${f.hosts}.`,
    advice: f =>
      `${dnssecAdvice(f.broken, isOwn(f.broken, f.domain))} Or replace ${f.hosts} in the MX records with a host that senders can resolve.`,
    clause: 'RFC 4035 section 5.5',
  },
  mx_ip_literal: {
    check: 'mx',
    points: -10,
    title: 'MX names an IP address',
    subject: f => f.host,
    meaning: f => `An MX must name a host, not an address. Many senders deliver no mail to ${f.host}.`,
    advice: f => {
      if (f.domain === undefined)
        return `Publish an address record for a host name, and put that name in the MX record.`
      const name = `mail.${f.domain}`
      if (!isReachableAddress(f.host))
        return `Publish the public address of the server at ${name}, or at another name, as an A or AAAA record. Then publish at ${f.domain}: MX ${f.preference ?? 10} ${name}, in place of the MX that names ${f.host}.`
      return `Publish at ${name}, or at another name if that has records: ${typeOf(f.host)} ${f.host}. Then publish at ${f.domain}: MX ${f.preference ?? 10} ${name}, in place of the MX that names the address.`
    },
    advised: ({ host, domain, preference = 10 }) => {
      if (domain === undefined || !isReachableAddress(host)) return []
      const name = `mail.${domain}`
      return [
        { name, type: typeOf(host), value: host },
        { name: domain, type: 'MX', value: `${preference} ${name}` },
      ]
    },
    clause: 'RFC 1035 section 3.3.9',
  },
  mx_private_address: {
    check: 'mx',
    points: -10,
    title: 'MX host without a reachable address',
    subject: f => f.host,
    meaning: f => `${f.host} resolves to ${f.address} only, which cannot be reached from the internet.`,
    advice: f =>
      isInside(f.host)
        ? `Remove ${f.host} from the MX records.`
        : `Publish at ${f.host} the public address of the server as an A or AAAA record. If it has none, remove the MX record that names ${f.host}.`,
    clause: 'RFC 1918 section 3',
  },
  mx_unreachable_address: {
    check: 'mx',
    points: -5,
    title: 'MX host with an unreachable address',
    subject: f => f.host,
    meaning: f =>
      f.own !== undefined
        ? `${f.host} also has ${f.addresses}, which senders cannot reach. At ${f.own} a sender reaches itself and may return the mail.`
        : f.loops
          ? `${f.host} also has ${f.addresses}, where a sender reaches itself. It may then return the mail because of a loop.`
          : `${f.host} also has ${f.addresses}, which cannot be reached from the internet. Delivery is delayed when senders try it first.`,
    advice: f => `Remove ${f.addresses} from the A and AAAA records of ${f.host}. Keep the public addresses.`,
    clause: 'RFC 5321 section 5.1',
  },
  mx_cname: {
    check: 'mx',
    points: -3,
    title: 'MX points to an alias',
    subject: f => f.host,
    meaning: f =>
      `${f.host} is an alias (CNAME) of ${inOwnLetters(f.target)}. An MX must not name an alias, and some senders refuse it.`,
    advice: f => {
      const record = aliasRecord(f)
      return record === null
        ? `Ask the operator of ${f.host} to replace its CNAME with address records. Until then, you can name ${hostInALabels(f.target) ?? f.target} in the MX record.`
        : `Publish at ${record.name}: MX ${record.value}, in place of the MX that names ${f.host}. Or replace the CNAME at ${f.host} with address records.`
    },
    publish: aliasRecord,
    clause: 'RFC 2181 section 10.3',
  },
  null_mx_mixed: {
    check: 'mx',
    points: -10,
    title: 'Null MX together with other MX',
    subject: null,
    meaning: f =>
      `The null MX says that ${f.domain} takes no mail, but other MX records say where to deliver it. Some senders refuse to deliver.`,
    advice: () => 'Remove the null MX if the domain takes mail. If it takes none, remove all other MX records.',
    clause: 'RFC 7505 section 3',
  },
  nonmail_no_null_mx: {
    check: 'mx',
    points: -3,
    title: 'Null MX not published',
    subject: null,
    meaning: f =>
      `The SPF record says that ${f.domain} sends no mail. Without a null MX, senders still try to deliver mail to it.`,
    advice: f => `Publish at ${f.domain}: MX 0 .`,
    publish: f => ({ name: f.domain, type: 'MX', value: '0 .' }),
    clause: 'RFC 7505 section 3',
  },
}

const nullMx = 'If the domain takes no mail, publish the null MX alone: MX 0 .'

/** RFC 7505. */
function nullMxRecord(domain: string): DnsRecordToPublish {
  return { name: domain, type: 'MX', value: '0 .' }
}

const typeOf = (address: string) => (address.includes(':') ? 'AAAA' : 'A')

/** What to do about hosts without addresses. */
function hostsAdvice(f: MxFacts['mx_all_unresolvable']): string {
  const dnssec = brokenAdvice(f)
  if (dnssec !== null) return dnssec
  const repair = repairAdvice(f) ?? aliasAdvice(f, 'point the MX records at hosts that have addresses')
  if (repair !== null) return repair
  if (isAddress(f.hosts))
    return `Point the MX records at host names with public addresses, in place of ${f.hosts}. ${nullMx}`
  if (hasOwnLetters(f.hosts))
    return `Replace ${inOwnLetters(f.hosts)} in the MX records with host names as A-labels that have addresses. ${nullMx}`
  if (isInside(f.hosts)) return `Replace ${f.hosts} in the MX records with the full name of your mail server. ${nullMx}`
  return f.privates === undefined
    ? `Give ${f.hosts} A or AAAA records, or point the MX records at hosts that have them.`
    : `Publish the public addresses of ${f.hosts} as A or AAAA records, or point the MX records at hosts that have one. ${nullMx}`
}

/**
 * Whether a host is a single label, such as `localhost`, or below a name that the public DNS never has (RFC 6761, RFC
 * 6762, RFC 8375).
 */
function isInside(host: string): boolean {
  return !host.includes('.') || /\.(?:localhost|local|internal|invalid|lan|home\.arpa)$/.test(host)
}

/** The hosts are addresses alone. */
function isAddress(hosts: string): boolean {
  return hosts.split(', ').every(host => parseAddress(host) !== null)
}

function isOwn({ zone }: BrokenZone, domain: string | undefined): boolean {
  return domain !== undefined && isSubdomain(zone, domain)
}

function zoneWords({ zone, whole, fault }: BrokenZone): string {
  return `DNSSEC of ${zone} is ${whole ? '' : 'partly '}broken: ${dnssecFaultWords(fault)}.`
}

/** Each zone that keeps senders from mail servers, and the servers that no one reaches; null: DNSSEC is not the cause. */
function brokenWords({ broken = [], hosts, gone, privates }: MxFacts['mx_all_unresolvable']): string | null {
  const [first] = broken
  if (first === undefined) return null
  if (broken.length === 1 && gone === undefined)
    return `${zoneWords(first)} Validating senders cannot resolve ${hosts}.`
  const zones = `DNSSEC is broken in ${broken.map(({ zone }) => zone).join(', ')}, so validating senders deliver no mail.`
  const address = privates === undefined ? 'address' : 'public address'
  return gone === undefined ? zones : `${zones} No ${address} exists for ${gone}.`
}

function brokenAdvice(f: MxFacts['mx_all_unresolvable']): string | null {
  const { broken = [], domain, gone } = f
  if (broken.length === 0) return null
  const each = broken.map(zone => dnssecAdvice(zone, isOwn(zone, domain)))
  const replace = gone === undefined ? [] : [repairAdvice(f) ?? `Replace ${gone} in the MX records, or remove it.`]
  return [...each, ...replace, 'Or point the MX records at hosts that senders can resolve.'].join(' ')
}

interface Repairs {
  domain?: string
  repairs?: readonly MxRepair[]
}

/** Why an exchange has no address: a DNS panel appended the zone, or the name is not written as A-labels. */
function repairWords({ repairs: [first] = [] }: Repairs, who?: 'It'): string | null {
  if (first === undefined) return null
  if (hasOwnLetters(first.host))
    return `${who ?? inOwnLetters(first.host)} has letters outside ASCII and must be written ${first.meant}.`
  const zone = first.host.slice(first.meant.length + 1)
  return `The final dot after ${first.meant} is missing, so the panel appended ${zone}.`
}

function aliasWords({ aliases = [] }: { aliases?: readonly DeadAlias[] }): string | null {
  const [first, ...others] = aliases
  if (first === undefined) return null
  return others.length === 0
    ? `${first.host} is an alias (CNAME) of ${first.target}, which has no address.`
    : `${aliases.map(({ host }) => host).join(', ')} are aliases (CNAME) of names without an address.`
}

/** Beside a CNAME there can be no address record (RFC 1034 section 3.6.2). */
function aliasAdvice({ aliases = [] }: { aliases?: readonly DeadAlias[] }, instead: string): string | null {
  if (aliases.length === 0) return null
  return `Replace the CNAME at ${aliases.map(({ host }) => host).join(', ')} with A or AAAA records, or ${instead}.`
}

function repairAdvice({ domain, repairs = [] }: Repairs): string | null {
  if (domain === undefined || repairs.length === 0) return null
  const records = repairs.map(({ preference, meant }) => `MX ${preference} ${meant}`)
  return `Publish at ${domain}: ${records.join(', ')}. Type the final dot if your DNS provider asks for full names.`
}

/** A record for each exchange that is a doubled name. */
function repairRecords({ domain, repairs = [] }: Repairs): readonly DnsRecordToPublish[] {
  if (domain === undefined) return []
  return repairs.map(({ preference, meant }) => ({ name: domain, type: 'MX', value: `${preference} ${meant}` }))
}

/** The repairs that `hostsAdvice` names and no action has. */
function otherRepairs(f: MxFacts['mx_all_unresolvable']): readonly DnsRecordToPublish[] {
  if (f.broken === undefined || f.broken.length === 0) return repairRecords(f).slice(1)
  return f.gone === undefined ? [] : repairRecords(f)
}

function repairRecord(f: Repairs): DnsRecordToPublish | null {
  return repairRecords(f)[0] ?? null
}

/** The MX that names the target. Of an alias outside the domain, the operator may change the target at any time. */
function aliasRecord({ host, target, domain, preference }: MxFacts['mx_cname']): DnsRecordToPublish | null {
  const name = hasOwnLetters(target) ? hostInALabels(target) : target
  if (domain === undefined || name === null || !isSubdomain(host, domain)) return null
  return { name: domain, type: 'MX', value: `${preference ?? 10} ${name}` }
}

export const mxFinding = findingsIn(mxRows)
