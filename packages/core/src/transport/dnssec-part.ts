import type { Found, Question } from '../check/index.ts'
import { type SigningObstacle, signingObstacle } from './dane-verdict.ts'
import { type Judged, rests, type TransportContext, type TransportState, transportPart } from './part.ts'
import type { TransportValue } from './value.ts'

/** What has to be corrected first, so that signed TLSA records do not stop mail; absent: nothing. */
interface First {
  first?: { host: string; record: string; obstacle: SigningObstacle }
}

/** The data for the texts of its recommendations. */
export interface DnssecFindingFacts {
  dnssec_unsigned: { domain: string } & First
  dnssec_ds_missing: { domain: string } & First
  /** `keyless`: the zone has a DS record and no key. */
  dnssec_unvalidated: { domain: string; keyless?: true } & First
}

/** Whether the zone is signed (RFC 9364). The DNS check reports broken DNSSEC, so this part does not repeat it. */
export const dnssec = transportPart<DnssecFindingFacts>({
  id: 'dnssec',
  title: 'DNSSEC',
  findings: {
    dnssec_unsigned: {
      check: 'transport',
      points: 0,
      title: 'DNSSEC is not used',
      subject: null,
      meaning: f => `The zone of ${f.domain} is not signed, so resolvers cannot detect spoofed answers.`,
      advice: f => `${firstWords(f)}Sign the zone at your DNS provider and give the DS record to your registrar.`,
      clause: 'RFC 9364 section 1',
    },
    dnssec_ds_missing: {
      check: 'transport',
      points: 0,
      title: 'DNSSEC lacks its DS record',
      subject: null,
      meaning: f =>
        `The zone of ${f.domain} has keys, but its parent has no DS record, so resolvers do not check them. A spoofed answer can redirect mail.`,
      advice: f => `${firstWords(f)}Give your registrar the DS record of ${f.domain} that your DNS provider shows.`,
      clause: 'RFC 4035 section 5.2',
    },
    dnssec_unvalidated: {
      check: 'transport',
      points: 0,
      title: 'The DNSSEC chain is incomplete',
      subject: null,
      meaning: f =>
        `${f.domain} has a DS record that resolvers cannot validate, so spoofed answers can redirect mail. A key, signed parent or known algorithm is missing.`,
      advice: f =>
        f.keyless === true
          ? `${firstWords(f)}Sign the zone at your DNS provider, so that it has the keys of the DS record, or let your registrar remove that record.`
          : `${firstWords(f)}Sign with algorithm 13 (ECDSA P-256), and check that the parent zones are signed.`,
      clause: 'RFC 4035 section 4.3',
    },
  },
  judge,
})

function judge(value: TransportValue, context: TransportContext): Judged<DnssecFindingFacts> {
  const { zone, ds, keys, authentic, validating } = value.dnssec
  const questions: readonly Question[] = [
    { name: zone, type: 'DS' },
    { name: zone, type: 'DNSKEY' },
  ]
  const details = [`${zone}: ${ds ?? 'unknown'} DS, ${keys ?? 'unknown'} DNSKEY`]
  const outcome = (
    state: TransportState,
    summary: string,
    findings: readonly Found<DnssecFindingFacts>[] = [],
  ): Judged<DnssecFindingFacts> => ({ state, summary, details, findings, questions })
  if (authentic === 'bogus')
    return outcome('recommendation', 'DNSSEC is broken. Validating resolvers return no records.')
  if (ds === null || keys === null) return outcome('unchecked', 'The lookup of the DS or DNSKEY records failed.')
  if (keys > 0 && authentic === 'yes') return outcome('ok', 'The zone is signed, and our resolver validated it.')
  const { domain } = context
  const evidence = rests(context, ...questions)
  const facts = { domain, ...firstOf(value, domain) }
  if (ds === 0 && keys === 0) {
    return outcome('recommendation', 'The zone is not signed.', [{ id: 'dnssec_unsigned', facts, evidence }])
  }
  if (ds === 0) {
    return outcome('recommendation', 'The zone has keys, but its parent has no DS record.', [
      { id: 'dnssec_ds_missing', facts, evidence },
    ])
  }
  if (keys > 0 && validating !== true) {
    return outcome(
      'unchecked',
      'The zone is signed, but the DNS resolver of this installation does not validate DNSSEC.',
    )
  }
  return outcome('recommendation', 'The zone has a DS record, but our resolver cannot validate its answers.', [
    { id: 'dnssec_unvalidated', facts: { ...facts, ...(keys === 0 && { keyless: true as const }) }, evidence },
  ])
}

/** The first host whose TLSA records would stop mail once the zone is signed. */
function firstOf(value: TransportValue, domain: string): First {
  for (const facts of value.dane) {
    const obstacle = signingObstacle(value, facts, domain, value.dnssec.zone)
    if (obstacle !== null) return { first: { host: facts.host, record: facts.record, obstacle } }
  }
  return {}
}

function firstWords({ first }: First): string {
  if (first === undefined) return ''
  return first.obstacle === 'tls'
    ? `Let TLS work at every address of ${first.host} first, because its TLSA records require it once they are signed. `
    : `Correct the TLSA records at ${first.record} first, because they count once they are signed, and none matches the certificate. `
}
