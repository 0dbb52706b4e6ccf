import { describe, expect, it } from 'vitest'
import type { CheckId } from '../check/index.ts'
import { checkRatesIn, listingsIn, type PastScan, severityCounts } from './analytics.ts'

const on = (day: number) => new Date(Date.UTC(2026, 10, day, 9))
const scan = (day: number, findings: readonly string[] = [], unchecked: readonly CheckId[] = []): PastScan => ({
  finishedAt: on(day),
  findings,
  unchecked,
})
const at = (list: string) => `bl_low 192.0.2.10 ${list}`
const zen = 'bl_critical 192.0.2.10 spamhaus-zen'

describe('the findings of a past scan', () => {
  it('are counted by severity, as the report shows it', () => {
    expect(severityCounts(['relay_open 192.0.2.10', 'dmarc_missing', zen, 'bl_low 192.0.2.10 x'])).toEqual({
      critical: 3,
      high: 0,
      medium: 0,
      low: 1,
      info: 0,
    })
  })

  it('count as critical where they leave no score', () => {
    expect(severityCounts(['domain_not_found'])).toMatchObject({ critical: 1 })
  })

  it('are left out where this version does not know them', () => {
    expect(severityCounts(['gone_in_2027 x', 'constructor', ''])).toEqual({
      critical: 0,
      high: 0,
      medium: 0,
      low: 0,
      info: 0,
    })
  })
})

describe('the listings of a domain', () => {
  it('last from the first scan that saw them to the last', () => {
    expect(listingsIn([scan(1), scan(2, [zen]), scan(3, [zen]), scan(4)])).toEqual([
      {
        list: 'Spamhaus ZEN',
        isOwn: false,
        listed: '192.0.2.10',
        spans: [{ from: on(2), to: on(3) }],
        isListedNow: false,
      },
    ])
  })

  it('have a span for each time', () => {
    const [listing] = listingsIn([scan(1, [zen]), scan(2), scan(3, [zen])])
    expect(listing).toMatchObject({
      spans: [
        { from: on(1), to: on(1) },
        { from: on(3), to: on(3) },
      ],
      isListedNow: true,
    })
  })

  it('are not ended by a scan that could not check blacklists', () => {
    const [listing] = listingsIn([scan(1, [zen]), scan(2, [], ['blacklist']), scan(3, [zen])])
    expect(listing).toMatchObject({ spans: [{ from: on(1), to: on(3) }], isListedNow: true })
    expect(listingsIn([scan(1, [zen]), scan(2, [], ['blacklist'])])).toMatchObject([{ isListedNow: true }])
  })

  it('are one when only the weight of the list changed', () => {
    expect(listingsIn([scan(1, [zen]), scan(2, ['bl_high 192.0.2.10 spamhaus-zen'])])).toMatchObject([
      { spans: [{ from: on(1), to: on(2) }] },
    ])
  })

  it('begin with those of now, then the one seen last', () => {
    const scans = [scan(1, [at('one'), at('two')]), scan(2, [at('two'), at('three')]), scan(3, [at('three')])]
    expect(listingsIn(scans).map(({ list }) => list)).toEqual(['three', 'two', 'one'])
  })

  it('name an own list by its zone, and a list of another version by its id', () => {
    const scans = [scan(1, ['bl_own mail.example dnsbl.example', 'bl_low 192.0.2.10 gone-list'])]
    expect(listingsIn(scans)).toMatchObject([
      { list: 'dnsbl.example', isOwn: true, listed: 'mail.example' },
      { list: 'gone-list', isOwn: false },
    ])
  })

  it('of an identity without a subject, as old scans have it, are left out', () => {
    expect(listingsIn([scan(1, ['bl_critical', 'bl_critical ', 'bl_shared'])])).toEqual([])
  })
})

describe('how often a check could be made', () => {
  it('counts the scans in which it was, and names the last one in which it was not', () => {
    const rates = checkRatesIn([scan(1, [], ['dkim']), scan(2, [], ['dkim', 'spf']), scan(3)])
    expect(rates.find(({ check }) => check === 'dkim')).toEqual({ check: 'dkim', made: 1, lastMissed: on(2) })
    expect(rates.find(({ check }) => check === 'mx')).toEqual({ check: 'mx', made: 3, lastMissed: null })
    expect(rates).toHaveLength(9)
  })
})
