import { describe, expect, it } from 'vitest'
import { type Checked, checkWords, othersOf, type ServerView, serverWords } from './check-words.ts'

const server = (state: ServerView['state'], part: Partial<ServerView> = {}): ServerView => ({
  host: 'ns1.example.com',
  state,
  found: [],
  ttl: null,
  reason: null,
  ...part,
})
const silent = server('could_not_check', { reason: 'the DNS servers did not answer in time' })
const checked = (state: Checked['state'], servers: ServerView[], part: Partial<Checked> = {}): Checked => ({
  name: '_dmarc.example.com',
  state,
  asked: 'name_servers',
  servers,
  more: 0,
  reason: null,
  checked_at: '2026-11-20T12:00:00.000Z',
  ...part,
})

describe('a check of the published record says', () => {
  it.each([
    [checked('live', [server('live')]), 'The record is live on your name server'],
    [checked('live', [server('live'), server('live')]), 'The record is live on both name servers'],
    [checked('live', [server('live'), server('live'), server('live')]), 'The record is live on all 3 name servers'],
    [checked('live', [server('live'), silent]), 'The record is live on 1 of 2 name servers'],
    [checked('partly', [server('live'), server('missing'), silent]), '1 of 2 name servers has the record'],
    [checked('partly', [server('live'), server('live'), server('different')]), '2 of 3 name servers have the record'],
    [checked('different', [server('different')]), 'Another DMARC record is published on your name servers'],
    [
      checked('several', [server('several', { found: ['one', 'two', 'three'] })]),
      '3 DMARC records are published on your name servers',
    ],
    [checked('missing', [server('missing'), silent]), 'No DMARC record on your name servers yet'],
    [checked('missing', [server('missing')], { asked: 'resolvers' }), 'No DMARC record at your resolvers yet'],
    [checked('could_not_check', [silent]), 'The record could not be checked'],
  ])('%#', (given, title) => {
    expect(checkWords(given, 'DMARC').title).toBe(title)
  })

  it('why it failed, and that the record may still be live', () => {
    const advice = 'The DNS servers did not answer in time. Your record may still be live.'
    expect(checkWords(checked('could_not_check', [silent]), 'DMARC').advice).toBe(advice)
    const unknown = checked('could_not_check', [], { reason: 'the DNS servers did not answer in time' })
    expect(checkWords(unknown, 'DMARC').advice).toBe(advice)
  })
})

it('shows each other record once', () => {
  const servers = [
    server('live', { found: ['wanted'] }),
    server('different', { found: ['other'] }),
    server('several', { found: ['other', 'wanted'] }),
  ]
  expect(othersOf(checked('partly', servers))).toEqual(['other', 'wanted'])
})

it('tells the state of one server', () => {
  expect(serverWords(server('missing'))).toBe('has no record')
  expect(serverWords(silent)).toBe('could not be checked: the DNS servers did not answer in time')
})
