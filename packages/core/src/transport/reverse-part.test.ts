import { describe, expect, it } from 'vitest'
import { wordsOf } from '../health/index.ts'
import { address, host, partOf, session, toldOf } from './healthy.fixture.ts'

const reverse = (names: string[] | null, confirmed: boolean | null) =>
  toldOf(partOf('reverse', { reverse: [{ host, address, record: '10.56.26.8.in-addr.arpa', names, confirmed }] }))

describe('PTR and greeting', () => {
  it('match, do not, are missing or could not be looked up', () => {
    expect(reverse(['other.example.net'], true)).toEqual(['ok'])
    expect(reverse(['other.example.net'], false)).toEqual([
      'recommendation',
      'ptr_mismatch: Forward and reverse DNS of a mail server differ: 8.26.56.10',
    ])
    expect(reverse([], false)).toEqual([
      'recommendation',
      'ptr_missing: An address of a mail server has no PTR: 8.26.56.10',
    ])
    expect(reverse(null, null)).toEqual(['unchecked'])
    expect(reverse(['other.example.net'], null)).toEqual(['unchecked'])
  })

  it('of a provider are no advice to its customer, whatever they are', () => {
    const facts = { host: 'aspmx.l.google.com', address, record: '10.56.26.8.in-addr.arpa' }
    for (const [names, confirmed] of [
      [[], false],
      [['other.example.net'], false],
      [null, null],
    ] as const) {
      const part = partOf('reverse', { reverse: [{ ...facts, names, confirmed }] })
      expect([part.state, part.summary]).toEqual([
        'ok',
        'Google Workspace runs the mail servers and sets their PTR records.',
      ])
      expect(part.details[0]).toMatch(/ \(run by Google Workspace\)$/)
    }
  })

  it('are advice to the provider itself', () => {
    const reverse = [
      { host: 'smtp.google.com', address, record: '10.56.26.8.in-addr.arpa', names: [], confirmed: false },
    ]
    expect(toldOf(partOf('reverse', { reverse }, { domain: 'google.com' }))[0]).toBe('recommendation')
  })

  it('are not told of a provider’s greeting without its name', () => {
    const sessions = [session({ host: 'aspmx.l.google.com', greeting: 'localhost' })]
    const [finding] = partOf('reverse', { sessions }).findings
    expect(finding && wordsOf(finding).advice).toBe(
      'Ask Google Workspace to correct this, because only Google Workspace can change aspmx.l.google.com.',
    )
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
