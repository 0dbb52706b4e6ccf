import type { Role } from './roles.ts'

/** What an API key may do. Each scope includes the ones before it. */
export const keyScopes = ['read', 'scan', 'write', 'admin'] as const

export type KeyScope = (typeof keyScopes)[number]

/** The scopes that the highest of these includes, itself too, the least first. */
export function includedScopes(scopes: readonly KeyScope[]): KeyScope[] {
  const highest = Math.max(...scopes.map(scope => keyScopes.indexOf(scope)))
  return keyScopes.slice(0, highest + 1)
}

/** The role that a key with these scopes acts with. No key acts as an owner. */
export function roleOfKey(scopes: readonly KeyScope[]): Role {
  if (scopes.includes('admin')) return 'admin'
  return scopes.includes('write') ? 'editor' : 'viewer'
}
