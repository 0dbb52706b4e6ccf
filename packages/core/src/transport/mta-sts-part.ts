import { type Found, listed, partsOf, type Question, subjectOf } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import {
  isFaultCode,
  type MtaStsFault,
  matchesMxPattern,
  mtaStsFaultText,
  parseMtaStsPolicy,
  readMtaStsRecords,
} from './mta-sts.ts'
import {
  type Judged,
  rests,
  type TransportContext,
  type TransportState,
  transportPart,
  withoutServers,
} from './part.ts'
import type { PolicyFacts, TransportValue } from './value.ts'

/** The data for the texts of its recommendations. */
export interface MtaStsFacts {
  mta_sts_missing: { domain: string; mx: string }
  mta_sts_invalid: { domain: string; problem: string }
  mta_sts_policy_unavailable: { domain: string; url: string; problem: string; mx: string }
  mta_sts_policy_invalid: { url: string; fault: MtaStsFault }
  mta_sts_mx_mismatch: { host: string; url: string }
  mta_sts_testing: { domain: string; url: string }
  mta_sts_none: { domain: string; url: string }
}

/** The maximum number of hosts in a proposed policy, and of problems of one policy. */
const namedMax = 5
/** The maximum number of MX hosts missing from a policy that are reported one by one. */
const leftOutMax = 20

/** Whether senders must deliver over TLS, to the right servers (RFC 8461). */
export const mtaSts = transportPart<MtaStsFacts>({
  id: 'mta-sts',
  title: 'MTA-STS',
  findings: {
    mta_sts_missing: {
      check: 'transport',
      points: 0,
      title: 'MTA-STS is not used',
      subject: null,
      meaning: f => `An attacker on the way can make senders deliver mail for ${f.domain} unencrypted, or elsewhere.`,
      advice: f =>
        `Serve at https://mta-sts.${f.domain}/.well-known/mta-sts.txt, line by line: version: STSv1 / mode: testing / ${f.mx} / max_age: 604800. Then publish as TXT at _mta-sts.${f.domain}: v=STSv1; id=1`,
      clause: 'RFC 8461 section 3',
    },
    mta_sts_invalid: {
      check: 'transport',
      points: 0,
      title: 'The MTA-STS record is broken',
      subject: null,
      meaning: f => `Senders take no notice of the policy of ${f.domain}: ${f.problem}.`,
      advice: f =>
        `Keep one TXT record at _mta-sts.${f.domain}: v=STSv1; id=1 (another id with each change of the policy)`,
      clause: 'RFC 8461 section 3.1',
    },
    mta_sts_policy_unavailable: {
      check: 'transport',
      points: 0,
      title: 'The MTA-STS policy cannot be fetched',
      subject: null,
      meaning: f => `The record at _mta-sts.${f.domain} promises a policy, and senders find none: ${f.problem}.`,
      advice: f =>
        `Serve at ${f.url}, without a redirect and with a certificate for mta-sts.${f.domain}, line by line: version: STSv1 / mode: testing / ${f.mx} / max_age: 604800`,
      clause: 'RFC 8461 section 3.3',
    },
    mta_sts_policy_invalid: {
      check: 'transport',
      points: 0,
      title: 'The MTA-STS policy is broken',
      subject: f => subjectOf(f.fault.code, ...(f.fault.detail === '' ? [] : [f.fault.detail])),
      reason: subject => {
        const [code = '', detail = ''] = partsOf(subject)
        return isFaultCode(code) ? `The MTA-STS policy is broken: ${mtaStsFaultText({ code, detail })}` : null
      },
      meaning: () => 'Senders take no notice of a policy that is not written as it should be.',
      advice: f => `Correct the file at ${f.url}, and change the id of the record.`,
      clause: 'RFC 8461 section 3.2',
    },
    mta_sts_mx_mismatch: {
      check: 'transport',
      points: 0,
      title: 'The MTA-STS policy leaves out an MX host',
      subject: f => f.host,
      meaning: f => `Senders that follow the policy do not deliver to ${f.host}.`,
      advice: f => `Add to ${f.url} the line mx: ${f.host} and change the id of the record; or remove the MX.`,
      clause: 'RFC 8461 section 4.1',
    },
    mta_sts_testing: {
      check: 'transport',
      points: 0,
      title: 'MTA-STS is in testing mode',
      subject: null,
      meaning: f => `Senders only report what does not fit; mail for ${f.domain} is delivered all the same.`,
      advice: f =>
        `When the reports show no failures, change the line mode: testing in ${f.url} to mode: enforce, and change the id of the record.`,
      clause: 'RFC 8461 section 5',
    },
    mta_sts_none: {
      check: 'transport',
      points: 0,
      title: 'MTA-STS is switched off by its policy',
      subject: null,
      meaning: f => `The mode none tells senders to treat ${f.domain} as if it had no policy.`,
      advice: f => `Change the line mode: none in ${f.url} to mode: testing, and change the id of the record.`,
      clause: 'RFC 8461 section 5',
    },
  },
  judge,
})

function judge(value: TransportValue, context: TransportContext): Judged<MtaStsFacts> {
  const { name, texts, policy } = value.mtaSts
  const record: Question = { name, type: 'TXT' }
  const questions: readonly Question[] = policy === null ? [record] : [record, { name: policy.url, type: 'HTTP' }]
  const outcome = (
    state: TransportState,
    summary: string | null,
    findings: readonly Found<MtaStsFacts>[],
    details: readonly string[],
  ): Judged<MtaStsFacts> => ({ state, summary, findings, details, questions })
  const without = withoutServers(value, context)
  if (without?.state === 'not-applicable') return { ...without, questions: [] }
  if (texts === null) return outcome('unchecked', 'The record could not be asked for.', [], [])
  const { domain } = context
  const evidence = rests(context, record)
  const reading = readMtaStsRecords(texts)
  const details = texts.map(text => `${name}: ${displayText(text, 200)}`)
  if (reading.state === 'missing') {
    if (without !== null) return outcome(without.state, without.summary, [], [])
    const facts = { domain, mx: proposedMx(value) }
    return outcome('recommendation', null, [{ id: 'mta_sts_missing', facts, evidence }], [])
  }
  if (reading.state === 'invalid') {
    const facts = { domain, problem: reading.problem }
    const findings: Found<MtaStsFacts>[] = [{ id: 'mta_sts_invalid', facts, evidence }]
    return outcome('recommendation', 'Senders take no notice of the MTA-STS record.', findings, details)
  }
  if (policy === null || policy.state === 'unanswered') {
    const why = policy?.problem ?? 'it was not fetched'
    return outcome('unchecked', `The policy could not be checked: ${why}.`, [], details)
  }
  if (policy.state === 'unavailable') {
    const problem = policy.problem ?? 'there is none'
    const facts = { domain, url: policy.url, problem, mx: proposedMx(value) }
    const rest = rests(context, record, ...whyUnavailable(policy.url, context))
    const findings: Found<MtaStsFacts>[] = [{ id: 'mta_sts_policy_unavailable', facts, evidence: rest }]
    return outcome('recommendation', 'There is a record, but no policy.', findings, details)
  }
  const judged = judgePolicy(policy, value, context)
  return outcome(judged.state, judged.summary, judged.findings, [...details, ...judged.details])
}

/** A missing address of its host is proved by the DNS queries for it; every other failure by the HTTPS request. */
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
  const errors: readonly MtaStsFault[] = whole ? policy.errors : [{ code: 'too_long', detail: '' }]
  const details = [
    `Policy: mode ${policy.mode ?? 'unknown'}, mx ${patternsText(policy.mx)}, max_age ${policy.maxAge ?? 'unknown'}`,
    ...policy.warnings,
    ...(contentType === 'text/plain'
      ? []
      : [`The policy is served as ${contentType ?? 'no media type'}, not as text/plain.`]),
  ]
  if (errors.length > 0) {
    const findings = errors.slice(0, namedMax).map(
      (fault): Found<MtaStsFacts> => ({
        id: 'mta_sts_policy_invalid',
        facts: { url, fault },
        evidence,
      }),
    )
    const summary = 'The policy is broken, and senders take no notice of it.'
    return {
      state: 'recommendation',
      summary,
      findings,
      details: [...details, ...errors.map(mtaStsFaultText)],
    } as const
  }
  const { domain } = context
  if (policy.mode === 'none') {
    const findings: Found<MtaStsFacts>[] = [{ id: 'mta_sts_none', facts: { domain, url }, evidence }]
    return { state: 'recommendation', summary: 'The policy switches MTA-STS off.', findings, details } as const
  }
  const leftOut = value.hosts.filter(host => !policy.mx.some(pattern => matchesMxPattern(pattern, host)))
  const findings = leftOut.slice(0, leftOutMax).map(
    (host): Found<MtaStsFacts> => ({
      id: 'mta_sts_mx_mismatch',
      facts: { host, url },
      evidence: rests(context, { name: url, type: 'HTTP' }, mx),
    }),
  )
  if (policy.mode === 'testing') findings.push({ id: 'mta_sts_testing', facts: { domain, url }, evidence })
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

/** The `mx` lines of a policy for the domain's current hosts. */
function proposedMx({ hosts }: TransportValue): string {
  const lines = hosts.slice(0, namedMax).map(host => `mx: ${displayText(host, 100)}`)
  const more = hosts.length - lines.length
  if (lines.length === 0) return 'one line mx: for each MX host'
  return lines.join(' / ') + (more > 0 ? ` / ${more} more such lines` : '')
}
