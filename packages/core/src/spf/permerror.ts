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
      return `${counted(permerror)} DNS lookups, but only ${lookupsMax} are allowed`
    case 'void_limit':
      return `${counted(permerror)} void lookups, but only ${voidLookupsMax} are allowed`
    case 'syntax':
      return `${permerror.path.map(term => `${term} → `).join('')}${permerror.problem}`
    default:
      return `${permerror.path.join(' → ')} (${termFaultText(permerror)})`
  }
}

export function termFaultText(fault: SpfTermFault): string {
  switch (fault.code) {
    case 'no_record':
      return 'no SPF record'
    case 'several_at_target':
      return `${fault.count} SPF records`
    case 'invalid_target':
      return 'not a valid domain name'
    case 'loop':
      return `loop to ${displayText(fault.name)}`
    case 'exchanger_limit':
      return `${fault.count} mail exchangers, but only ${exchangersMax} are allowed`
    default:
      return fault satisfies never
  }
}

/** A count as words; what failed lookups hide can only add to it. */
export function counted({ count, atLeast }: { count: number; atLeast: boolean }): string {
  return `${atLeast ? 'at least ' : ''}${count}`
}

/** The permerror as a finding says it: on one line, safe to print. */
export function permerrorLine(permerror: SpfPermerror): string {
  return displayText(permerrorText(permerror), 300)
}
