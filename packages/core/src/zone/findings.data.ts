import { type FindingOf, type FindingRows, findingsIn } from '../check/index.ts'

/** What the wording of each finding about the name itself needs to know. Every value is short, printable text or a count. */
export interface ZoneFacts {
  domain_not_found: { domain: string }
  dnssec_bogus: { domain: string; detail: string }
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
    meaning: f =>
      `Resolvers that validate refuse every answer of ${f.domain} (${f.detail}). For them the domain has no mail servers and no records at all.`,
    advice: () =>
      'Sign the zone again and make the DS record at the registrar match the key in use, or remove the DS record until the zone is signed correctly.',
    clause: 'RFC 4035 section 5.5',
  },
}

export const zoneFinding = findingsIn(zoneRows)
