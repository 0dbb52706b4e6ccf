import { type FindingOf, type FindingRows, findingsIn } from '../check/index.ts'
import { type BrokenZone, dnssecAdvice, dnssecFaultWords } from '../dns/index.ts'

/** What the wording of each finding about the name itself needs to know. Every value is short, printable text or a count. */
export interface ZoneFacts {
  domain_not_found: { domain: string }
  /** `broken`: the domain's own zone or one above it. Scans of earlier versions stored words instead, in `detail`. */
  dnssec_bogus: { domain: string; broken?: BrokenZone; detail?: string }
}

export type ZoneFinding = FindingOf<ZoneFacts>

export const zoneRows: FindingRows<ZoneFacts> = {
  domain_not_found: {
    check: 'dns',
    points: null,
    title: 'The domain does not exist',
    subject: null,
    meaning: f => `The name servers above it know no ${f.domain}. Mail to it bounces and mail from it is rejected.`,
    advice: () => 'Check the spelling; if it is right, renew or register the domain and set its name servers.',
    clause: 'RFC 8020 section 2',
  },
  dnssec_bogus: {
    check: 'dns',
    points: -40,
    title: 'DNSSEC is broken',
    subject: null,
    meaning: ({ domain, broken = earlier(domain), detail = dnssecFaultWords(broken.fault) }) =>
      broken.whole
        ? `DNSSEC of ${broken.zone} is broken: ${detail}. Resolvers that validate refuse every answer of ${domain}: for them it has no mail servers and no records at all.`
        : `DNSSEC of ${broken.zone} is broken for some records of ${domain}: ${detail}. Resolvers that validate refuse these answers.`,
    advice: ({ domain, broken = earlier(domain) }) => dnssecAdvice(broken, true),
    clause: 'RFC 4035 section 5.5',
  },
}

function earlier(domain: string): BrokenZone {
  return { zone: domain, whole: true, fault: { code: 'unknown' } }
}

export const zoneFinding = findingsIn(zoneRows)
