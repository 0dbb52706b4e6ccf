import { describe, expect, it } from 'vitest'
import { fillBlacklistGaps } from '../blacklist/index.ts'
import type { Gap } from '../check/index.ts'
import { type DkimValue, fillDkimGaps } from '../dkim/index.ts'
import { fillRelayGaps } from '../relay/index.ts'
import { aKey, blacklistOf, dkimOf, relayOf } from './healthy-checks.fixture.ts'

function valueOf<T>(section: { ran: true; value: T } | { ran: false }): T {
  if (!section.ran) throw new Error('the fixture ran')
  return section.value
}
const gap = (name: string): Gap => ({ question: { name, type: 'TXT' }, reason: 'timeout', evidence: `TXT ${name}` })
const open = (selector: string): DkimValue['unanswered'][number] => ({
  selector,
  hostname: `${selector}._domainkey.example.com`,
  source: 'catalogue',
  cnames: [],
  provider: null,
  reason: 'timeout',
})

describe('DKIM', () => {
  const before = valueOf(dkimOf({ keys: [aKey(2048, 's1'), aKey(1024, 's2')] }))

  it('a selector that cannot be asked keeps its key', () => {
    const now = valueOf(dkimOf({ state: 'unchecked', keys: [], unanswered: [open('s1')] }))
    expect(fillDkimGaps(now, [gap('s1._domainkey.example.com'), gap('example.com')], before)).toEqual({
      value: { ...now, state: 'found', keys: [aKey(2048, 's1')], unanswered: [] },
      gaps: [gap('example.com')],
    })
  })

  it('one that had no key still has none', () => {
    const none = valueOf(dkimOf({ state: 'none-sure', sureBecause: 'two-servers', keys: [] }))
    const now = valueOf(dkimOf({ state: 'unchecked', keys: [], unanswered: [open('s3')] }))
    expect(fillDkimGaps(now, [], none)?.value).toMatchObject({ state: 'none-sure', sureBecause: 'two-servers' })
  })

  it('one that was open before stays open, and an answer of now always wins', () => {
    const openBefore = valueOf(dkimOf({ state: 'unchecked', keys: [], unanswered: [open('s1')] }))
    expect(fillDkimGaps(openBefore, [], openBefore)).toBeNull()
    const now = valueOf(dkimOf({ keys: [aKey(2048, 's1')] }))
    expect(fillDkimGaps(now, [], before)).toBeNull()
  })
})

describe('blocklists', () => {
  const listed = { severity: 'high', subject: '93.184.216.35' } as const
  const before = valueOf(blacklistOf({ spamcop: listed }))
  const silent = (value: typeof before) => ({
    ...value,
    listedCount: 0,
    rows: value.rows.map(row =>
      row.list === 'spamcop' ? { ...row, status: 'error' as const, trouble: 'silent' as const, listings: [] } : row,
    ),
  })

  it('a silent list keeps its last word about what is still asked', () => {
    const completed = fillBlacklistGaps(silent(before), [gap('q.bl.spamcop.net'), gap('q.zen.spamhaus.org')], before)
    expect(completed?.value).toEqual(before)
    expect(completed?.gaps).toEqual([gap('q.zen.spamhaus.org')])
  })

  it('and none about an address that is no longer the domain’s', () => {
    expect(fillBlacklistGaps({ ...silent(before), addresses: [] }, [], before)).toBeNull()
  })
})

it('a list that is silent about an address it was never asked about did not find it clean', () => {
  const before = valueOf(blacklistOf())
  const [known] = before.addresses
  const [row] = before.rows
  if (known === undefined || row === undefined) throw new Error('the fixture has an address and a list')
  const address = { ...known, address: '8.26.56.99' }
  const silent = {
    ...row,
    status: 'error' as const,
    listings: [],
    trouble: 'silent' as const,
    reason: '',
    advice: null,
  }
  const told = (addresses: typeof before.addresses, clean: typeof row) => {
    const now = { ...before, addresses, rows: [{ ...silent, kind: clean.kind }] }
    return fillBlacklistGaps(now, [], { ...before, rows: [clean] })?.value.rows[0]?.status
  }
  const clean = { ...row, kind: 'ip' as const, status: 'clean' as const, listings: [], trouble: null }
  expect(told([known], clean)).toBe('clean')
  expect(told([known, address], clean)).toBeUndefined()
  expect(told([known, address], { ...clean, kind: 'domain' })).toBe('clean')
})

describe('relaying', () => {
  it('a host that told nothing now is what it was known for', () => {
    const before = valueOf(relayOf('closed'))
    const now = {
      ...before,
      hosts: before.hosts.map(host => ({ ...host, relay: 'unknown' as const, undecided: 'timeout' as const })),
    }
    const completed = fillRelayGaps(now, [gap('mx1.example.com [93.184.216.35]:25')], before)
    expect(completed?.value.hosts).toMatchObject([{ relay: 'closed', undecided: null }])
    expect(completed?.gaps).toEqual([])
    expect(fillRelayGaps(before, [], before)).toBeNull()
  })
})
