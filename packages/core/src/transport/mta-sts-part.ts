import { type Found, listed, type Question } from '../check/index.ts'
import { displayText } from '../dns/index.ts'
import { smtpQuestion } from '../relay/index.ts'
import { certificateFault, isCertificateSettled } from './certificate-fault.ts'
import {
  type MtaStsFault,
  type MtaStsMode,
  type MtaStsPolicy,
  matchesMxPattern,
  mtaStsFaultText,
  parseMtaStsPolicy,
  readMtaStsRecords,
} from './mta-sts.ts'
import { type NextPolicy, nextPolicy } from './mta-sts-build.ts'
import { type MtaStsFacts, mtaStsRows } from './mta-sts-findings.data.ts'
import { isReady, isWebPage, obstaclesToEnforce } from './mta-sts-ready.ts'
import {
  type Judged,
  rests,
  runBy,
  type TransportContext,
  type TransportState,
  transportPart,
  withoutServers,
} from './part.ts'
import { isForTls, knownRows, pinsOf, type Refusal, refusalOf, type SenderRow } from './sender-rows.ts'
import type { PolicyFacts, TransportValue } from './value.ts'

/** The maximum number of hosts in a proposed policy, and of problems of one policy. */
const namedMax = 5
/** The maximum number of MX hosts missing from a policy that are reported one by one. */
const leftOutMax = 20

/** Whether senders must deliver over TLS, to the right servers (RFC 8461). */
export const mtaSts = transportPart<MtaStsFacts>({
  id: 'mta-sts',
  title: 'MTA-STS',
  findings: mtaStsRows,
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
  if (texts === null) return outcome('unchecked', 'The lookup of the record failed.', [], [])
  const { domain } = context
  const evidence = rests(context, record)
  const reading = readMtaStsRecords(texts)
  const details = texts.map(text => `${name}: ${displayText(text, 200)}`)
  if (reading.state === 'missing') {
    if (without !== null) return outcome(without.state, without.summary, [], [])
    const facts = { domain, mx: proposedMx(value), next: firstPolicy(value), ...correctFirst(context) }
    return outcome('recommendation', null, [{ id: 'mta_sts_missing', facts, evidence }], [])
  }
  if (reading.state === 'invalid') {
    const facts = { domain, problem: reading.problem }
    const findings: Found<MtaStsFacts>[] = [{ id: 'mta_sts_invalid', facts, evidence }]
    return outcome('recommendation', 'Senders ignore the MTA-STS record.', findings, details)
  }
  if (policy === null || policy.state === 'unanswered') {
    const why = policy?.problem ?? 'we did not fetch it'
    return outcome('unchecked', `We could not fetch the policy: ${why}.`, [], details)
  }
  if (policy.state === 'unavailable') {
    const problem = policy.problem ?? 'the server has no policy file'
    const facts = {
      domain,
      url: policy.url,
      problem,
      mx: proposedMx(value),
      next: firstPolicy(value),
      ...(policy.certificate === 'expired' && { expired: true as const }),
      ...correctFirst(context),
    }
    const rest = rests(context, record, ...whyUnavailable(policy.url, context))
    const findings: Found<MtaStsFacts>[] = [{ id: 'mta_sts_policy_unavailable', facts, evidence: rest }]
    return outcome('recommendation', 'The record exists, but the policy does not.', findings, details)
  }
  const judged = judgePolicy(policy, reading.id, value, context)
  return outcome(judged.state, judged.summary, judged.findings, [...details, ...judged.details])
}

/** A missing address of its host is proved by the DNS queries for it; every other failure by the HTTPS request. */
function whyUnavailable(url: string, { domain, evidence }: TransportContext): readonly Question[] {
  const host = `mta-sts.${domain}`
  const denied = evidence.filter(({ question, outcome }) => question.name === host && outcome !== 'failed')
  return denied.length > 0 ? denied.map(({ question }) => question) : [{ name: url, type: 'HTTP' }]
}

/** @param id of the record that announces the policy */
function judgePolicy(facts: PolicyFacts, id: string, value: TransportValue, context: TransportContext) {
  const { url, text, contentType } = facts
  const policy = parseMtaStsPolicy(text)
  const evidence = rests(context, { name: url, type: 'HTTP' })
  const mx: Question = { name: context.domain, type: 'MX' }
  const isCompared = value.mail === 'hosts' && value.mtaSts.comparable !== false
  const nextIn = (mode: MtaStsMode): NextPolicy | null =>
    isCompared ? nextPolicy({ mode, live: policy, hosts: value.hosts, id }) : null
  const errors = faultsOf(facts, policy)
  const details = [
    `Policy: mode ${policy.mode ?? 'unknown'}, mx ${patternsText(policy.mx)}, max_age ${policy.maxAge ?? 'unknown'}`,
    ...policy.warnings,
    ...(contentType === 'text/plain'
      ? []
      : [`The server sends the policy as ${contentType ?? 'a file without a media type'}, not as text/plain.`]),
  ]
  if (errors.length > 0) {
    const next = nextIn(meantMode(policy, id, value, context))
    const findings = errors.slice(0, namedMax).map(
      (fault): Found<MtaStsFacts> => ({
        id: 'mta_sts_policy_invalid',
        facts: { url, fault, next },
        evidence,
      }),
    )
    const summary = 'The policy is broken, and senders ignore it.'
    return {
      state: 'recommendation',
      summary,
      findings,
      details: [...details, ...errors.map(mtaStsFaultText)],
    } as const
  }
  const { domain } = context
  if (policy.mode === 'none') {
    const findings: Found<MtaStsFacts>[] = [
      { id: 'mta_sts_none', facts: { domain, url, next: nextIn('testing') }, evidence },
    ]
    return {
      state: 'recommendation',
      summary: 'The policy turns MTA-STS off for the domain.',
      findings,
      details,
    } as const
  }
  if (value.mail === 'unchecked' || value.mtaSts.comparable === false) {
    const summary = 'The MX lookup failed, so we could not compare the policy with the MX hosts.'
    return { state: 'unchecked', summary, findings: [], details } as const
  }
  const rows = knownRows(value, domain)
  const leftOut = value.hosts.filter(host => !isListed(host, policy))
  const rest = rests(context, { name: url, type: 'HTTP' }, mx)
  const next = nextIn(policy.mode ?? 'testing')
  const unlisted = leftOut.slice(0, leftOutMax).map((host): Found<MtaStsFacts> => {
    const row = rows.find(each => each.host === host)
    // A host without an address receives nothing anyway.
    return row !== undefined && refusalOf(row, 'mta-sts') !== null
      ? { id: 'mta_sts_mismatch', facts: { host, url, cause: 'unlisted', detail: '', next }, evidence: rest }
      : { id: 'mta_sts_mx_mismatch', facts: { host, url, next }, evidence: rest }
  })
  const counted = leftOut.length > leftOutMax ? [...details, `It leaves out ${leftOut.length} MX hosts.`] : details
  if (policy.mode === 'testing') {
    const obstacles = obstaclesToEnforce(policy, id, value, domain)
    const { refused, unknown, reports } = obstacles
    // In mode enforce, senders would not deliver to it.
    const ready = isReady(obstacles)
      ? { next: nextIn('enforce') }
      : {
          next: null,
          ...(refused !== null && { refused: refused.host, refusedBy: refused.by }),
          ...(unknown.length > 0 && {
            unknown: listed(
              unknown.map(each => displayText(each, 200)),
              3,
            ),
          }),
          ...(reports === false && { reports: false as const }),
        }
    const testing: Found<MtaStsFacts> = { id: 'mta_sts_testing', facts: { domain, url, ...ready }, evidence }
    const summary =
      leftOut.length > 0 ? 'The policy leaves out an MX host.' : 'The policy lists every MX host, in testing mode.'
    return { state: 'recommendation', summary, findings: [...unlisted, testing], details: counted } as const
  }
  const refusals = rows.flatMap(row => refusalOf(row, 'mta-sts') ?? [])
  const listedRows = rows.filter(({ host }) => isListed(host, policy))
  const refused = [...unlisted, ...listedRows.flatMap(row => refusedHost(row, url, context) ?? [])]
  if (refused.length > 0 || refusals.length > 0) {
    const summary = refusals.every(({ reason }) => isForTls(reason))
      ? 'The policy requires TLS, and TLS does not work at an MX host. Senders that follow MTA-STS do not deliver to it.'
      : 'The policy does not allow an MX host. Senders that follow MTA-STS do not deliver to it.'
    return { state: 'recommendation', summary, findings: refused, details: counted } as const
  }
  const summary = 'Senders that follow MTA-STS deliver only over verified TLS.'
  return { state: 'ok', summary, findings: [], details } as const
}

/** A web page is one fault, whatever its lines are. */
function faultsOf({ text, whole }: PolicyFacts, { errors }: MtaStsPolicy): readonly MtaStsFault[] {
  if (isWebPage(text)) return [{ code: 'page', detail: '' }]
  return whole ? errors : [{ code: 'too_long', detail: '' }]
}

/** The mode that a broken policy names. Mode enforce would be refused by a host without a valid certificate. */
function meantMode(policy: MtaStsPolicy, id: string, value: TransportValue, { domain }: TransportContext): MtaStsMode {
  const { mode } = policy
  if (mode === 'enforce' && obstaclesToEnforce(policy, id, value, domain).refused !== null) return 'testing'
  return mode ?? 'testing'
}

/**
 * That senders do not deliver to a listed host, for what it offers. Where DANE senders do not deliver for the same cause,
 * theirs is the finding.
 */
function refusedHost(row: SenderRow, url: string, context: TransportContext): Found<MtaStsFacts> | null {
  const refusal = refusalOf(row, 'mta-sts')
  if (refusal === null || refusal.reason === 'host-unlisted') return null
  if (isForTls(refusal.reason) && isForTls(refusalOf(row, 'dane')?.reason ?? '')) return null
  const { host } = row
  const { session } = refusal.at
  const asked = session === null ? [] : [smtpQuestion(host, session.address)]
  const evidence = rests(context, { name: url, type: 'HTTP' }, ...asked)
  const facts = { host, url, ...causeOf(refusal, host), ...pinsOf(row), ...runBy(host, context) }
  return { id: 'mta_sts_mismatch', facts, evidence }
}

function causeOf({ reason, at: { session } }: Refusal<'mta-sts'>, host: string) {
  if (reason === 'starttls-required') return { cause: 'starttls', detail: '' } as const
  const fault = session?.tls ? certificateFault(session.tls.certificate, host, session.testedAt) : null
  if (fault === null) return { cause: 'handshake', detail: '' } as const
  return { cause: fault.kind, detail: fault.detail }
}

function isListed(host: string, { mx }: Pick<MtaStsPolicy, 'mx'>): boolean {
  return mx.some(pattern => matchesMxPattern(pattern, host))
}

/** Whether the policy and what it says of each host are known, or another scan would learn no more about them. */
export function isMtaStsSettled(value: TransportValue): boolean {
  const { texts, policy, comparable } = value.mtaSts
  if (texts === null) return false
  if (readMtaStsRecords(texts).state !== 'valid') return true
  if (policy === null || policy.state === 'unanswered') return false
  const { errors, mode, mx } = parseMtaStsPolicy(policy.text)
  if (policy.state === 'unavailable' || !policy.whole || errors.length > 0 || mode !== 'enforce') return true
  if (comparable === false) return false
  return value.hosts.every(host => !isListed(host, { mx }) || isCertificateSettled(value, host))
}

function patternsText(patterns: readonly string[]): string {
  const shown = patterns.map(pattern => displayText(pattern, 100))
  return listed(shown, namedMax) || 'none'
}

function firstPolicy({ hosts, mail }: TransportValue): NextPolicy | null {
  return mail === 'hosts' ? nextPolicy({ mode: 'testing', live: null, hosts, id: null }) : null
}

/** A policy names the hosts of the MX records, so those that have to change come first. */
function correctFirst({ mxToCorrect = [] }: TransportContext): { correct?: string } {
  return mxToCorrect.length === 0
    ? {}
    : {
        correct: listed(
          mxToCorrect.map(host => displayText(host, 100)),
          3,
        ),
      }
}

/** The `mx` lines of a policy for the domain's current hosts. */
function proposedMx({ hosts }: TransportValue): string {
  const lines = hosts.slice(0, namedMax).map(host => `mx: ${displayText(host, 100)}`)
  const more = hosts.length - lines.length
  if (lines.length === 0) return 'one line mx: for each MX host'
  return lines.join(' / ') + (more > 0 ? ` / ${more} more such lines` : '')
}
