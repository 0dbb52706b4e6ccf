import { describe, expect, it } from 'vitest'
import { address, host, partOf, session, toldOf } from './healthy.fixture.ts'

const reverse = (names: string[] | null, confirmed: boolean | null) =>
  toldOf(partOf('reverse', { reverse: [{ host, address, record: '10.56.26.8.in-addr.arpa', names, confirmed }] }))

describe('PTR and greeting', () => {
  it('lead back, do not, are missing or could not be asked for', () => {
    expect(reverse(['other.example.net'], true)).toEqual(['ok'])
    expect(reverse(['other.example.net'], false)).toEqual([
      'recommendation',
      'ptr_mismatch: The PTR of a mail server does not lead back: 8.26.56.10',
    ])
    expect(reverse([], false)).toEqual([
      'recommendation',
      'ptr_missing: An address of a mail server has no PTR: 8.26.56.10',
    ])
    expect(reverse(null, null)).toEqual(['unchecked'])
    expect(reverse(['other.example.net'], null)).toEqual(['unchecked'])
  })

  it.each(['localhost', 'localhost.localdomain', 'mail', 'srv1.local', '192.0.2.1', 'ESMTP ready', ''])(
    'the greeting %j is no name of a host',
    greeting => {
      const findings = partOf('reverse', { sessions: [session({ greeting })] }).findings
      expect(findings.map(({ id }) => id)).toEqual(['greeting_invalid'])
    },
  )

  it.each(['mx.example.com', 'MX1.Example.COM.', 'a-b.xn--mnchen-3ya.de', '[192.0.2.1]', '[IPv6:2001:db8::1]'])(
    'the greeting %s is in order',
    greeting => {
      expect(partOf('reverse', { sessions: [session({ greeting })] }).state).toBe('ok')
    },
  )
})
