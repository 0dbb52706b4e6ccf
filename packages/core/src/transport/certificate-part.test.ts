import { describe, expect, it } from 'vitest'
import { wordsOf } from '../health/index.ts'
import { certificate, partOf, session, toldOf } from './healthy.fixture.ts'
import type { TransportValue } from './value.ts'

describe('a certificate', () => {
  const without: Partial<TransportValue> = { dane: [] }
  const told = (shown: Partial<typeof certificate>, changes = without) =>
    toldOf(partOf('certificate', { ...changes, sessions: [session({}, shown)] }))

  it.each([
    [{ notAfter: '2026-11-19T00:00:00.000Z', trusted: false }, 'mx_certificate_expired'],
    [{ names: ['mail.example.net'], trusted: false }, 'mx_certificate_name'],
    [{ selfSigned: true, trusted: false }, 'mx_certificate_untrusted'],
    [{ trusted: false, chainProblem: 'its authority is unknown' }, 'mx_certificate_untrusted'],
    [{ notAfter: '2026-12-03T00:00:00.000Z' }, 'mx_certificate_expiring'],
  ])('%j: %s, and nothing beside it', (shown, id) => {
    const [state, ...findings] = told(shown)
    expect(state).toBe('recommendation')
    expect(findings).toHaveLength(1)
    expect(findings[0]).toContain(`${id}: `)
  })

  it('may name the host by a wildcard', () => {
    expect(told({ names: ['*.example.com'] })).toEqual(['ok'])
  })

  it('that a signed TLSA record pins needs no authority, no name and no date', () => {
    const pinned = { selfSigned: true, trusted: false, names: ['localhost'], notAfter: '2020-01-01T00:00:00.000Z' }
    expect(told(pinned, {})).toEqual(['ok'])
    expect(told(pinned)).toHaveLength(2)
  })

  it('with hostile names is shown without harm', () => {
    const names = ['\u001B[2J', '\u202Emoc.elpmaxe', 'a', 'b', 'c']
    const part = partOf('certificate', { dane: [], sessions: [session({}, { names, issuer: '\u0007bell' })] })
    expect(JSON.stringify([part.details, part.findings.map(wordsOf)])).not.toMatch(/\\u001b|\\u0007|\u202E/)
    expect(part.details[0]).toContain('a and 2 more')
  })
})
