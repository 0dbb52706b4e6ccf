import { blockOf, formatAddress, ipv6Groups } from '../dns/index.ts'
import { ipv4Bits, maskOf } from './client.ts'
import { coreName } from './core-name.ts'
import { type MacroString, usesMacro } from './macro.ts'
import { parseSpf, type Qualifier, type SpfTerm } from './record.ts'

/**
 * A record made ready for evaluation: syntax judged, addresses as numbers, names without macros normal. Reading a record
 * costs more than evaluating it, so policies are kept by their text.
 */
export interface Policy {
  /** Its first syntax error: the whole record is a permerror, whatever matches (RFC 7208 section 4.6). */
  error: string | null
  /** In order, to the first `all`: behind it nothing is ever reached. */
  directives: readonly Directive[]
  /** Null when there is none, or an `all` (section 6.1). */
  redirect: Target | null
  explanation: Target | null
}

/** A domain-spec, as far as it can be known before there is a message. */
export interface Target {
  /** The name in core's form where the domain-spec holds no macro: null then means that it is no name. */
  name: string | null
  /** What is to be expanded, null where `name` says all. */
  macros: MacroString | null
  /** It holds `%{p}`, which must be asked for first. */
  needsClientName: boolean
  /** It holds `%{s}` or `%{l}`. */
  needsLocalPart: boolean
}

export type Directive = LiteralDirective | AskingDirective

/** A mechanism that says itself what it matches. */
export type LiteralDirective =
  | { kind: 'all'; qualifier: Qualifier }
  | { kind: 'ip4'; qualifier: Qualifier; network: number; mask: number }
  | { kind: 'ip6'; qualifier: Qualifier; groups: readonly number[]; prefix: number; first: bigint; last: bigint }

/** A mechanism that costs a lookup. `target` null: the domain of the record itself. */
export type AskingDirective =
  | { kind: 'a' | 'mx'; qualifier: Qualifier; target: Target | null; prefix4: number; prefix6: number }
  | { kind: 'ptr'; qualifier: Qualifier; target: Target | null }
  | { kind: 'include'; qualifier: Qualifier; target: Target }
  | { kind: 'exists'; qualifier: Qualifier; target: Target }

export function isLiteral(directive: Directive): directive is LiteralDirective {
  return directive.kind === 'ip4' || directive.kind === 'ip6' || directive.kind === 'all'
}

/** Reads the policy of a record that begins with `v=spf1` (see `selectSpf`). Takes any text. */
export type PolicyReader = (text: string) => Policy

/** How much a keeping reader holds at most: an ordinary record is far below both limits, hostile ones fill some megabytes. */
const keptMost = 500
const keptLimits = { characters: 2048, directives: 128 } as const

/** A reader that keeps what it has read: for callers that check many messages against the same records. */
export function keepingPolicies(): PolicyReader {
  const kept = new Map<string, Policy>()
  return text => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const policy = policyOf(text)
    if (text.length > keptLimits.characters || policy.directives.length > keptLimits.directives) return policy
    if (kept.size >= keptMost) kept.delete(kept.keys().next().value ?? '')
    kept.set(text, policy)
    return policy
  }
}

/** The policy of a record that begins with `v=spf1`. */
export function policyOf(text: string): Policy {
  const { terms, problems } = parseSpf(text)
  const policy = { error: null, directives: [], redirect: null, explanation: null }
  const error = problems.find(({ severity }) => severity === 'error')
  if (error !== undefined) return { ...policy, error: error.message }
  const allAt = terms.findIndex(({ term }) => term.kind === 'all')
  const reached = allAt === -1 ? terms : terms.slice(0, allAt + 1)
  const redirect = terms.find(({ term }) => term.kind === 'redirect')?.term
  const explanation = terms.find(({ term }) => term.kind === 'exp')?.term
  return {
    error: null,
    directives: reached.flatMap(({ term }) => directiveOf(term) ?? []),
    redirect: allAt === -1 && redirect?.kind === 'redirect' ? targetOf(redirect.domain) : null,
    explanation: explanation?.kind === 'exp' ? targetOf(explanation.domain) : null,
  }
}

function directiveOf(term: SpfTerm): Directive | null {
  switch (term.kind) {
    case 'all':
      return term
    case 'ip4': {
      const mask = maskOf(term.prefix)
      return { kind: term.kind, qualifier: term.qualifier, network: ipv4Bits(term.address) & mask, mask }
    }
    case 'ip6': {
      const { first, last } = blockOf(term.address, term.prefix)
      const groups = ipv6Groups(formatAddress(term.address)) ?? []
      return { kind: term.kind, qualifier: term.qualifier, groups, prefix: term.prefix, first, last }
    }
    case 'a':
    case 'mx':
      return { ...term, target: ownTarget(term.domain) }
    case 'ptr':
      return { kind: term.kind, qualifier: term.qualifier, target: ownTarget(term.domain) }
    case 'include':
    case 'exists':
      return { kind: term.kind, qualifier: term.qualifier, target: targetOf(term.domain) }
    case 'redirect':
    case 'exp':
    case 'modifier':
    case 'unknown':
      return null
    default:
      return term satisfies never
  }
}

function ownTarget(domain: MacroString | null): Target | null {
  return domain === null ? null : targetOf(domain)
}

function targetOf(domain: MacroString): Target {
  const [only] = domain
  const needs = { needsClientName: usesMacro(domain, 'p'), needsLocalPart: usesMacro(domain, 'sl') }
  // A domain-spec is never empty; literals stand merged, so one literal is a domain-spec without macros.
  if (only?.kind !== 'literal' || domain.length > 1) return { name: null, macros: domain, ...needs }
  return { name: targetName(only.text), macros: null, ...needs }
}

/**
 * The name an expanded domain-spec stands for, in core's form; null when it is none (an empty or overlong label). Any
 * visible character may stand in it, and none is an escape: a backslash is a backslash.
 */
export function targetName(expanded: string): string | null {
  const name = coreName(expanded.includes('\\') ? expanded.replaceAll('\\', '\\092') : expanded)
  return name === '.' ? null : name
}
