import { type FindingOf, type FindingRows, findingsIn } from '../check/index.ts'
import { type BrokenZone, dnssecAdvice, dnssecFaultWords, type UnservedSight } from '../dns/index.ts'
import { type LameServer, lameAdvice, lameMeaning, lists } from './lame-words.ts'
import type { Denial } from './value.ts'

/** What the wording of each finding about the name itself needs to know. Every value is short, printable text or a count. */
export interface ZoneFacts {
  /**
   * `organization`: the organizational domain and whether it exists; absent in scans of earlier versions. `denied`: the
   * parent zone certainly denies the name. `looks`: the scans in a row that found it, the first of them at `since` (ISO 8601).
   */
  domain_not_found: {
    domain: string
    organization?: { name: string; exists: boolean }
    denied?: Denial
    looks?: number
    since?: string
  }
  /**
   * `broken`: the domain's own zone or one above it, or that of `alias`, the name which the domain is an alias of. Scans
   * of earlier versions stored words instead, in `detail`.
   */
  /** `parent`: the zone that has the DS record; absent where that is the registrar's. */
  dnssec_bogus: { domain: string; broken?: BrokenZone; alias?: string; parent?: string; detail?: string }
  /** `looks`: the checks in which monitoring saw it, the first of them at `since`; absent in scans of earlier versions. */
  delegation_dead: Delegated & { servers: string } & Partial<UnservedSight>
  /** `servers`: the number of all name servers. */
  delegation_lame: Delegated & { lame: readonly LameServer[]; servers: number }
  delegation_silent: Delegated & Pick<LameServer, 'server' | 'in'>
  /** The servers that only one of the two lists has; empty: none. */
  delegation_differs: Delegated & { delegated: string; listed: string }
  delegation_one_network: { zone: string; networks: string; servers: number }
  /** `records`: the number of TXT records at the name that have such text. */
  txt_for_models: { domain: string; records: number }
}

/** `parent`: the zone whose administrator keeps the delegation; null: a registrar does. */
interface Delegated {
  zone: string
  parent: string | null
}

export type ZoneFinding = FindingOf<ZoneFacts>

export const zoneRows: FindingRows<ZoneFacts> = {
  domain_not_found: {
    check: 'dns',
    points: -100,
    alone: true,
    title: 'The domain does not exist',
    subject: null,
    meaning: f => `${f.domain} does not exist in DNS. Mail to it bounces, and receivers reject mail from it.`,
    advice: f => `Check the spelling. ${createOrRegister(f)}`,
    clause: 'RFC 8020 section 2',
  },
  dnssec_bogus: {
    check: 'dns',
    points: -40,
    title: 'DNSSEC is broken',
    subject: null,
    meaning: ({ domain, alias, broken = earlier(domain), detail = dnssecFaultWords(broken.fault) }) => {
      const partly = broken.whole ? '' : 'partly '
      if (alias !== undefined)
        return `${domain} is an alias of ${alias}, where DNSSEC is ${partly}broken: ${detail}. Validating resolvers refuse it.`
      const refused = broken.whole ? `cannot resolve ${domain}` : `refuse some records of ${domain}`
      return `DNSSEC of ${broken.zone} is ${partly}broken: ${detail}. Validating resolvers ${refused}.`
    },
    advice: ({ domain, alias, broken = earlier(domain) }) =>
      alias === undefined
        ? dnssecAdvice(broken, true)
        : `${dnssecAdvice(broken, false)} Or replace the alias at ${domain} with your own records.`,
    clause: 'RFC 4035 section 5.5',
  },
  delegation_dead: {
    check: 'dns',
    points: null,
    alone: true,
    title: 'No name server answers for the zone',
    subject: null,
    meaning: f =>
      f.looks === undefined || f.since === undefined
        ? `None of the name servers of ${f.zone} answers for it (${f.servers}). Resolvers get no records, so mail to and from the domain fails.`
        : `None of its name servers (${f.servers}) answered for ${f.zone} in ${f.looks} checks since ${f.since.slice(0, 10)}. Mail to and from the domain fails.`,
    advice: f =>
      `Check at your DNS provider that ${f.zone} is active on these name servers. If the zone moved, set its new name servers ${keeper(f)}.`,
    clause: 'RFC 1912 section 2.8',
  },
  delegation_lame: {
    check: 'dns',
    points: -3,
    title: 'A name server does not answer for the zone',
    subject: null,
    meaning: lameMeaning,
    advice: lameAdvice,
    clause: 'RFC 1912 section 2.8',
  },
  delegation_silent: {
    check: 'dns',
    points: 0,
    title: 'A name server did not answer us',
    subject: f => f.server,
    meaning: f =>
      `${f.server} did not answer, while another name server of ${f.zone} did. If it is silent everywhere, lookups for mail wait for seconds.`,
    advice: f =>
      `Check that ${f.server} runs and accepts queries on port 53 over UDP and TCP. If it is out of service, remove it ${lists(f, f.in)}.`,
    clause: 'RFC 2182 section 4',
  },
  delegation_differs: {
    check: 'dns',
    points: 0,
    title: 'The parent zone lists other name servers',
    subject: null,
    meaning: f =>
      `${[
        ...(f.delegated === '' ? [] : [`Only the parent zone lists ${f.delegated}.`]),
        ...(f.listed === '' ? [] : [`Only the NS records of ${f.zone} list ${f.listed}.`]),
      ].join(' ')} Resolvers use either list, so mail depends on both.`,
    advice: f =>
      [
        ...(f.delegated === ''
          ? []
          : [`Add ${f.delegated} to the NS records of ${f.zone}, or remove it ${keeper(f)}.`]),
        ...(f.listed === '' ? [] : [`Add ${f.listed} ${keeper(f)}, or remove it from the NS records of ${f.zone}.`]),
      ].join(' '),
    clause: 'RFC 1034 section 4.2.2',
  },
  delegation_one_network: {
    check: 'dns',
    points: 0,
    title: 'All name servers are in one network',
    subject: null,
    meaning: f =>
      f.servers === 1
        ? `${f.zone} has one name server. While it is down, the domain has no records and gets no mail.`
        : `${f.servers === 2 ? 'Both' : `All ${f.servers}`} name servers of ${f.zone} are in ${f.networks}. While this network is down, the domain has no records and gets no mail.`,
    advice: () => 'Add a name server in another network.',
    clause: 'RFC 2182 section 3.1',
  },
  txt_for_models: {
    check: 'dns',
    points: 0,
    title: 'A TXT record contains text addressed to AI models',
    subject: null,
    meaning: f =>
      `${f.records === 1 ? 'A TXT record' : `${f.records} TXT records`} of ${f.domain} ${f.records === 1 ? 'gives' : 'give'} instructions to AI models. Mail is not affected, but AI tools that read the record may follow them.`,
    advice: () => 'Check who published this text, and remove the record if you do not need it.',
    clause: 'RFC 1035 section 3.3.14',
  },
}

/** Only a domain that people register can be registered or renewed; a name below one needs a record. */
function createOrRegister({ domain, organization }: ZoneFacts['domain_not_found']): string {
  if (organization === undefined) {
    return 'If it is correct, register or renew the domain, or create the name at its DNS provider.'
  }
  const { name, exists } = organization
  if (name === domain) return 'If it is correct, renew or register the domain and set its name servers.'
  if (exists) return `If it is correct, create records for ${domain} at the DNS provider of ${name}.`
  return `If it is correct, renew or register ${name}, which does not exist either, and set its name servers.`
}

/** Where the delegation is changed. */
function keeper({ parent }: { parent: string | null }): string {
  return parent === null ? 'at the registrar' : `in the zone ${parent}`
}

function earlier(domain: string): BrokenZone {
  return { zone: domain, whole: true, fault: { code: 'unknown' } }
}

export const zoneFinding = findingsIn(zoneRows)
