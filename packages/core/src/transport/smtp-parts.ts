import { listed, type Question } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { coversHost, type RelayHost, smtpQuestion } from '../relay/index.ts'
import { daneVerdict } from './dane-part.ts'
import type { TransportFinding } from './findings.data.ts'
import { counted, part, rests, type TransportContext, type TransportPart, withoutServers } from './part.ts'
import type { TransportValue } from './value.ts'

/** A certificate that ends within so many days is told before it does. */
const soonDays = 14

function withoutSessions(value: TransportValue, context: TransportContext): ReturnType<typeof withoutServers> {
  const without = withoutServers(value, context)
  if (without !== null) return without
  if (value.smtp === 'off') return { state: 'unchecked', summary: 'SMTP tests are switched off.' }
  if (value.sessions.length === 0) {
    return { state: 'unchecked', summary: 'No MX record leads to a mail server that can be tested.' }
  }
  if (value.sessions.every(isLeftOut)) {
    return { state: 'not-applicable', summary: value.sessions[0]?.reason ?? 'No mail server is tested.' }
  }
  return null
}

/** Not tested by rule: a large provider's server, an address that is not public. */
function isLeftOut({ contacted, failure }: RelayHost): boolean {
  return !contacted && failure === null
}

function sessionQuestions({ sessions }: TransportValue): readonly Question[] {
  return sessions.map(({ host, address }) => smtpQuestion(host, address))
}

/** Whether the mail servers encrypt (RFC 3207). */
export function starttlsPart(value: TransportValue, context: TransportContext): TransportPart {
  const questions = sessionQuestions(value)
  const without = withoutSessions(value, context)
  if (without !== null) return part('starttls', context, questions, without)
  const findings = value.sessions.flatMap(({ host, address, starttls }): TransportFinding[] => {
    const evidence = rests(context, smtpQuestion(host, address))
    if (starttls === 'not-offered') return [{ id: 'starttls_missing', check: 'transport', facts: { host }, evidence }]
    return starttls === 'failed' ? [{ id: 'starttls_failed', check: 'transport', facts: { host }, evidence }] : []
  })
  const details = value.sessions.map(session => `${session.host} [${session.address}]: ${starttlsWords(session)}`)
  const tested = value.sessions.filter(session => !isLeftOut(session))
  const offering = tested.filter(({ starttls }) => starttls === 'offered').length
  if (findings.length > 0) {
    const summary = `${counted(findings.length, 'mail server')} of ${tested.length} without working STARTTLS.`
    return part('starttls', context, questions, { state: 'recommendation', summary, details, findings })
  }
  if (offering < tested.length) {
    const summary = `${counted(tested.length - offering, 'mail server')} of ${tested.length} could not be tested.`
    return part('starttls', context, questions, { state: 'unchecked', summary, details })
  }
  const summary = offering === 1 ? 'The mail server tested encrypts.' : `All ${offering} mail servers tested encrypt.`
  return part('starttls', context, questions, { state: 'ok', summary, details })
}

function starttlsWords(session: RelayHost): string {
  if (isLeftOut(session)) return session.reason
  switch (session.starttls) {
    case 'offered':
      return session.tls === null ? 'STARTTLS is offered' : `STARTTLS with ${displayText(session.tls.protocol, 20)}`
    case 'not-offered':
      return 'no STARTTLS'
    case 'failed':
      return 'STARTTLS is offered, but no session comes about'
    case 'unknown':
      return 'could not be tested'
    default:
      return session.starttls satisfies never
  }
}

/** Whether senders that check certificates can deliver (RFC 8461 section 4.2). */
export function certificatePart(value: TransportValue, context: TransportContext): TransportPart {
  const questions = sessionQuestions(value)
  const without = withoutSessions(value, context)
  if (without !== null) return part('certificate', context, questions, without)
  const shown = value.sessions.filter(({ tls }) => tls !== null)
  const findings = shown.flatMap(session => certificateFindings(session, value, context))
  const details = shown.map(certificateLine)
  if (findings.length > 0) {
    const summary = 'Senders that check certificates may not deliver.'
    return part('certificate', context, questions, { state: 'recommendation', summary, details, findings })
  }
  const open = value.sessions.filter(session => session.tls === null && !isLeftOut(session)).length
  if (open > 0) {
    const summary = `${counted(open, 'mail server')} showed no certificate.`
    return part('certificate', context, questions, { state: 'unchecked', summary, details })
  }
  const summary = 'Every certificate shown is valid and names its host.'
  return part('certificate', context, questions, { state: 'ok', summary, details })
}

function certificateLine({ host, address, tls }: RelayHost): string {
  if (tls === null) return `${host} [${address}]: no certificate`
  const { issuer, notAfter, names } = tls.certificate
  return `${host} [${address}]: for ${namesText(names)}, by ${displayText(issuer, 80) || 'nobody named'}, until ${notAfter.slice(0, 10)}`
}

/** The first thing wrong with the certificate of one server, and an outdated protocol beside it. */
function certificateFindings(
  session: RelayHost,
  value: TransportValue,
  context: TransportContext,
): readonly TransportFinding[] {
  const { host, address, tls, testedAt } = session
  if (tls === null) return []
  const { certificate, protocol } = tls
  const evidence = rests(context, smtpQuestion(host, address))
  const findings: TransportFinding[] = []
  if (/^(?:SSL|TLSv1(?:\.1)?$)/i.test(protocol)) {
    const facts = { host, protocol: displayText(protocol, 20) }
    findings.push({ id: 'tls_outdated', check: 'transport', facts, evidence })
  }
  // What a signed TLSA record allows needs no authority: for DANE-EE neither its name nor its dates matter.
  const dane = value.dane.find(facts => facts.host === host)
  const known = { domain: context.domain, validating: value.dnssec.validating }
  if (dane !== undefined && daneVerdict(dane, session, known) === 'fits') return findings
  const daysLeft = (Date.parse(certificate.notAfter) - Date.parse(testedAt)) / 86_400_000
  const date = certificate.notAfter.slice(0, 10)
  if (daysLeft < 0) findings.push({ id: 'mx_certificate_expired', check: 'transport', facts: { host, date }, evidence })
  else if (!coversHost(certificate, host)) {
    const facts = { host, names: namesText(certificate.names) }
    findings.push({ id: 'mx_certificate_name', check: 'transport', facts, evidence })
  } else if (!certificate.trusted) {
    const problem = certificate.selfSigned
      ? 'it is signed by itself'
      : (certificate.chainProblem ?? certificate.problem)
    const facts = { host, problem: displayText(problem ?? 'its authority is unknown', 200) }
    findings.push({ id: 'mx_certificate_untrusted', check: 'transport', facts, evidence })
  } else if (daysLeft < soonDays) {
    findings.push({ id: 'mx_certificate_expiring', check: 'transport', facts: { host, date }, evidence })
  }
  return findings
}

function namesText(names: readonly string[]): string {
  const shown = names.map(name => displayText(name, 100))
  return listed(shown, 3) || 'no name'
}

/** Whether the addresses of the mail servers have names that lead back, and how the servers introduce themselves. */
export function reversePart(value: TransportValue, context: TransportContext): TransportPart {
  const questions: readonly Question[] = [
    ...value.reverse.flatMap(({ record, names }): Question[] => [
      { name: record, type: 'PTR' },
      ...(names ?? []).flatMap((name): Question[] => [
        { name, type: 'A' },
        { name, type: 'AAAA' },
      ]),
    ]),
    ...sessionQuestions(value),
  ]
  const without = withoutServers(value, context)
  if (without !== null) return part('reverse', context, questions, without)
  const findings = [
    ...value.reverse.flatMap(facts => reverseFindings(facts, context)),
    ...value.sessions.flatMap(session => greetingFindings(session, context)),
  ]
  const details = [
    ...value.reverse.map(facts => `${facts.address} (${facts.host}): ${reverseWords(facts)}`),
    ...value.sessions.flatMap(({ host, greeting }) =>
      greeting === null ? [] : [`${host} greets as ${displayText(greeting, 100)}`],
    ),
  ]
  if (findings.length > 0) {
    const summary = 'Not every mail server has a name that leads back to it.'
    return part('reverse', context, questions, { state: 'recommendation', summary, details, findings })
  }
  if (value.reverse.length === 0) {
    return part('reverse', context, questions, { state: 'unchecked', summary: 'No address of a mail server is known.' })
  }
  const open = value.reverse.filter(({ confirmed }) => confirmed === null).length
  if (open > 0) {
    const summary = `The name of ${counted(open, 'address', 'addresses')} could not be asked for.`
    return part('reverse', context, questions, { state: 'unchecked', summary, details })
  }
  return part('reverse', context, questions, {
    state: 'ok',
    summary: 'Every address has a name that leads back.',
    details,
  })
}

function reverseWords({ names, confirmed }: TransportValue['reverse'][number]): string {
  if (names === null) return 'could not be asked for'
  if (names.length === 0) return 'no PTR'
  const leads = confirmed === null ? 'could not be followed back' : confirmed ? 'leads back' : 'does not lead back'
  return `${namesText(names)}, ${leads}`
}

function reverseFindings(
  facts: TransportValue['reverse'][number],
  context: TransportContext,
): readonly TransportFinding[] {
  const { host, address, record, names, confirmed } = facts
  const [name] = names ?? []
  if (names?.length === 0) {
    const evidence = rests(context, { name: record, type: 'PTR' })
    return [{ id: 'ptr_missing', check: 'transport', facts: { host, address, record }, evidence }]
  }
  if (name === undefined || confirmed !== false) return []
  const evidence = rests(context, { name: record, type: 'PTR' }, { name, type: 'A' }, { name, type: 'AAAA' })
  return [{ id: 'ptr_mismatch', check: 'transport', facts: { host, address, name: displayText(name, 100) }, evidence }]
}

function greetingFindings(
  { host, address, greeting }: RelayHost,
  context: TransportContext,
): readonly TransportFinding[] {
  if (greeting === null || isFullName(greeting)) return []
  const evidence = rests(context, smtpQuestion(host, address))
  const facts = { host, greeting: displayText(greeting, 100) || 'nothing' }
  return [{ id: 'greeting_invalid', check: 'transport', facts, evidence }]
}

/** A host name of two labels at least that can be anybody's (RFC 5321 section 2.3.5), or an address literal. */
function isFullName(greeting: string): boolean {
  if (/^\[(?:IPv6:)?[0-9a-f:.]+\]$/i.test(greeting)) return true
  if (/(?:^|\.)(?:localhost|localdomain|local|lan|internal|invalid)\.?$/i.test(greeting)) return false
  return /^(?=.{4,254}$)(?:[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]\.?$/i.test(greeting)
}
