import { expect, it } from 'vitest'
import type { ScanReply } from './reply.ts'
import { ttlOf } from './scan-ttl.ts'

it('the TTL of a record is the one its answer came with, null when there was none', () => {
  const via = {
    server: '192.0.2.53:53',
    authoritative: false,
    rcode: 'NOERROR',
    ede: [],
    authentic: 'no' as const,
    cnames: [],
    ttl: 3_600,
    ms: 1,
    askedAt: 0,
    cached: false,
  }
  const question = { name: 'example.com', type: 'TXT' as const }
  const scan: Pick<ScanReply, 'evidence'> = {
    evidence: [{ id: 'e1', kind: 'dns', question, outcome: 'records', answers: ['example.com 3600 TXT "a"'], via }],
  }
  expect(ttlOf(scan, 'example.com', 'TXT')).toBe(3_600)
  expect(ttlOf(scan, 'example.com', 'MX')).toBeNull()
})
