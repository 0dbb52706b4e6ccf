import { describe, expect, it } from 'vitest'
import type { DnsEvidence } from '../report.ts'
import { digLine } from './dig-line.ts'

const via: DnsEvidence['via'] = {
  server: '192.0.2.53:53',
  authoritative: false,
  rcode: 'NOERROR',
  ede: [],
  authentic: 'no',
  cnames: [],
  ttl: 300,
  ms: 12,
  askedAt: 0,
  cached: false,
}
const question: DnsEvidence['question'] = { name: '_dmarc.example.com', type: 'TXT' }

describe('the dig line', () => {
  it('asks the same server the same question', () => {
    expect(digLine({ question, via })).toBe('dig @192.0.2.53 +dnssec _dmarc.example.com TXT')
  })

  it('names an unusual port, and IPv6 without its brackets', () => {
    expect(digLine({ question, via: { ...via, server: '[2001:db8::53]:5353' } })).toBe(
      'dig @2001:db8::53 -p 5353 +dnssec _dmarc.example.com TXT',
    )
  })

  it('does not ask the zone’s own servers for recursion, and disables checking where DNSSEC is broken', () => {
    expect(digLine({ question, via: { ...via, authoritative: true, authentic: 'bogus' } })).toBe(
      'dig @192.0.2.53 +norecurse +dnssec +cd _dmarc.example.com TXT',
    )
  })

  it('asks the default resolver when no server was reached', () => {
    expect(digLine({ question, via: { ...via, server: null } })).toBe('dig +dnssec _dmarc.example.com TXT')
  })

  it('stays one harmless command for any name', () => {
    const name = "a';reboot;'.example.com"
    expect(digLine({ question: { name, type: 'A' }, via })).toBe(
      "dig @192.0.2.53 +dnssec 'a'\\'';reboot;'\\''.example.com' A",
    )
  })
})
