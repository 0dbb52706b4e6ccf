import { type FindingOf, type FindingRows, findingsIn, listed } from '../check/index.ts'
import { type BrokenZone, dnssecAdvice, dnssecFaultWords, isSubdomain } from '../dns/index.ts'

/** What the wording of each finding about MX needs to know. Every value is short, printable text or a count. */
export interface MxFacts {
  mx_missing: { domain: string }
  mx_implicit: { domain: string }
  /** `broken`: the zones that keep senders that validate from hosts which have an address; absent or empty: none. */
  mx_all_unresolvable: { hosts: string; domain?: string; broken?: readonly BrokenZone[] }
  mx_some_unresolvable: { host: string }
  /** `inSpf`: the term `mx` of the SPF record needs the host too. */
  mx_bogus: { host: string; domain: string; broken: BrokenZone; inSpf: boolean }
  mx_ip_literal: { host: string }
  mx_private_address: { host: string; address: string }
  mx_cname: { host: string; target: string }
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
    meaning: f => `${f.domain} has neither an MX nor an address record, so mail to it cannot be delivered.`,
    advice: f =>
      `Publish at ${f.domain}: MX 10 followed by the name of your mail server. If the domain takes no mail, publish the null MX: MX 0 .`,
    clause: 'RFC 5321 section 5.1',
  },
  mx_implicit: {
    check: 'mx',
    points: -10,
    title: 'No MX, only an address record',
    subject: null,
    meaning: f =>
      `Without an MX, senders try the address of ${f.domain} itself, often a web server that takes no mail. Mail is then delayed for days before it bounces.`,
    advice: f =>
      `Publish at ${f.domain}: MX 10 followed by the name of your mail server. If the domain takes no mail, publish the null MX: MX 0 .`,
    clause: 'RFC 5321 section 5.1',
  },
  mx_all_unresolvable: {
    check: 'mx',
    points: -35,
    title: 'No MX host resolves',
    subject: null,
    meaning: f => {
      const [broken] = f.broken ?? []
      return broken === undefined
        ? `None of the mail servers named (${f.hosts}) has an address, so mail cannot be delivered.`
        : `DNSSEC of ${zonesIn(f.broken ?? [])} is broken: ${dnssecFaultWords(broken.fault)}. Senders that validate resolve none of the mail servers (${f.hosts}), so they cannot deliver mail.`
    },
    advice: f => {
      const [broken] = f.broken ?? []
      return broken === undefined
        ? `Give ${f.hosts} A or AAAA records, or point the MX records at hosts that have them.`
        : `${dnssecAdvice(broken, isOwn(broken, f.domain))} Or point the MX records at hosts that senders can resolve.`
    },
    clause: 'RFC 5321 section 5.1',
  },
  mx_some_unresolvable: {
    check: 'mx',
    points: -5,
    title: 'An MX host does not resolve',
    subject: f => f.host,
    meaning: f =>
      `${f.host} has no address. Senders that try it first lose time, and it is missing when another fails.`,
    advice: f => `Give ${f.host} an A or AAAA record, or remove it from the MX records.`,
    clause: 'RFC 5321 section 5.1',
  },
  mx_bogus: {
    check: 'mx',
    points: -15,
    title: 'MX host in a zone with broken DNSSEC',
    subject: f => f.host,
    meaning: f =>
      `DNSSEC of ${f.broken.zone} is broken: ${dnssecFaultWords(f.broken.fault)}. Senders that validate cannot resolve ${f.host}, so they deliver no mail to it.${f.inSpf ? ' For the same reason, receivers that validate answer temperror at the term mx of the SPF record.' : ''}`,
    advice: f =>
      `${dnssecAdvice(f.broken, isOwn(f.broken, f.domain))} Or replace ${f.host} in the MX records by a host that senders can resolve.`,
    clause: 'RFC 4035 section 5.5',
  },
  mx_ip_literal: {
    check: 'mx',
    points: -10,
    title: 'MX names an IP address',
    subject: f => f.host,
    meaning: f => `An MX must name a host. Senders look up the address of a host called ${f.host} and find none.`,
    advice: f => `Give the server a name with an address record for ${f.host}, and put that name in the MX record.`,
    clause: 'RFC 1035 section 3.3.9',
  },
  mx_private_address: {
    check: 'mx',
    points: -10,
    title: 'MX resolves to a private address',
    subject: f => f.host,
    meaning: f => `${f.host} resolves to ${f.address} only, which cannot be reached from the internet.`,
    advice: f => `Publish the public address of ${f.host}, or remove it from the MX records.`,
    clause: 'RFC 1918 section 3',
  },
  mx_cname: {
    check: 'mx',
    points: -3,
    title: 'MX points to an alias',
    subject: f => f.host,
    meaning: f => `${f.host} is a CNAME for ${f.target}. An MX must not name an alias; some senders refuse it.`,
    advice: f => `Put ${f.target} in the MX record, or replace the CNAME at ${f.host} by address records.`,
    clause: 'RFC 2181 section 10.3',
  },
  null_mx_mixed: {
    check: 'mx',
    points: -10,
    title: 'Null MX together with other MX',
    subject: null,
    meaning: f =>
      `${f.domain} says both that it takes no mail and where to deliver it. Senders differ in what they then do.`,
    advice: () =>
      'Remove the record MX 0 . if the domain takes mail; otherwise remove every other MX record and keep this one.',
    clause: 'RFC 7505 section 3',
  },
  nonmail_no_null_mx: {
    check: 'mx',
    points: -3,
    title: 'Null MX not published',
    subject: null,
    meaning: f =>
      `The SPF record says that ${f.domain} sends no mail, but nothing says that it takes none: senders keep trying.`,
    advice: f => `Publish at ${f.domain}: MX 0 .`,
    clause: 'RFC 7505 section 3',
  },
}

function isOwn({ zone }: BrokenZone, domain: string | undefined): boolean {
  return domain !== undefined && isSubdomain(zone, domain)
}

function zonesIn(broken: readonly BrokenZone[]): string {
  return listed([...new Set(broken.map(({ zone }) => zone))], 5)
}

export const mxFinding = findingsIn(mxRows)
