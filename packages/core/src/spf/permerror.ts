import { displayText } from '../dns/index.ts'
import { exchangersMax, lookupsMax, voidLookupsMax } from './limits.ts'

/**
 * Why receivers answer permerror, as data. `path` names the terms from the domain's own record to the one at fault, the
 * last; it is empty where the own record itself is at fault. `atLeast`: not everything could be counted.
 */
export type SpfPermerror =
  | { code: 'several_records'; count: number; domain: string | null }
  | { code: 'lookup_limit'; count: number; atLeast: boolean }
  | { code: 'void_limit'; count: number; atLeast: boolean }
  /** `problem`: what the parser says of the record or of one term of it. */
  | { code: 'syntax'; path: readonly string[]; problem: string }
  | ({ path: readonly string[] } & SpfTermFault)

/** Why one term makes a record a permerror beyond its syntax. */
export type SpfTermFault =
  | { code: 'no_record' }
  | { code: 'several_at_target'; count: number }
  | { code: 'invalid_target' }
  | { code: 'loop'; name: string }
  | { code: 'exchanger_limit'; count: number }

/** One permerror in a few words, printable but for what the record itself holds. */
export function permerrorText(permerror: SpfPermerror): string {
  switch (permerror.code) {
    case 'several_records': {
      const at = permerror.domain === null ? '' : ` at ${displayText(permerror.domain)}`
      return `${permerror.count} SPF records${at}`
    }
    case 'lookup_limit':
      return `${counted(permerror)} DNS lookups, ${lookupsMax} are allowed`
    case 'void_limit':
      return `${counted(permerror)} void lookups, ${voidLookupsMax} are allowed`
    case 'syntax':
      return `${permerror.path.map(term => `${term} → `).join('')}${permerror.problem}`
    default:
      return `${permerror.path.join(' → ')}: ${termFaultText(permerror)}`
  }
}

export function termFaultText(fault: SpfTermFault): string {
  switch (fault.code) {
    case 'no_record':
      return 'no SPF record'
    case 'several_at_target':
      return `${fault.count} SPF records`
    case 'invalid_target':
      return 'no valid domain name'
    case 'loop':
      return `leads back to ${displayText(fault.name)}`
    case 'exchanger_limit':
      return `${fault.count} mail exchangers, ${exchangersMax} are allowed`
    default:
      return fault satisfies never
  }
}

function counted({ count, atLeast }: { count: number; atLeast: boolean }): string {
  return `${atLeast ? 'at least ' : ''}${count}`
}

/** Advice for the causes that have one of their own. */
const advices: { readonly [C in SpfPermerror['code']]: string | null } = {
  several_records:
    'Merge them into one: a single v=spf1, the terms of all of them, one ending. Then delete the others.',
  lookup_limit:
    'Remove includes of services no longer used, or name their networks with ip4 and ip6, until ten lookups are enough.',
  void_limit: 'Remove the terms that lead to names without records, until two at most are left.',
  no_record: 'Remove the term, or put in its place the name the service gives for its SPF record.',
  several_at_target: null,
  invalid_target: null,
  loop: null,
  exchanger_limit: null,
  syntax: null,
}

/** What to publish instead of an SPF record that ends in this permerror. */
export function permerrorAdvice(permerror: SpfPermerror): string {
  return advices[permerror.code] ?? `Put this right in the record: ${permerrorLine(permerror)}.`
}

/** The permerror as a finding says it: on one line, safe to print. */
export function permerrorLine(permerror: SpfPermerror): string {
  return displayText(permerrorText(permerror), 300)
}
