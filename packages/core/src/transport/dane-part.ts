import type { Found, Question } from '../check/index.ts'
import { couldNotBeChecked } from '../check/index.ts'
import { smtpQuestion } from '../relay/index.ts'
import { securedSessions } from './certificate-fault.ts'
import { type DaneFindingFacts, daneRows } from './dane-findings.data.ts'
import { type DaneVerdict, daneCause, daneVerdict, isBrokenOnTheWay, signingObstacle } from './dane-verdict.ts'
import {
  type Judged,
  rests,
  runBy,
  type TransportContext,
  type TransportState,
  transportPart,
  withoutServers,
} from './part.ts'
import { isForTls, knownRows, refusalOf, type SenderRow } from './sender-rows.ts'
import { isOfKey, isUsable, recommendedRecords } from './tlsa.ts'
import type { DaneFacts, TransportValue } from './value.ts'

/** Whether senders can verify the mail servers with DNSSEC (RFC 7672). */
export const dane = transportPart<DaneFindingFacts>({
  id: 'dane',
  title: 'DANE',
  findings: daneRows,
  judge,
})

function judge(value: TransportValue, context: TransportContext): Judged<DaneFindingFacts> {
  const questions = value.dane.map(({ record }): Question => ({ name: record, type: 'TLSA' }))
  const without = withoutServers(value, context)
  if (without !== null) return { ...without, questions: [] }
  if (value.dane.length === 0) {
    return { state: 'unchecked', summary: 'We know no mail server of the domain.', questions: [] }
  }
  const rows = knownRows(value, context.domain)
  const judged = value.dane.map((facts): JudgedHost => {
    const row = rows.find(({ host }) => host === facts.host)
    return { facts, row, verdict: daneVerdict(facts, row, value.dnssec.validating) }
  })
  const details = judged.flatMap(each => [
    `${each.facts.host}: ${words[each.verdict]}`,
    ...renewalLine(each, value, context),
  ])
  const findings = judged.flatMap(each => daneFindings(each, value, context))
  const outcome = (state: TransportState, summary: string): Judged<DaneFindingFacts> => ({
    state,
    summary,
    details,
    findings,
    questions,
  })
  const has = (...verdicts: readonly DaneVerdict[]): boolean => judged.some(({ verdict }) => verdicts.includes(verdict))
  const refused = judged.find(({ verdict }) => verdict === 'refused')
  if (refused !== undefined) return outcome('recommendation', refusedSummary(refused))
  if (findings.some(({ id }) => id === 'dane_mismatch')) {
    return outcome('recommendation', 'DNSSEC of the TLSA records is broken. Senders that use DANE do not deliver.')
  }
  if (has('partly')) {
    return outcome('recommendation', 'At one address no TLSA record matches. Senders that use DANE go to another.')
  }
  if (has('unusable', 'unsigned')) return outcome('recommendation', 'Senders ignore the published TLSA records.')
  if (findings.some(({ id }) => id === 'dane_missing')) return outcome('recommendation', 'DANE is not used.')
  if (has('unknown', 'bogus', 'unproved')) {
    const blind =
      value.dnssec.validating === false ? 'The DNS resolver of this installation does not validate DNSSEC.' : null
    return outcome('unchecked', blind ?? 'The DANE lookups of some mail servers failed.')
  }
  if (judged.every(({ verdict }) => verdict === 'none')) {
    return outcome('not-applicable', 'The zones of the mail servers are not signed, so DANE does not apply.')
  }
  if (has('possible')) return outcome('ok', 'DANE is not used. TLS must be known to work at every address first.')
  if (findings.length > 0) return outcome('recommendation', 'The TLSA records match. A new key needs a record first.')
  return outcome(
    'ok',
    has('published') ? 'TLSA records are published and signed.' : 'The TLSA records match the certificates.',
  )
}

interface JudgedHost {
  facts: DaneFacts
  row: SenderRow | undefined
  verdict: DaneVerdict
}

function refusedSummary({ row }: JudgedHost): string {
  const refusal = row === undefined ? null : refusalOf(row, 'dane')
  return refusal !== null && isForTls(refusal.reason)
    ? 'The TLSA records require TLS, and TLS does not work. Senders that use DANE do not deliver.'
    : 'No TLSA record matches the certificate. Senders that use DANE do not deliver.'
}

function daneFindings(
  { facts, row, verdict }: JudgedHost,
  value: TransportValue,
  context: TransportContext,
): readonly Found<DaneFindingFacts>[] {
  const { host, record } = facts
  const by = runBy(host, context)
  const sessions = securedSessions(value, host)
  const data =
    sessions.length > 0
      ? recommendedRecords(sessions.map(({ tls }) => tls.certificate))
      : "3 1 1 and the SHA-256 of the server's public key, in hex"
  const tlsa: Question = { name: record, type: 'TLSA' }
  const evidence = rests(context, tlsa, ...sessions.map(({ address }) => smtpQuestion(host, address)))
  switch (verdict) {
    case 'possible':
      // Where TLS fails at an address, the record would stop the mail that comes there.
      return row !== undefined && worksEverywhere(row)
        ? [{ id: 'dane_missing', facts: { host, record, data, ...by }, evidence }]
        : []
    case 'refused': {
      if (row === undefined) return []
      const { cause, detail } = daneCause(facts, row)
      const mtaSts = refusalOf(row, 'mta-sts')
      const also = isForTls(mtaSts?.reason ?? '') && (cause === 'starttls' || cause === 'handshake')
      const at = refusalOf(row, 'dane')?.at.session
      const rest = rests(context, tlsa, ...(at ? [smtpQuestion(host, at.address)] : []))
      const told = { cause, ...(detail !== '' && { detail }), ...(also && { also: true as const }) }
      return [{ id: 'dane_mismatch', facts: { host, record, data, ...told, ...by }, evidence: rest }]
    }
    case 'bogus':
      // At a host that is not signed, no sender asks for the records.
      return isBrokenOnTheWay(value, facts) || row === undefined || refusalOf(row, 'dane') === null
        ? []
        : [
            {
              id: 'dane_mismatch',
              facts: { host, record, data, cause: 'bogus', ...by },
              evidence: rests(context, tlsa),
            },
          ]
    case 'unusable':
      return [{ id: 'dane_unusable', facts: { host, record, data, ...by }, evidence }]
    case 'unsigned': {
      const obstacle = signingObstacle(value, facts, context.domain)
      const first = { ...(obstacle === 'records' && { mend: data }), ...(obstacle === 'tls' && { tls: true as const }) }
      return [{ id: 'dane_unsigned', facts: { host, record, ...first, ...by }, evidence }]
    }
    case 'fits':
      return renewal(facts, value, context)
    default:
      return []
  }
}

/** TLS is known to work at every address of the host. */
function worksEverywhere({ addresses }: SenderRow): boolean {
  return addresses.every(({ verdicts: { opportunistic } }) => opportunistic.does === 'encrypted')
}

/** The day by which a new certificate comes, where every usable record is of the key of today; null: none waits. */
function keyEnds({ host, tlsa }: DaneFacts, value: TransportValue, context: TransportContext) {
  if (runBy(host, context).provider !== undefined) return null
  const sessions = securedSessions(value, host)
  const keys = new Set(sessions.map(({ tls }) => tls.certificate.spkiSha256))
  const usable = (tlsa ?? []).filter(isUsable)
  const isOfToday = (each: (typeof usable)[number]): boolean =>
    isOfKey(each) && keys.has((each.matching === 0 ? each.digest : each.data)?.toLowerCase() ?? '')
  const [first] = sessions.toSorted(
    (a, b) => Date.parse(a.tls.certificate.notAfter) - Date.parse(b.tls.certificate.notAfter),
  )
  if (first === undefined || usable.length === 0 || !usable.every(isOfToday)) return null
  const { notAfter } = first.tls.certificate
  const days = (Date.parse(notAfter) - Date.parse(first.testedAt)) / 86_400_000
  return { until: notAfter.slice(0, 10), isNear: days < renewalDays, sessions }
}

/** Most certificates are renewed this many days before they end. */
const renewalDays = 30

function renewal(
  facts: DaneFacts,
  value: TransportValue,
  context: TransportContext,
): readonly Found<DaneFindingFacts>[] {
  const { host, record } = facts
  const ends = keyEnds(facts, value, context)
  if (ends?.isNear !== true) return []
  const asked = ends.sessions.map(({ address }) => smtpQuestion(host, address))
  const evidence = rests(context, { name: record, type: 'TLSA' }, ...asked)
  return [{ id: 'tlsa_renewal', facts: { host, record, until: ends.until }, evidence }]
}

function renewalLine(
  { facts, verdict }: JudgedHost,
  value: TransportValue,
  context: TransportContext,
): readonly string[] {
  const ends = verdict === 'fits' ? keyEnds(facts, value, context) : null
  if (ends === null) return []
  const { host } = facts
  return [`${host}: all its TLSA records are of the key of today, whose certificate ends on ${ends.until}`]
}

const words: { readonly [V in DaneVerdict]: string } = {
  none: 'no TLSA records, and its zone is not signed',
  possible: 'no TLSA records, though its zone is signed',
  unproved: 'no TLSA records, and the DNSSEC check of its zone failed',
  unsigned: 'TLSA records that DNSSEC does not authenticate',
  unusable: 'TLSA records that senders do not use',
  fits: 'TLSA records that match its certificate',
  partly: 'TLSA records that match the certificate of some of its addresses',
  refused: 'TLSA records, and senders that use DANE do not deliver',
  published: 'TLSA records, but no certificate to compare them with',
  bogus: 'DNSSEC of its zone is broken',
  unknown: couldNotBeChecked,
}
