import { expect, it } from 'vitest'
import { includedScopes, type KeyScope, keyScopes, roleOfKey } from './key-scopes.ts'

it.each<[KeyScope[], KeyScope[]]>([
  [['read'], ['read']],
  [['scan'], ['read', 'scan']],
  [['write'], ['read', 'scan', 'write']],
  [
    ['write', 'read', 'write'],
    ['read', 'scan', 'write'],
  ],
  [[], []],
])('the scopes %j include %j', (chosen, included) => {
  expect(includedScopes(chosen)).toEqual(included)
})

it('a key acts as an administrator with the scope admin, as an editor with write, and else as a viewer', () => {
  expect(keyScopes.map(scope => roleOfKey(includedScopes([scope])))).toEqual(['viewer', 'viewer', 'editor', 'admin'])
})
