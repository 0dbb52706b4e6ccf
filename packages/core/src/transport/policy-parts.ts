import { listed, type Question } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import type { TransportFinding } from './findings.data.ts'
import { matchesMxPattern, parseMtaStsPolicy, readMtaStsRecords } from './mta-sts.ts'
import { part, rests, type TransportContext, type TransportPart, withoutServers } from './part.ts'
import { readTlsRptRecords } from './tls-rpt.ts'
import type { PolicyFacts, TransportValue } from './value.ts'

/** Hosts a proposed policy names, and problems of one policy that are told. */
const namedMax = 5
/** MX hosts a policy leaves out that are told one by one. */
const leftOutMax = 20

/** Whether senders must deliver over TLS, to the right servers (RFC 8461). */
export function mtaStsPart(value: TransportValue, context: TransportContext): TransportPart {
  const { name, texts, policy } = value.mtaSts
  const record: Question = { name, type: 'TXT' }
  const questions: readonly Question[] = policy === null ? [record] : [record, { name: policy.url, type: 'HTTP' }]
  const told = (
    state: TransportPart['state'],
    summary: string,
    findings: readonly TransportFinding[],
    details: readonly string[],
  ) => part('mta-sts', context, questions, { state, summary, findings, details })
  const without = withoutServers(value, context)
  if (without?.state === 'not-applicable') return part('mta-sts', context, [], without)
  if (texts === null) return told('unchecked', 'The record could not be asked for.', [], [])
  const { domain } = context
  const evidence = rests(context, record)
  const reading = readMtaStsRecords(texts)
  const details = texts.map(text => `${name}: ${displayText(text, 200)}`)
  if (reading.state === 'missing') {
    if (without !== null) return told(without.state, without.summary, [], [])
    const facts = { domain, mx: proposedMx(value) }
    return told(
      'recommendation',
      'MTA-STS is not used.',
      [{ id: 'mta_sts_missing', check: 'transport', facts, evidence }],
      [],
    )
  }
  if (reading.state === 'invalid') {
    const facts = { domain, problem: reading.problem }
    const findings: TransportFinding[] = [{ id: 'mta_sts_invalid', check: 'transport', facts, evidence }]
    return told('recommendation', 'Senders take no notice of the MTA-STS record.', findings, details)
  }
  if (policy === null || policy.state === 'unanswered') {
    const why = policy?.problem ?? 'it was not fetched'
    return told('unchecked', `The policy could not be checked: ${why}.`, [], details)
  }
  if (policy.state === 'unavailable') {
    const problem = policy.problem ?? 'there is none'
    const facts = { domain, url: policy.url, problem, mx: proposedMx(value) }
    const rest = rests(context, record, ...whyUnavailable(policy.url, context))
    const findings: TransportFinding[] = [
      { id: 'mta_sts_policy_unavailable', check: 'transport', facts, evidence: rest },
    ]
    return told('recommendation', 'There is a record, but no policy.', findings, details)
  }
  const judged = judgePolicy(policy, value, context)
  return told(judged.state, judged.summary, judged.findings, [...details, ...judged.details])
}

/** That its host has no address is the word of DNS, asked once more for this alone; all else is that of HTTPS. */
function whyUnavailable(url: string, { domain, evidence }: TransportContext): readonly Question[] {
  const host = `mta-sts.${domain}`
  const denied = evidence.filter(({ question, outcome }) => question.name === host && outcome !== 'failed')
  return denied.length > 0 ? denied.map(({ question }) => question) : [{ name: url, type: 'HTTP' }]
}

function judgePolicy(facts: PolicyFacts, value: TransportValue, context: TransportContext) {
  const { url, text, whole, contentType } = facts
  const policy = parseMtaStsPolicy(text)
  const evidence = rests(context, { name: url, type: 'HTTP' })
  const mx: Question = { name: context.domain, type: 'MX' }
  const errors = whole ? policy.errors : ['the policy is longer than 64 KB']
  const details = [
    `Policy: mode ${policy.mode ?? 'unknown'}, mx ${patternsText(policy.mx)}, max_age ${policy.maxAge ?? 'unknown'}`,
    ...policy.warnings,
    ...(contentType === 'text/plain'
      ? []
      : [`The policy is served as ${contentType ?? 'no media type'}, not as text/plain.`]),
  ]
  if (errors.length > 0) {
    const findings = errors
      .slice(0, namedMax)
      .map(
        (problem): TransportFinding => ({
          id: 'mta_sts_policy_invalid',
          check: 'transport',
          facts: { url, problem },
          evidence,
        }),
      )
    const summary = 'The policy is broken, and senders take no notice of it.'
    return { state: 'recommendation', summary, findings, details: [...details, ...errors] } as const
  }
  const { domain } = context
  if (policy.mode === 'none') {
    const findings: TransportFinding[] = [{ id: 'mta_sts_none', check: 'transport', facts: { domain, url }, evidence }]
    return { state: 'recommendation', summary: 'The policy switches MTA-STS off.', findings, details } as const
  }
  const leftOut = value.hosts.filter(host => !policy.mx.some(pattern => matchesMxPattern(pattern, host)))
  const findings = leftOut.slice(0, leftOutMax).map(
    (host): TransportFinding => ({
      id: 'mta_sts_mx_mismatch',
      check: 'transport',
      facts: { host, url },
      evidence: rests(context, { name: url, type: 'HTTP' }, mx),
    }),
  )
  if (policy.mode === 'testing')
    findings.push({ id: 'mta_sts_testing', check: 'transport', facts: { domain, url }, evidence })
  if (leftOut.length > 0) {
    return {
      state: 'recommendation',
      summary: 'The policy leaves out an MX host of the domain.',
      findings,
      details: leftOut.length > leftOutMax ? [...details, `It leaves out ${leftOut.length} MX hosts.`] : details,
    } as const
  }
  if (policy.mode === 'testing') {
    return { state: 'recommendation', summary: 'The policy fits, and is in testing mode.', findings, details } as const
  }
  if (value.mail === 'unchecked') {
    return {
      state: 'unchecked',
      summary: 'The policy could not be held against the MX hosts.',
      findings,
      details,
    } as const
  }
  return { state: 'ok', summary: 'Senders that know MTA-STS deliver over TLS only.', findings, details } as const
}

function patternsText(patterns: readonly string[]): string {
  const shown = patterns.map(pattern => displayText(pattern, 100))
  return listed(shown, namedMax) || 'none'
}

/** The `mx` lines of a policy for the domain as it is. */
function proposedMx({ hosts }: TransportValue): string {
  const lines = hosts.slice(0, namedMax).map(host => `mx: ${displayText(host, 100)}`)
  const more = hosts.length - lines.length
  if (lines.length === 0) return 'one line mx: for each MX host'
  return lines.join(' / ') + (more > 0 ? ` / ${more} more such lines` : '')
}

/** Whether senders tell when TLS fails (RFC 8460). */
export function tlsRptPart(value: TransportValue, context: TransportContext): TransportPart {
  const { name, texts } = value.tlsRpt
  const question: Question = { name, type: 'TXT' }
  const without = withoutServers(value, context)
  if (without?.state === 'not-applicable') return part('tls-rpt', context, [], without)
  if (texts === null) {
    return part('tls-rpt', context, [question], { state: 'unchecked', summary: 'The record could not be asked for.' })
  }
  const { domain } = context
  const evidence = rests(context, question)
  const reading = readTlsRptRecords(texts)
  if (reading.state === 'missing') {
    if (without !== null) return part('tls-rpt', context, [question], without)
    const findings: TransportFinding[] = [{ id: 'tls_rpt_missing', check: 'transport', facts: { domain }, evidence }]
    return part('tls-rpt', context, [question], {
      state: 'recommendation',
      summary: 'TLS reporting is not used.',
      findings,
    })
  }
  const details = texts.map(text => `${name}: ${displayText(text, 200)}`)
  if (reading.state === 'invalid') {
    const facts = { domain, problem: reading.problem }
    const findings: TransportFinding[] = [{ id: 'tls_rpt_invalid', check: 'transport', facts, evidence }]
    const summary = 'The record is broken, and senders send no reports.'
    return part('tls-rpt', context, [question], { state: 'recommendation', summary, details, findings })
  }
  const summary = `Reports go to ${reading.rua.slice(0, 3).join(', ')}.`
  return part('tls-rpt', context, [question], { state: 'ok', summary, details })
}
