import type { Filled, Gap } from '../check/index.ts'
import { type SecuredSession, securedSessions } from './certificate-fault.ts'
import type { DaneFacts, DnssecFacts, ReverseFacts, TextFacts, TransportSession, TransportValue } from './value.ts'

/**
 * Fills gaps with the results of an earlier scan: a failed lookup says nothing about the domain. Null when there is
 * nothing to fill in.
 */
export function fillTransportGaps(
  now: TransportValue,
  gaps: readonly Gap[],
  before: TransportValue,
): Filled<TransportValue> | null {
  const value: TransportValue = {
    ...now,
    ...mailOf(now, gaps, before),
    mtaSts: mtaStsOf(now, before),
    tlsRpt: textOf(now.tlsRpt, before.tlsRpt),
    dnssec: dnssecOf(now.dnssec, before.dnssec),
    bimi: textOf(now.bimi, before.bimi),
    caa: now.caa.map(answer => {
      return answer.records === null ? (before.caa.find(({ name }) => name === answer.name) ?? answer) : answer
    }),
  }
  const parts = Object.keys(value) as (keyof TransportValue)[]
  if (parts.every(part => isSame(value[part], now[part]))) return null
  const open = openNames(value)
  const asked = openNames(now)
  return { value, gaps: gaps.filter(({ question: { name } }) => open.has(name) || !asked.has(name)) }
}

function isSame(one: TransportValue[keyof TransportValue], other: TransportValue[keyof TransportValue]): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((item, at) => item === other[at])
}

function mailOf(now: TransportValue, gaps: readonly Gap[], before: TransportValue): Partial<TransportValue> {
  if (now.mail === 'unchecked') {
    const { mail, reason, hosts, sessions, path, reverse, dane } = before
    if (mail === 'unchecked') return {}
    return { mail, reason, hosts, sessions, ...(path !== undefined && { path }), reverse, dane }
  }
  // Without an address a host is neither tested nor asked for TLSA records.
  const isLost = ({ host }: { host: string }): boolean =>
    now.hosts.includes(host) &&
    now.dane.every(facts => facts.host !== host) &&
    gaps.some(({ question }) => question.name === host)
  const tested = now.sessions.map(session => sessionOf(session, before.sessions))
  const sessions = [...tested, ...before.sessions.filter(isLost)]
  const lost = before.path?.hosts.filter(isLost) ?? []
  const dane = now.dane.map(facts => daneOf(facts, securedSessions({ sessions }, facts.host), before))
  return {
    sessions,
    ...(now.path !== undefined && lost.length > 0 && { path: { ...now.path, hosts: [...now.path.hosts, ...lost] } }),
    reverse: now.reverse.map(facts => reverseOf(facts, before.reverse)),
    dane: [...dane, ...before.dane.filter(isLost)],
  }
}

function sessionOf(session: TransportSession, before: readonly TransportSession[]): TransportSession {
  if (session.starttls !== 'unknown') return session
  const older = before.find(({ host, address }) => host === session.host && address === session.address)
  return older === undefined || older.starttls === 'unknown' ? session : older
}

function reverseOf(facts: ReverseFacts, before: readonly ReverseFacts[]): ReverseFacts {
  if (facts.confirmed !== null) return facts
  const older = before.find(({ host, address }) => host === facts.host && address === facts.address)
  if (older === undefined || older.confirmed === null) return facts
  // A PTR with another name now does not inherit the result of the old one.
  return facts.names === null || facts.names.join(' ') === older.names?.join(' ') ? older : facts
}

/**
 * Records and certificate change together when a server gets a new key. If only one of them is from an earlier scan, and
 * the other has changed since, that they differ proves nothing.
 */
function daneOf(facts: DaneFacts, sessions: readonly SecuredSession[], before: TransportValue): DaneFacts {
  const older = before.dane.find(({ host, tlsa }) => host === facts.host && tlsa !== null)
  const shown = securedSessions(before, facts.host)
  if (older === undefined) return facts
  if (facts.tlsa === null) {
    const isSame = sessions.every(({ tls }) => {
      return shown.some(each => each.tls.certificate.sha256 === tls.certificate.sha256)
    })
    return isSame ? older : { ...older, comparable: false }
  }
  // A server is tested once in six hours, so its session may be the one of the earlier scan.
  const isOlderSession = sessions.some(({ testedAt }) => shown.some(each => each.testedAt === testedAt))
  const isChanged = older.comparable === false || tlsaText(older) !== tlsaText(facts)
  return isOlderSession && isChanged ? { ...facts, comparable: false } : facts
}

function tlsaText({ tlsa }: DaneFacts): string {
  const texts = (tlsa ?? []).map(({ usage, selector, matching, data }) => `${usage} ${selector} ${matching} ${data}`)
  return texts.toSorted().join('\n')
}

/** Policy and MX hosts change together when mail moves: the same care as with DANE. */
function mtaStsOf(now: TransportValue, before: TransportValue): TransportValue['mtaSts'] {
  const policy = policyOf(now.mtaSts, before.mtaSts)
  const isOlderPolicy = now.mtaSts.texts === null && policy !== now.mtaSts
  const isOlderMail = now.mail === 'unchecked' && before.mail !== 'unchecked'
  const isMixed =
    (isOlderPolicy && !isOlderMail && now.hosts.join(' ') !== before.hosts.join(' ')) ||
    (isOlderMail && !isOlderPolicy && policy.policy?.text !== before.mtaSts.policy?.text)
  return isMixed ? { ...policy, comparable: false } : policy
}

function policyOf(now: TransportValue['mtaSts'], before: TransportValue['mtaSts']): TransportValue['mtaSts'] {
  if (now.texts === null) return before.texts === null ? now : before
  const isUnanswered = now.policy?.state === 'unanswered'
  const isKnown = before.policy !== null && before.policy.state !== 'unanswered'
  // The id of the record shows whether the policy is unchanged (RFC 8461 section 3.1).
  const isSameRecord = now.texts.join('\n') === before.texts?.join('\n')
  return isUnanswered && isKnown && isSameRecord ? { ...now, policy: before.policy } : now
}

function textOf(now: TextFacts, before: TextFacts): TextFacts {
  return now.texts === null && before.texts !== null ? before : now
}

function dnssecOf(now: DnssecFacts, before: DnssecFacts): DnssecFacts {
  const isOpen = now.ds === null || now.keys === null
  return isOpen && before.ds !== null && before.keys !== null ? before : now
}

/** The names of the failed queries that leave gaps in the value. */
function openNames(value: TransportValue): ReadonlySet<string> {
  const { mail, mtaSts, tlsRpt, bimi, dnssec, caa, reverse, dane } = value
  const names = [mtaSts, tlsRpt, bimi].flatMap(({ name, texts }) => (texts === null ? [name] : []))
  if (mail === 'unchecked') names.push(mtaSts.name.replace('_mta-sts.', ''))
  if (mtaSts.policy?.state === 'unanswered') names.push(mtaSts.policy.url)
  if (dnssec.ds === null || dnssec.keys === null) names.push(dnssec.zone)
  return new Set([
    ...names,
    ...caa.flatMap(({ name, records }) => (records === null ? [name] : [])),
    ...reverse.flatMap(({ record, names: found, confirmed }) => (confirmed === null ? [record, ...(found ?? [])] : [])),
    ...dane.flatMap(({ record, tlsa }) => (tlsa === null ? [record] : [])),
  ])
}
