import { blockOf, formatAddress, ipv6Groups } from '../dns/index.ts'
import { ipv4Bits, maskOf } from './client.ts'
import { coreName } from './core-name.ts'
import { type MacroString, usesMacro } from './macro.ts'
import { parseSpf, type Qualifier, type SpfTerm } from './record.ts'

/**
 * A record prepared for evaluation: syntax checked, addresses as numbers, names without macros normalized. Parsing a
 * record costs more than evaluating it, so policies are cached by their text.
 */
export interface Policy {
  /** Its first syntax error, which makes the whole record a permerror before any match (RFC 7208 section 4.6). */
  error: string | null
  /** In order, up to the first `all`: later ones are never evaluated. */
  directives: readonly Directive[]
  /** Null without a redirect, or with an `all` (section 6.1). */
  redirect: Target | null
  explanation: Target | null
  /** Other modifiers, as published: receivers that know them may act on them (RFC 7208 section 6, RFC 6652). */
  modifiers: readonly string[]
}

/** A domain-spec, as far as it is known without a message. */
export interface Target {
  /** The name in core's form for a domain-spec without macros; null then means that it is no valid name. */
  name: string | null
  /** The macro-string to expand; null when `name` is the whole domain-spec. */
  macros: MacroString | null
  /** It has `%{p}`, which needs a query first. */
  needsClientName: boolean
  /** It has `%{s}` or `%{l}`. */
  needsLocalPart: boolean
}

export type Directive = LiteralDirective | LookupDirective

/** A mechanism that needs no lookup to match. */
export type LiteralDirective =
  | { kind: 'all'; qualifier: Qualifier }
  | { kind: 'ip4'; qualifier: Qualifier; network: number; mask: number }
  | { kind: 'ip6'; qualifier: Qualifier; groups: readonly number[]; prefix: number; first: bigint; last: bigint }

/** A mechanism that costs a lookup. `target` null: the domain of the record itself. */
export type LookupDirective =
  | { kind: 'a' | 'mx'; qualifier: Qualifier; target: Target | null; prefix4: number; prefix6: number }
  | { kind: 'ptr'; qualifier: Qualifier; target: Target | null }
  | { kind: 'include'; qualifier: Qualifier; target: Target }
  | { kind: 'exists'; qualifier: Qualifier; target: Target }

export function isLiteral(directive: Directive): directive is LiteralDirective {
  return directive.kind === 'ip4' || directive.kind === 'ip6' || directive.kind === 'all'
}

/** Parses the policy of a record that begins with `v=spf1` (see `selectSpf`). Accepts any text. */
export type PolicyReader = (text: string) => Policy

/** The limits of a caching parser: ordinary records stay far below both, hostile ones fill some megabytes. */
const cacheMax = 500
const cacheLimits = { characters: 2048, directives: 128 } as const

/** A parser with a cache, for callers that check many messages against the same records. */
export function cachingPolicyReader(): PolicyReader {
  const cached = new Map<string, Policy>()
  return text => {
    const known = cached.get(text)
    if (known !== undefined) return known
    const policy = policyOf(text)
    if (text.length > cacheLimits.characters || policy.directives.length > cacheLimits.directives) return policy
    if (cached.size >= cacheMax) cached.delete(cached.keys().next().value ?? '')
    cached.set(text, policy)
    return policy
  }
}

/** The policy of a record that begins with `v=spf1`. */
export function policyOf(text: string): Policy {
  const { terms, problems } = parseSpf(text)
  const policy = { error: null, directives: [], redirect: null, explanation: null, modifiers: [] }
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
    modifiers: terms.flatMap(({ term, text }) => (term.kind === 'modifier' ? [text] : [])),
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
  // A domain-spec is never empty, and literals are merged, so a single literal is a domain-spec without macros.
  if (only?.kind !== 'literal' || domain.length > 1) return { name: null, macros: domain, ...needs }
  return { name: targetName(only.text), macros: null, ...needs }
}

/**
 * The name of an expanded domain-spec, in core's form; null when it is invalid (an empty or overlong label). Every
 * visible character is allowed, and none is an escape: a backslash is a backslash.
 */
export function targetName(expanded: string): string | null {
  const name = coreName(expanded.includes('\\') ? expanded.replaceAll('\\', '\\092') : expanded)
  return name === '.' ? null : name
}
