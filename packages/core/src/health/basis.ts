import type { Basis } from './scan.ts'

/** Whether two scores have the same basis, so that comparing them says something about the domain. */
export function isSameBasis(one: Basis, other: Basis): boolean {
  return (
    one.model === other.model &&
    one.catalogue === other.catalogue &&
    one.tier === other.tier &&
    one.unchecked.length === other.unchecked.length &&
    one.unchecked.every(check => other.unchecked.includes(check))
  )
}
