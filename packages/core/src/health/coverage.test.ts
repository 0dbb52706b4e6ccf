import { describe, expect, it } from 'vitest'
import { type BlacklistRow, type BlacklistValue, blocklists } from '../blacklist/index.ts'
import type { Gap, Section } from '../check/index.ts'
import type { DkimValue } from '../dkim/index.ts'
import { aKey, blacklistOf, dkimOf, threatOf } from './healthy-checks.fixture.ts'
import { at, scanOf, zoneOf } from './judged-zone.fixture.ts'
import type { ScanResult } from './scan.ts'

const unchecked = ({ basis }: ScanResult) => basis.unchecked
const gap = (name: string): Gap => ({ question: { name, type: 'TXT' }, reason: 'timeout', evidence: `TXT ${name}` })

/** The first `silent` lists gave no verdict, each with its gap; the last `elsewhere` do not apply. */
function lists(silent: number, elsewhere = 0): Section<BlacklistValue> {
  const section = blacklistOf()
  if (!section.ran) throw new Error('the fixture ran')
  const rows = section.value.rows.map((row, at, all): BlacklistRow => {
    if (at < silent) return { ...row, status: 'error', trouble: 'silent' }
    return at < all.length - elsewhere ? row : { ...row, status: 'error', trouble: 'not-applicable' }
  })
  const gaps = rows.flatMap(({ trouble, zone }) => (trouble === 'silent' ? [gap(`q.${zone}`)] : []))
  return { ...section, value: { ...section.value, rows }, gaps }
}

function selectors(value: Partial<DkimValue>, ...open: string[]): Section<DkimValue> {
  const unanswered = open.map((selector): DkimValue['unanswered'][number] => ({
    selector,
    hostname: `${selector}._domainkey.example.com`,
    source: 'catalogue',
    cnames: [],
    provider: null,
    reason: 'timeout',
  }))
  const section = dkimOf({ ...value, unanswered })
  return section.ran ? { ...section, gaps: unanswered.map(({ hostname }) => gap(hostname)) } : section
}

const uncheckedWith = async (dkim: Section<DkimValue>) => unchecked(await scanOf(zoneOf(), null, 0, { dkim }))

describe('what keeps the scores of two scans from being compared', () => {
  it.each([
    ['one of 34 blocklists kept silent', 1, 0, []],
    ['half of them did', 17, 0, []],
    ['more than half of them did', 18, 0, ['blacklist']],
    ['half of those that apply did', 5, 24, []],
    ['more than half of those that apply did', 6, 24, ['blacklist']],
    ['none applies', 0, 34, []],
  ])('blocklists: %s', async (_, silent, elsewhere, expected) => {
    const result = await scanOf(zoneOf(), null, 0, { blacklist: lists(silent, elsewhere) })
    expect(unchecked(result)).toEqual(expected)
    expect(result.score).toBe(100)
  })

  it('lists that keep silent now count with their last word, for 30 days', async () => {
    const before = await scanOf(zoneOf())
    const after = await scanOf(zoneOf(), before, 1, { blacklist: lists(30) })
    expect(unchecked(after)).toEqual([])
    expect(unchecked(await scanOf(zoneOf(), after, 31, { blacklist: lists(30) }))).toEqual(['blacklist'])
  })

  it('a list that refuses about an address it has listed is no reprieve, and the bases stay equal', async () => {
    const [first] = blocklists
    const listed = blacklistOf({ [first.id]: { severity: 'critical', subject: '93.184.216.35' } })
    const before = await scanOf(zoneOf(), null, 0, { blacklist: listed })
    const after = await scanOf(zoneOf(), before, 1, { blacklist: lists(5) })
    expect(after).toMatchObject({ score: 65, findings: [{ id: 'bl_critical', since: at(0) }] })
    expect(after.basis).toEqual(before.basis)
  })

  it('DKIM: a selector that could not be asked, unless a strong key was found beside it', async () => {
    expect(await uncheckedWith(selectors({}, 's2'))).toEqual([])
    expect(await uncheckedWith(selectors({ keys: [aKey(1024)] }, 's2'))).toEqual(['dkim'])
    expect(await uncheckedWith(selectors({ state: 'unchecked', keys: [] }, 's2'))).toEqual(['dkim'])
    expect(await uncheckedWith(selectors({ state: 'none-unsure', keys: [] }))).toEqual([])
  })

  it('DKIM: a witness that kept silent, so that it is not sure that there is no key', async () => {
    const section = dkimOf({ state: 'none-unsure', keys: [] })
    const dkim = section.ran ? { ...section, gaps: [gap('_domainkey.example.com')] } : section
    expect(unchecked(await scanOf(zoneOf(), null, 0, { dkim }))).toEqual(['dkim'])
  })

  it('a check that did not run at all, though it is judged by what was known of it', async () => {
    const before = await scanOf(zoneOf())
    const silent = { ran: false, reason: 'timeout', evidence: [] } as const
    const beside = { dkim: silent, blacklist: silent, threat: silent, relay: silent, transport: silent }
    expect(unchecked(await scanOf(zoneOf(), before, 1, beside))).toEqual([
      'dkim',
      'blacklist',
      'threat',
      'relay',
      'transport',
    ])
  })

  it('threat intelligence: most sources gave no opinion, whatever the reason, and the others report nothing', async () => {
    const section = threatOf('clean', 'resolver')
    if (!section.ran) throw new Error('the fixture ran')
    const unsaid = (silent: number): typeof section => ({
      ...section,
      value: {
        ...section.value,
        opinions: section.value.opinions.map((each, at) => (at < silent ? { ...each, says: 'unknown' } : each)),
      },
    })
    expect(unchecked(await scanOf(zoneOf(), null, 0, { threat: unsaid(1) }))).toEqual([])
    expect(unchecked(await scanOf(zoneOf(), null, 0, { threat: unsaid(2) }))).toEqual(['threat'])
  })

  it('any gap about MX, SPF and DMARC', async () => {
    const zone = {
      ...zoneOf({ spf: 'v=spf1 mx include:gone.example -all' }),
      'gone.example': { fail: 'timeout' } as const,
    }
    expect(unchecked(await scanOf(zone))).toEqual(['spf'])
  })
})
