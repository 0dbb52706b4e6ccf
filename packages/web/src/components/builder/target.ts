import type { Domain } from '../../lib/queries.ts'

/** What a record is built for: a domain of the account, or a name typed by hand, which the server has nothing about. */
export type Target = { own: true; domain: Domain; name: string } | { own: false; name: string }

export function ownTarget(domain: Domain): Target {
  return { own: true, domain, name: domain.domain_name }
}

/** As a name is read by people; the records stand under `name`. */
export function shownName(target: Target): string {
  return (target.own ? target.domain.domain_unicode : null) ?? target.name
}

/** Tells targets apart. */
export function targetKey(target: Target): string {
  return target.own ? target.domain.id : target.name
}

/** The part of a call that says what it is about: exactly one of the two. */
export function targetFields(target: Target): { domain_id: string } | { domain_name: string } {
  return target.own ? { domain_id: target.domain.id } : { domain_name: target.name }
}
