import { describe, expect, it } from 'vitest'
import type { DnsEvidence } from '../check/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessMx } from './assess.ts'
import type { MxHost } from './value.ts'

const domain = 'example.com'
const answer: DnsEvidence = {
  id: 'MX example.com',
  kind: 'dns',
  question: { name: domain, type: 'MX' },
  outcome: 'records',
  answers: [],
  via: {
    server: '203.0.114.53:53',
    authoritative: false,
    rcode: 'NOERROR',
    ede: [],
    authentic: 'no',
    cnames: [],
    ttl: 300,
    ms: 1,
    askedAt: 0,
    cached: false,
  },
}
const context = { domain, evidence: [answer], gaps: [], nonMail: false }

function wordsFor(addresses: readonly string[], state: MxHost['state'] = 'resolved') {
  const host: MxHost = { preference: 10, host: 'mx.example.com', addresses, state, alias: null }
  return assessMx({ hosts: [host], implicit: null }, context).map(finding => ({ id: finding.id, ...wordsOf(finding) }))
}

describe('an MX host with an address that no sender reaches, beside one that works', () => {
  it.each([
    ['10.0.0.5', 'rspamd/rspamd#6032, RFC 1918 section 3'],
    ['192.168.1.10', 'RFC 1918 section 3'],
    ['100.64.0.9', 'RFC 6598 section 7: carrier-grade NAT'],
    ['169.254.7.7', 'RFC 3927 section 2.1: link-local'],
    ['192.0.2.25', 'RFC 5737 section 3: documentation'],
    ['224.0.0.25', 'RFC 1112 section 4: multicast'],
    ['255.255.255.255', 'RFC 919 section 7: broadcast'],
    ['fd00::1', 'rspamd/rspamd#6032, RFC 4193 section 3: unique local'],
    ['fe80::1', 'RFC 4291 section 2.5.6: link-local'],
    ['2001:db8::25', 'RFC 3849 section 2: documentation'],
    ['ff02::1', 'RFC 4291 section 2.7: multicast'],
    ['::ffff:203.0.114.25', 'RFC 4291 section 2.5.5.2: IPv4-mapped'],
    ['64:ff9b::cb00:7219', 'RFC 6052 section 2.1: NAT64'],
  ])('%s (%s)', address => {
    expect(wordsFor(['203.0.114.25', address])).toMatchObject([
      {
        id: 'mx_unreachable_address',
        points: -5,
        reason: 'MX host with an unreachable address: mx.example.com',
        meaning: `mx.example.com also has ${address}, which cannot be reached from the internet. Delivery is delayed when senders try it first.`,
        advice: `Remove ${address} from the A and AAAA records of mx.example.com. Keep the public addresses.`,
      },
    ])
  })

  // stalwartlabs/stalwart#1377, OpenSMTPD/OpenSMTPD#1190: the sender takes the mail for its own.
  it.each([
    ['127.0.0.1', 'RFC 1122 section 3.2.1.3'],
    ['127.0.1.1', 'RFC 1122 section 3.2.1.3'],
    ['0.0.0.0', 'RFC 1122 section 3.2.1.3'],
    ['::1', 'RFC 4291 section 2.5.3'],
    ['::', 'RFC 4291 section 2.5.2'],
  ])('%s leads a sender to itself (%s)', address => {
    expect(wordsFor(['203.0.114.25', address])).toMatchObject([
      {
        id: 'mx_unreachable_address',
        meaning: `mx.example.com also has ${address}, where a sender reaches itself. It may then return the mail because of a loop.`,
      },
    ])
  })

  it('says which of several leads to itself', () => {
    const [finding] = wordsFor(['203.0.114.25', '224.0.0.25', '127.0.0.1'])
    expect(finding?.meaning).toBe(
      'mx.example.com also has 224.0.0.25, 127.0.0.1, which senders cannot reach. At 127.0.0.1 a sender reaches itself and may return the mail.',
    )
  })

  it('names several in one finding, and nothing where all can be reached', () => {
    const [finding] = wordsFor(['203.0.114.25', '10.0.0.5', 'fd00::1'])
    expect(finding?.advice).toContain('Remove 10.0.0.5, fd00::1 from')
    expect(wordsFor(['203.0.114.25', '2a00:1450::25'])).toEqual([])
  })
})

it('a host with only such addresses has no usable one, and the title says so', () => {
  expect(wordsFor(['::ffff:203.0.114.25'], 'private')).toMatchObject([
    {
      title: 'No MX host has a usable address',
      meaning:
        'None of the mail servers (mx.example.com) has a public address (::ffff:203.0.114.25), so no mail arrives.',
    },
  ])
})

it('without an MX, an address that no sender reaches is as good as none (RFC 5321 section 5.1)', () => {
  const value = { hosts: [], implicit: ['10.0.0.5'] }
  const words = assessMx(value, context).map(wordsOf)
  expect(words).toMatchObject([
    {
      title: 'No MX records',
      meaning:
        'example.com has no MX, and its address 10.0.0.5 cannot be reached from the internet, so mail to it cannot be delivered.',
    },
  ])
  // Its AAAA record may be another, and could not be asked for.
  const gap = { question: { name: domain, type: 'AAAA' }, reason: 'timeout', evidence: 'x' } as const
  expect(assessMx(value, { ...context, gaps: [gap] })).toEqual([])
  expect(assessMx({ hosts: [], implicit: ['10.0.0.5', '203.0.114.1'] }, context)).toMatchObject([{ id: 'mx_implicit' }])
})
