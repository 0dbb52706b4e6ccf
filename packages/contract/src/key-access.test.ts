import { isAtLeast } from '@waxseal/core/plan'
import { describe, expect, it } from 'vitest'
import { endpoints } from './index.ts'
import { keyAccess, keyAccessOf } from './key-access.ts'
import { keyNever } from './wording.ts'

const called = endpoints.flatMap(({ route }) => (route.auth === 'user' ? [route] : []))

it('every call that needs sign-in has its row, and every row its call', () => {
  expect(Object.keys(keyAccess).sort()).toEqual(called.map(({ id }) => id).sort())
})

it.each(['config', 'unknown', 'constructor', '__proto__', ''])('a call without a row is refused to keys: "%s"', id => {
  expect(keyAccessOf(id)).toEqual({ never: 'unlisted' })
})

describe.each(called.map(route => [route.id, route] as const))('%s', (id, { method, role }) => {
  const access = keyAccessOf(id)

  it('gives what an admin may do to keys with the scope admin alone', () => {
    if (isAtLeast(role, 'admin') && typeof access === 'string') expect(access).toBe('admin')
  })

  it('needs the scope admin for settings, the assistant and the audit log, and for nothing else', () => {
    const isThere = /^(?:alerts|blocklists|report-identity|chat|account)\.|\.ai-/.test(id)
    if (access === 'admin') expect([id, isThere]).toEqual([id, true])
  })

  it('lets a key with the scope read only get, and only what a viewer may get', () => {
    if (access === 'read') expect([method, role]).toEqual(['GET', 'viewer'])
  })

  it('needs the scope scan to start a scan, and for nothing else', () => {
    expect(access === 'scan').toBe(id === 'diagnostics.scan')
  })

  it('is refused to every key where it is about people, members, keys, money or what is personal', () => {
    if (
      /^(?:auth|workspace|invitations|api-keys|payments|billing-test|account\.(?!audit-log)|chat\.(?!query))\b/.test(id)
    )
      expect(access).toHaveProperty('never')
  })

  it('gives a reason where it is refused', () => {
    if (typeof access === 'object') expect(keyNever[access.never]).toMatch(/^API keys cannot /)
  })
})
