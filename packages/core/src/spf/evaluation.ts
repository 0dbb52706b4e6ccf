import { type Answer, brokenZoneOf, dnssecFaultWords, textOf } from '../dns/index.ts'
import {
  type Check,
  clientNameBelow,
  expandTarget,
  isUnmatchable,
  learnClientName,
  noteVoid,
} from './check-host-state.ts'
import { type Client, hostType, isAmong, sharesPrefix } from './client.ts'
import { exchangersMax, voidLookupsMax } from './limits.ts'
import { isLiteral, type LiteralDirective, type LookupDirective, type Policy, type Target } from './policy.ts'
import { queryOnce } from './query-once.ts'
import { isSpfRecord } from './record.ts'
import { resultOf, type SpfResult } from './result.ts'
import { checkableName } from './sender.ts'

/** A term matches or not, or ends the whole check. */
type Match = boolean | 'temperror' | 'permerror'

/**
 * Evaluates the record of a domain (RFC 7208 section 4) from the answer to its TXT query, term by term. Sends no query
 * that an earlier term made unnecessary. `included`: on behalf of an `include`, whose `exp=` is ignored.
 */
export function evaluate(
  check: Check,
  domain: string,
  answer: Answer<'TXT'>,
  included: boolean,
): SpfResult | Promise<SpfResult> {
  const policy = policyIn(check, domain, answer)
  if (typeof policy === 'string') return policy
  if (!included) check.explaining = policy.explanation === null ? null : { target: policy.explanation, domain }
  const { directives } = policy
  // Most records need no further query: those cost no promise.
  for (let at = 0; at < directives.length; at++) {
    const directive = directives[at]
    if (directive === undefined || !isLiteral(directive)) return evaluateFrom(check, policy, at, domain, included)
    if (matchesLiterally(check.client, directive)) return resultOf[directive.qualifier]
  }
  return policy.redirect === null ? 'neutral' : redirected(check, policy.redirect, domain, included)
}

async function evaluateFrom(
  check: Check,
  { directives, redirect }: Policy,
  start: number,
  domain: string,
  included: boolean,
): Promise<SpfResult> {
  for (let at = start; at < directives.length; at++) {
    const directive = directives[at]
    if (directive === undefined) break
    const match = isLiteral(directive)
      ? matchesLiterally(check.client, directive)
      : await matches(check, directive, domain)
    if (match === true) return resultOf[directive.qualifier]
    if (match !== false) return match
  }
  return redirect === null ? 'neutral' : redirected(check, redirect, domain, included)
}

async function redirected(check: Check, redirect: Target, domain: string, included: boolean): Promise<SpfResult> {
  if (!countLookup(check)) return 'permerror'
  if (redirect.needsClientName) await learnClientName(check, domain)
  if (voidLimit(check) !== false) return 'permerror'
  const name = isUnmatchable(check, redirect) ? null : checkableName(expandTarget(check, redirect, domain))
  if (name === null) return permerror(check, `redirect= of ${domain} names no domain`)
  const result = await evaluate(check, name, await queryOnce(check, name, 'TXT'), included)
  // Section 6.1: after redirect=, none becomes permerror.
  return result === 'none' ? 'permerror' : result
}

/** The record in an answer, or the result when there is no record to evaluate (sections 4.4 to 4.6). */
function policyIn(check: Check, name: string, answer: Answer<'TXT'>): Policy | 'none' | 'temperror' | 'permerror' {
  if (answer.kind === 'failed') return unanswered(check, 'TXT', name, answer)
  let text: string | undefined
  let count = 0
  for (const record of answer.kind === 'records' ? answer.records : []) {
    const read = textOf(record)
    if (!isSpfRecord(read)) continue
    text = read
    count++
  }
  if (text === undefined) {
    check.problem = `no SPF record at ${name}`
    // The query for the domain itself belongs to no term.
    if (answer.kind !== 'records' && check.lookups > 0) noteVoid(check)
    return 'none'
  }
  if (count > 1) return permerror(check, `${count} SPF records at ${name}`)
  const policy = check.policyOf(text)
  return policy.error === null ? policy : permerror(check, `${name}: ${policy.error}`)
}

function matchesLiterally(client: Client, directive: LiteralDirective): boolean {
  switch (directive.kind) {
    case 'all':
      return true
    case 'ip4':
      return client.family === 4 && (client.bits & directive.mask) === directive.network
    case 'ip6':
      return client.family === 6 && sharesPrefix(client.groups, directive.groups, directive.prefix)
    default:
      return directive satisfies never
  }
}

function matches(check: Check, directive: LookupDirective, domain: string): Match | Promise<Match> {
  if (!countLookup(check)) return 'permerror'
  const { target } = directive
  if (target === null) return matchesAt(check, directive, domain)
  if (isUnmatchable(check, target)) return false
  if (target.needsClientName) return matchesNamed(check, directive, target, domain)
  return matchesAt(check, directive, expandTarget(check, target, domain))
}

/** The query for the client's own name counts like any query of the term. */
async function matchesNamed(check: Check, directive: LookupDirective, target: Target, domain: string): Promise<Match> {
  await learnClientName(check, domain)
  return voidLimit(check) || matchesAt(check, directive, expandTarget(check, target, domain))
}

/**
 * `name` is null when the domain-spec is no valid name. Section 4.8 does not define that case; such a name is never
 * queried.
 */
function matchesAt(check: Check, directive: LookupDirective, name: string | null): Match | Promise<Match> {
  if (directive.kind === 'include') return includeMatches(check, checkableName(name))
  if (name === null) return false
  switch (directive.kind) {
    case 'a':
      return addressMatches(check, name, prefixOf(check.client, directive))
    case 'mx':
      return exchangerMatches(check, name, prefixOf(check.client, directive))
    case 'ptr':
      return clientMatches(check, name)
    case 'exists':
      return existsMatches(check, name)
    default:
      return directive satisfies never
  }
}

async function includeMatches(check: Check, name: string | null): Promise<Match> {
  if (name === null) return permerror(check, 'an include names no domain')
  const evaluated = evaluate(check, name, await queryOnce(check, name, 'TXT'), true)
  const result = typeof evaluated === 'string' ? evaluated : await evaluated
  // The table of section 5.2.
  if (result === 'pass') return true
  if (result === 'temperror') return result
  return result === 'permerror' || result === 'none' ? 'permerror' : false
}

async function addressMatches(check: Check, name: string, prefix: number): Promise<Match> {
  const type = hostType(check.client)
  const answer = await queryOnce(check, name, type)
  if (answer.kind === 'records') return isAmong(check.client, answer.records, prefix)
  return withoutRecords(check, type, name, answer)
}

async function exchangerMatches(check: Check, name: string, prefix: number): Promise<Match> {
  const answer = await queryOnce(check, name, 'MX')
  if (answer.kind !== 'records') return withoutRecords(check, 'MX', name, answer)
  const { length } = answer.records
  if (length > exchangersMax) {
    return permerror(check, `${length} mail exchangers of ${name}, but only ${exchangersMax} are allowed`)
  }
  for (const { exchange } of answer.records) {
    // The null MX (RFC 7505) names no host.
    const match = exchange !== '.' && (await addressMatches(check, exchange, prefix))
    if (match !== false) return match
  }
  return false
}

async function clientMatches(check: Check, name: string): Promise<Match> {
  return (await clientNameBelow(check, name)) !== null || voidLimit(check)
}

async function existsMatches(check: Check, name: string): Promise<Match> {
  const answer = await queryOnce(check, name, 'A')
  return answer.kind === 'records' || withoutRecords(check, 'A', name, answer)
}

function prefixOf({ family }: Client, { prefix4, prefix6 }: { prefix4: number; prefix6: number }): number {
  return family === 4 ? prefix4 : prefix6
}

function withoutRecords(check: Check, type: string, name: string, answer: Answer): Match {
  if (answer.kind === 'failed') return unanswered(check, type, name, answer)
  noteVoid(check)
  return voidLimit(check)
}

/** Counts a term with lookups (section 4.6.4); false when that exceeds the limit. */
function countLookup(check: Check): boolean {
  check.isVoid = false
  if (++check.lookups <= check.maxLookups) return true
  permerror(check, `more than ${check.maxLookups} DNS lookups`)
  return false
}

function voidLimit(check: Check): false | 'permerror' {
  return check.voidLookups > voidLookupsMax && permerror(check, `more than ${voidLookupsMax} void lookups`)
}

function permerror(check: Check, problem: string): 'permerror' {
  check.problem = problem
  return 'permerror'
}

function unanswered(
  check: Check,
  type: string,
  name: string,
  { reason, via }: Extract<Answer, { kind: 'failed' }>,
): 'temperror' {
  const broken = brokenZoneOf(name, via)
  check.problem =
    broken === null
      ? `the ${type} lookup of ${name} failed (${reason})`
      : `the ${type} lookup of ${name} failed because DNSSEC of ${broken.zone} is broken (${dnssecFaultWords(broken.fault)})`
  return 'temperror'
}
