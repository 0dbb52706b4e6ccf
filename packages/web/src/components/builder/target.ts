import type { Domain } from '../../lib/queries.ts'

/** The domain of a record: one of the account's, or a typed name without data on the server. */
export type Target = { own: true; domain: Domain; name: string } | { own: false; name: string }

export function ownTarget(domain: Domain): Target {
  return { own: true, domain, name: domain.domain_name }
}

/** The name for display; the records are at `name`. */
export function shownName(target: Target): string {
  return (target.own ? target.domain.domain_unicode : null) ?? target.name
}

/** Identifies a target. */
export function targetKey(target: Target): string {
  return target.own ? target.domain.id : target.name
}

/** The fields of a call for this target: exactly one of the two. */
export function targetFields(target: Target): { domain_id: string } | { domain_name: string } {
  return target.own ? { domain_id: target.domain.id } : { domain_name: target.name }
}
