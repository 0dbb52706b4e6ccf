import type { FindingRow } from './finding-row.ts'
import { permerrorAdvice } from './permerror-advice.ts'

/** What the wording of each finding needs to know. Every value is short, printable text or a count. */
export interface DnsRecordFacts {
  domain_not_found: { domain: string }
  dnssec_bogus: { domain: string; detail: string }
  mx_missing: { domain: string }
  mx_implicit: { domain: string }
  mx_all_unresolvable: { hosts: string }
  mx_some_unresolvable: { host: string }
  mx_ip_literal: { host: string }
  mx_private_address: { host: string; address: string }
  mx_cname: { host: string; target: string }
  null_mx_mixed: { domain: string }
  nonmail_no_null_mx: { domain: string }
  spf_missing: { domain: string }
  spf_plus_all: { term: string }
  spf_permerror: { problem: string }
  spf_neutral: { domain: string }
  spf_no_all: { domain: string }
  spf_too_open: { addresses: string }
  spf_softfail_unenforced: { domain: string }
  spf_near_limit: { lookups: number }
  spf_ptr: { term: string }
  dmarc_missing: { domain: string }
  dmarc_invalid: { location: string; problem: string }
  dmarc_none: { location: string }
  dmarc_testing: { location: string; tag: string }
  dmarc_sp_weaker: { tag: string; policy: string }
  dmarc_rua_missing: { location: string }
  dmarc_rua_unauthorised: { destination: string; record: string }
  nonmail_dmarc_missing: { domain: string }
  nonmail_dmarc_weak: { location: string }
  nonmail_dmarc_quarantine: { location: string }
}

export const recordRows: { readonly [K in keyof DnsRecordFacts]: FindingRow<DnsRecordFacts[K]> } = {
  // --- The name itself ---
  domain_not_found: {
    check: 'dns',
    points: null,
    title: 'The domain does not exist',
    reason: () => 'The domain does not exist',
    meaning: f => `The name servers above it know no ${f.domain}. Mail to it bounces and mail from it is rejected.`,
    advice: () => 'Check the spelling; if it is right, renew or register the domain and set its name servers.',
    clause: 'RFC 8020 section 2',
  },
  dnssec_bogus: {
    check: 'dns',
    points: -25,
    title: 'DNSSEC is broken',
    reason: () => 'DNSSEC is broken',
    meaning: f =>
      `Resolvers that validate refuse every answer of ${f.domain} (${f.detail}). For them the domain has no mail servers and no records at all.`,
    advice: () =>
      'Sign the zone again and make the DS record at the registrar match the key in use, or remove the DS record until the zone is signed correctly.',
    clause: 'RFC 4035 section 5.5',
  },

  // --- MX ---
  mx_missing: {
    check: 'mx',
    points: -20,
    title: 'No MX records',
    reason: () => 'No MX records',
    meaning: f => `${f.domain} has neither an MX nor an address record, so mail to it cannot be delivered.`,
    advice: f =>
      `Publish at ${f.domain}: MX 10 followed by the name of your mail server. If the domain takes no mail, publish the null MX: MX 0 .`,
    clause: 'RFC 5321 section 5.1',
  },
  mx_implicit: {
    check: 'mx',
    points: -10,
    title: 'No MX, only an address record',
    reason: () => 'No MX, only an address record',
    meaning: f =>
      `Without an MX, senders try the address of ${f.domain} itself, often a web server that takes no mail. Mail is then delayed for days before it bounces.`,
    advice: f =>
      `Publish at ${f.domain}: MX 10 followed by the name of your mail server. If the domain takes no mail, publish the null MX: MX 0 .`,
    clause: 'RFC 5321 section 5.1',
  },
  mx_all_unresolvable: {
    check: 'mx',
    points: -25,
    title: 'No MX host resolves',
    reason: () => 'No MX host resolves',
    meaning: f => `None of the mail servers named (${f.hosts}) has an address, so mail cannot be delivered.`,
    advice: f => `Give ${f.hosts} A or AAAA records, or point the MX records at hosts that have them.`,
    clause: 'RFC 5321 section 5.1',
  },
  mx_some_unresolvable: {
    check: 'mx',
    points: -5,
    title: 'An MX host does not resolve',
    reason: f => `An MX host does not resolve: ${f.host}`,
    meaning: f =>
      `${f.host} has no address. Senders that try it first lose time, and it is missing when another fails.`,
    advice: f => `Give ${f.host} an A or AAAA record, or remove it from the MX records.`,
    clause: 'RFC 5321 section 5.1',
  },
  mx_ip_literal: {
    check: 'mx',
    points: -10,
    title: 'MX names an IP address',
    reason: f => `MX names an IP address: ${f.host}`,
    meaning: f => `An MX must name a host. Senders look up the address of a host called ${f.host} and find none.`,
    advice: f => `Give the server a name with an address record for ${f.host}, and put that name in the MX record.`,
    clause: 'RFC 1035 section 3.3.9',
  },
  mx_private_address: {
    check: 'mx',
    points: -10,
    title: 'MX resolves to a private address',
    reason: f => `MX resolves to a private address: ${f.host}`,
    meaning: f => `${f.host} resolves to ${f.address} only, which cannot be reached from the internet.`,
    advice: f => `Publish the public address of ${f.host}, or remove it from the MX records.`,
    clause: 'RFC 1918 section 3',
  },
  mx_cname: {
    check: 'mx',
    points: -3,
    title: 'MX points to an alias',
    reason: f => `MX points to an alias: ${f.host}`,
    meaning: f => `${f.host} is a CNAME for ${f.target}. An MX must not name an alias; some senders refuse it.`,
    advice: f => `Put ${f.target} in the MX record, or replace the CNAME at ${f.host} by address records.`,
    clause: 'RFC 2181 section 10.3',
  },
  null_mx_mixed: {
    check: 'mx',
    points: -10,
    title: 'Null MX together with other MX',
    reason: () => 'Null MX together with other MX',
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
    reason: () => 'Null MX not published',
    meaning: f =>
      `The SPF record says that ${f.domain} sends no mail, but nothing says that it takes none: senders keep trying.`,
    advice: f => `Publish at ${f.domain}: MX 0 .`,
    clause: 'RFC 7505 section 3',
  },

  // --- SPF ---
  spf_missing: {
    check: 'spf',
    points: -20,
    title: 'SPF record missing',
    reason: () => 'SPF record missing',
    meaning: f => `No receiver can tell which servers may send for ${f.domain}; SPF never passes.`,
    advice: f =>
      `Publish as TXT at ${f.domain} the servers that send for it, for example: v=spf1 mx -all. If it sends no mail: v=spf1 -all`,
    clause: 'RFC 7208 section 3.1',
  },
  spf_plus_all: {
    check: 'spf',
    points: -25,
    title: 'SPF allows everyone',
    reason: () => 'SPF allows everyone',
    meaning: f => `With ${f.term} every server in the world passes SPF for this domain, forgers included.`,
    advice: f => `Remove ${f.term}, name the servers that really send, and end the record with -all or ~all.`,
    clause: 'RFC 7208 section 5.1',
  },
  spf_permerror: {
    check: 'spf',
    points: -18,
    title: 'SPF record is broken',
    reason: () => 'SPF record is broken',
    meaning: f => `Receivers that come to the error answer permerror, as if the domain had no SPF: ${f.problem}.`,
    advice: f => permerrorAdvice(f.problem),
    clause: 'RFC 7208 section 4.6',
  },
  spf_neutral: {
    check: 'spf',
    points: -8,
    title: 'SPF ends in ?all',
    reason: () => 'SPF ends in ?all',
    meaning: f => `?all says nothing about servers that are not named: forged mail from ${f.domain} is not told apart.`,
    advice: () => 'Replace ?all by ~all, or by -all once every sending server is named.',
    clause: 'RFC 7208 section 8.2',
  },
  spf_no_all: {
    check: 'spf',
    points: -8,
    title: 'SPF has no ending',
    reason: () => 'SPF has no ending',
    meaning: () =>
      'Neither all nor redirect= closes the record, so servers that are not named get neutral, as with ?all.',
    advice: () => 'Add ~all, or -all once every sending server is named, as the last term of the record.',
    clause: 'RFC 7208 section 4.7',
  },
  spf_too_open: {
    check: 'spf',
    points: -15,
    title: 'SPF allows more than a /8',
    reason: () => 'SPF allows more than a /8',
    meaning: f => `The record lets ${f.addresses} addresses send for the domain, far more than anyone's mail servers.`,
    advice: () => 'Narrow the ip4 and ip6 networks and the includes to those that really send.',
    clause: 'RFC 9989 section 7.1',
  },
  spf_softfail_unenforced: {
    check: 'spf',
    points: -2,
    title: 'SPF ends in ~all without DMARC enforcement',
    reason: () => 'SPF ends in ~all without DMARC enforcement',
    meaning: f => `~all only marks foreign servers as doubtful, and no DMARC policy of ${f.domain} makes more of it.`,
    advice: () => 'Raise the DMARC policy to p=quarantine or p=reject; ~all may then stay.',
    clause: 'RFC 7208 section 8.5',
  },
  spf_near_limit: {
    check: 'spf',
    points: -2,
    title: 'SPF uses 9 or 10 lookups',
    reason: () => 'SPF uses 9 or 10 lookups',
    meaning: f => `${f.lookups} of the 10 DNS lookups allowed are used. One more include breaks the record.`,
    advice: () => 'Remove includes of services no longer used, or name their networks with ip4 and ip6.',
    clause: 'RFC 7208 section 4.6.4',
  },
  spf_ptr: {
    check: 'spf',
    points: -2,
    title: 'SPF uses ptr',
    reason: f => `SPF uses ptr: ${f.term}`,
    meaning: () => 'The mechanism ptr is slow and unreliable; receivers may skip it.',
    advice: f => `Replace ${f.term} by ip4, ip6, a or mx terms that name the same servers.`,
    clause: 'RFC 7208 section 5.5',
  },

  // --- DMARC ---
  dmarc_missing: {
    check: 'dmarc',
    points: -35,
    title: 'DMARC record missing',
    reason: () => 'DMARC record missing',
    meaning: f =>
      `Nothing tells receivers what to do with forged mail from ${f.domain}, and large mailbox providers ask bulk senders for a DMARC record.`,
    advice: f => `Publish as TXT at _dmarc.${f.domain}: v=DMARC1; p=none; rua=mailto:dmarc@${f.domain}`,
    clause: 'RFC 9989 section 4.10.1',
  },
  dmarc_invalid: {
    check: 'dmarc',
    points: -30,
    title: 'DMARC record is broken',
    reason: () => 'DMARC record is broken',
    meaning: f => `Receivers ignore the record at _dmarc.${f.location}: ${f.problem}.`,
    advice: f =>
      `Keep one TXT record at _dmarc.${f.location}, for example: v=DMARC1; p=none; rua=mailto:dmarc@${f.location}`,
    clause: 'RFC 9989 section 4.10.1',
  },
  dmarc_none: {
    check: 'dmarc',
    points: -15,
    title: 'DMARC only monitors',
    reason: () => 'DMARC only monitors',
    meaning: () => 'The policy that applies is none: mail that fails DMARC is delivered like any other.',
    advice: f =>
      `Once the reports show that your own mail passes, change the record at _dmarc.${f.location} to p=quarantine, then to p=reject where that suits.`,
    clause: 'RFC 9989 section 5.1.7',
  },
  dmarc_testing: {
    check: 'dmarc',
    points: -5,
    title: 'DMARC in test mode',
    reason: () => 'DMARC in test mode',
    meaning: f => `${f.tag} asks receivers not to apply the policy in full.`,
    advice: f => `Remove ${f.tag} from the record at _dmarc.${f.location} when the reports show that your mail passes.`,
    clause: 'RFC 9989 section 4.7',
  },
  dmarc_sp_weaker: {
    check: 'dmarc',
    points: -5,
    title: 'Subdomains are less protected',
    reason: () => 'Subdomains are less protected',
    meaning: f =>
      f.tag === 'np'
        ? `Names below the domain that do not exist get the weaker policy ${f.policy}: forgers can invent one.`
        : `Names below the domain get the weaker policy ${f.policy}: forgers can use one of them.`,
    advice: f => `Remove ${f.tag}=${f.policy}, or set it to the same policy as p.`,
    clause: 'RFC 9989 section 4.7',
  },
  dmarc_rua_missing: {
    check: 'dmarc',
    points: -3,
    title: 'No aggregate reports',
    reason: () => 'No aggregate reports',
    meaning: () => 'Nobody is sent the daily reports that show who sends mail in the name of the domain.',
    advice: f => `Add to the record at _dmarc.${f.location}: rua=mailto:dmarc@${f.location}`,
    clause: 'RFC 9989 section 5.1.3',
  },
  dmarc_rua_unauthorised: {
    check: 'dmarc',
    points: -3,
    title: 'Report address not authorised',
    reason: f => `Report address not authorised: ${f.destination}`,
    meaning: f => `${f.destination} has not agreed to take reports for this domain, so receivers send none there.`,
    advice: f => `Ask whoever runs ${f.destination} to publish as TXT at ${f.record}: v=DMARC1`,
    clause: 'RFC 9990 section 4',
  },
  nonmail_dmarc_missing: {
    check: 'dmarc',
    points: -20,
    title: 'Non-mail domain without DMARC',
    reason: () => 'Non-mail domain without DMARC',
    meaning: f => `${f.domain} sends no mail, but no DMARC policy makes receivers refuse mail forged in its name.`,
    advice: f => `Publish as TXT at _dmarc.${f.domain}: v=DMARC1; p=reject`,
    clause: 'RFC 9989 section 4.10.1',
  },
  nonmail_dmarc_weak: {
    check: 'dmarc',
    points: -10,
    title: 'Non-mail domain with a weak DMARC policy',
    reason: () => 'Non-mail domain with a weak DMARC policy',
    meaning: () => 'The domain sends no mail, so all mail in its name is forged; this policy lets it through.',
    advice: f => `Change the record at _dmarc.${f.location} to p=reject, without t=y and without pct.`,
    clause: 'RFC 9989 section 4.7',
  },
  nonmail_dmarc_quarantine: {
    check: 'dmarc',
    points: -3,
    title: 'Non-mail domain could reject',
    reason: () => 'Non-mail domain could reject',
    meaning: () =>
      'The domain sends no mail, so all mail in its name is forged; it lands in spam folders, not nowhere.',
    advice: f => `Change the record at _dmarc.${f.location} to p=reject.`,
    clause: 'RFC 9989 section 4.7',
  },
}
