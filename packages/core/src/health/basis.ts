import type { Basis } from './scan.ts'

/** Do two scores rest on the same things, so that comparing them says something about the domain? */
export function isSameBasis(one: Basis, other: Basis): boolean {
  return (
    one.model === other.model &&
    one.catalogue === other.catalogue &&
    one.tier === other.tier &&
    one.unchecked.length === other.unchecked.length &&
    one.unchecked.every(check => other.unchecked.includes(check))
  )
}
