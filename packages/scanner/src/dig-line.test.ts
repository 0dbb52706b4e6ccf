import type { DnsEvidence } from '@waxseal/core/check'
import { expect, it } from 'vitest'
import { digLine } from './dig-line.ts'

function asked(name: string, via: Partial<DnsEvidence['via']> = {}): DnsEvidence {
  return {
    id: 'x',
    kind: 'dns',
    question: { name, type: 'TXT' },
    outcome: 'no-data',
    answers: [],
    via: {
      server: '192.0.2.53:53',
      authoritative: false,
      rcode: 'NOERROR',
      ede: [],
      authentic: 'no',
      cnames: [],
      ttl: 0,
      ms: 1,
      askedAt: 0,
      cached: false,
      ...via,
    },
  }
}

it.each([
  ['a resolver', asked('_dmarc.example.com'), 'dig @192.0.2.53 -q _dmarc.example.com. -t TXT'],
  ['another port', asked('a.example', { server: '127.0.0.1:5300' }), 'dig @127.0.0.1 -p 5300 -q a.example. -t TXT'],
  ['IPv6', asked('a.example', { server: '[2001:db8::1]:53' }), 'dig @2001:db8::1 -q a.example. -t TXT'],
  [
    "the zone's own server",
    asked('a.example', { authoritative: true }),
    'dig @192.0.2.53 -q a.example. -t TXT +norecurse',
  ],
  ['broken DNSSEC', asked('a.example', { authentic: 'bogus' }), 'dig @192.0.2.53 -q a.example. -t TXT +cd'],
  ['nobody reached', asked('a.example', { server: null }), 'dig -q a.example. -t TXT'],
  ['the root', asked('.', { server: null }), 'dig -q . -t TXT'],
  [
    'a name the shell would read',
    asked("a;rm -rf'.example", { server: null }),
    "dig -q 'a;rm -rf'\\''.example'. -t TXT",
  ],
  ['a name dig would read', asked('+tcp.example', { server: null }), "dig -q '+tcp.example'. -t TXT"],
])('%s', (_what, evidence, line) => {
  expect(digLine(evidence)).toBe(line)
})
