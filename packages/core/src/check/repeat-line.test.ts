import { expect, it } from 'vitest'
import type { DnsEvidence } from './evidence.ts'
import { digLine, repeatLine } from './repeat-line.ts'

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
  ['a resolver', asked('_dmarc.example.com'), 'dig @192.0.2.53 -q _dmarc.example.com. -t TXT +dnssec'],
  [
    'another port',
    asked('a.example', { server: '127.0.0.1:5300' }),
    'dig @127.0.0.1 -p 5300 -q a.example. -t TXT +dnssec',
  ],
  ['IPv6', asked('a.example', { server: '[2001:db8::1]:53' }), 'dig @2001:db8::1 -q a.example. -t TXT +dnssec'],
  [
    "the zone's own server",
    asked('a.example', { authoritative: true }),
    'dig @192.0.2.53 -q a.example. -t TXT +norecurse +dnssec',
  ],
  ['broken DNSSEC', asked('a.example', { authentic: 'bogus' }), 'dig @192.0.2.53 -q a.example. -t TXT +dnssec +cd'],
  ['no server reached', asked('a.example', { server: null }), 'dig -q a.example. -t TXT +dnssec'],
  ['the root', asked('.', { server: null }), 'dig -q . -t TXT +dnssec'],
  [
    'a name the shell would read',
    asked("a;rm -rf'.example", { server: null }),
    "dig -q 'a;rm -rf'\\''.example'. -t TXT +dnssec",
  ],
  ['a name dig would read', asked('+tcp.example', { server: null }), "dig -q '+tcp.example'. -t TXT +dnssec"],
])('%s', (_what, evidence, line) => {
  expect(digLine(evidence)).toBe(line)
})

it('a request over HTTPS is repeated with curl, an SMTP session with a connection to the server', () => {
  const piece = { id: 'x', outcome: 'failed', lines: [], ms: 1, askedAt: 0 } as const
  const url = "https://mta-sts.example.com/.well-known/mta-sts.txt?'"
  expect(repeatLine({ ...piece, kind: 'http', question: { name: url, type: 'HTTP' }, status: null })).toBe(
    "curl -si 'https://mta-sts.example.com/.well-known/mta-sts.txt?'\\'''",
  )
  const question = { name: 'mx.example.com [2001:db8::1]:25', type: 'SMTP' } as const
  expect(repeatLine({ ...piece, kind: 'smtp', question })).toBe('nc -C 2001:db8::1 25')
})

it.each([
  [
    'VirusTotal is repeated with a key of the reader',
    'https://www.virustotal.com/api/v3/domains/example.com',
    "curl -si -H 'x-apikey: YOUR_KEY' 'https://www.virustotal.com/api/v3/domains/example.com'",
  ],
  [
    'a server with a similar name gets no key',
    'https://www.virustotal.com.example/api/v3/',
    "curl -si 'https://www.virustotal.com.example/api/v3/'",
  ],
])('a request to %s', (_, name, line) => {
  const piece = { id: 'x', kind: 'http', outcome: 'failed', status: null, lines: [], ms: 1, askedAt: 0 } as const
  expect(repeatLine({ ...piece, question: { name, type: 'HTTP' } })).toBe(line)
})
