import { policyBytes } from '@waxseal/core/caps'
import type { Evidence, Gap } from '@waxseal/core/check'
import { displayText, isNegative, isSubdomain } from '@waxseal/core/dns'
import { isMtaStsText, type PolicyFacts, readMtaStsRecords, type TransportValue } from '@waxseal/core/transport'
import type { HttpsReply } from '../https/index.ts'
import type { CheckResolver } from './check.ts'
import type { TransportCheckContext } from './transport.ts'
import { textsAt } from './transport-dns.ts'

const policyMs = 10_000

/** The MTA-STS record and, if senders use it, its policy. */
export async function mtaStsOf(
  dns: CheckResolver,
  { name, organizationalDomain, https, signal }: TransportCheckContext,
): Promise<{ facts: TransportValue['mtaSts']; evidence: readonly Evidence[]; gaps: readonly Gap[] }> {
  const record = await textsAt(dns, `_mta-sts.${name}`, isMtaStsText)
  if (record.texts === null || readMtaStsRecords(record.texts).state !== 'valid') {
    return { facts: { ...record, policy: null }, evidence: [], gaps: [] }
  }
  const host = `mta-sts.${name}`
  const url = `https://${host}/.well-known/mta-sts.txt`
  // RFC 8461 section 3.3: redirects are not followed.
  const reply = await https(url, { maxBytes: policyBytes, timeoutMs: policyMs, redirects: 0, signal })
  const policy = {
    ...(await policyOf(dns, host, url, reply)),
    ...(await runElsewhere(dns, host, organizationalDomain)),
  }
  const reason = reply.failure?.reason ?? 'servfail'
  const { evidence } = reply
  const gap: Gap = { question: evidence.question, reason, evidence: evidence.id }
  return { facts: { ...record, policy }, evidence: [evidence], gaps: policy.state === 'unanswered' ? [gap] : [] }
}

/** A policy host that is an alias of a name outside the organizational domain is someone else's, who renews its certificate. */
async function runElsewhere(
  dns: CheckResolver,
  host: string,
  organizationalDomain: string,
): Promise<Pick<PolicyFacts, 'runAt'>> {
  // The same question as that of the connection, so it costs none.
  const target = (await dns.peek(host, 'A')).via.cnames.at(-1)
  return target === undefined || isSubdomain(target, organizationalDomain) ? {} : { runAt: target }
}

async function policyOf(dns: CheckResolver, host: string, url: string, reply: HttpsReply): Promise<PolicyFacts> {
  const { status, contentType, whole, body, location, failure, validity } = reply
  const certificate = failure?.expired ? 'expired' : validity
  const without = (state: PolicyFacts['state'], problem: string): PolicyFacts => {
    return { url, state, text: '', whole: true, contentType, problem, ...(certificate && { certificate }) }
  }
  if (failure?.kind === 'no-address') {
    // A missing address is reported only if the zone's own servers confirm it.
    const answers = await Promise.all([dns.confirm(host, 'A'), dns.confirm(host, 'AAAA')])
    return without(answers.every(isNegative) ? 'unavailable' : 'unanswered', failure.text)
  }
  if (failure !== null) {
    const certain = failure.kind === 'certificate' || failure.kind === 'not-public'
    return without(certain ? 'unavailable' : 'unanswered', failure.text)
  }
  if (status === 200) {
    const text = body.toString('latin1')
    return { url, state: 'fetched', text, whole, contentType, problem: null, ...(certificate && { certificate }) }
  }
  if (status !== null && status >= 300 && status < 400) {
    const where = location === null ? '' : ` to ${displayText(location, 100)}`
    return without('unavailable', `the server redirects${where}, but senders do not follow redirects`)
  }
  // Other status codes may be meant for us only, or be temporary.
  const certain = status === 404 || status === 410 || status === 204
  return without(certain ? 'unavailable' : 'unanswered', `the server answers with status ${status}`)
}
