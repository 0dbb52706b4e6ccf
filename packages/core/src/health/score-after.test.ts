import { describe, expect, it } from 'vitest'
import { presentScan, scoreStep } from './index.ts'
import { noMail, scanOf, zoneOf } from './judged-zone.fixture.ts'

async function outcomesOf(...zone: Parameters<typeof zoneOf>) {
  const { health_score: score, findings } = presentScan(await scanOf(zoneOf(...zone)))
  return { score, of: (id: string) => findings.find(finding => finding.id === id) }
}

describe('the outcome of an action', () => {
  it('is that of the first step where a stricter policy for subdomains needs reports first, and names the rest', async () => {
    const { score, of } = await outcomesOf({ dmarc: 'v=DMARC1; p=reject; sp=none' })
    expect(score).toBe(92)
    expect(of('dmarc_sp_weaker')).toMatchObject({
      score_after: 95,
      remains: { id: 'dmarc_sp_weaker', title: 'Subdomains are less protected', score_after: 100 },
    })
    expect(of('dmarc_rua_missing')).toMatchObject({ score_after: 95, remains: null })
  })

  it.each([
    ['dmarc_none', 'v=DMARC1; p=none'],
    ['dmarc_testing', 'v=DMARC1; p=reject; t=y'],
    ['dmarc_sp_weaker', 'v=DMARC1; p=reject; sp=none'],
  ])('has two steps too where a person must choose the report address: %s', async (id, dmarc) => {
    const { of } = await outcomesOf({ dmarc, apex: { ...noMail, MX: [[0, '.']] } })
    const finding = of(id)
    expect(finding?.action).toMatchObject({ kind: 'builder', tool: 'dmarc' })
    expect(finding?.remains?.id).toBe(id)
    expect(finding?.remains?.score_after).toBeGreaterThan(finding?.score_after ?? 100)
  })

  it('names the finding that comes in the place of the fixed one', async () => {
    const { of } = await outcomesOf({ dmarc: null })
    expect(of('dmarc_missing')).toMatchObject({ score_after: 85, remains: { id: 'dmarc_none', score_after: 100 } })
    const open = await outcomesOf({ spf: 'v=spf1 mx +all', dmarc: 'v=DMARC1; p=none; rua=mailto:dmarc@example.com' })
    expect(open.of('spf_plus_all')?.remains).toMatchObject({ id: 'spf_softfail_unenforced', score_after: null })
  })

  it('has one step where reports come already', async () => {
    const { of } = await outcomesOf({ dmarc: 'v=DMARC1; p=reject; sp=none; rua=mailto:dmarc@example.com' })
    expect(of('dmarc_sp_weaker')).toMatchObject({ score_after: 100, remains: null })
  })
})

const next = (id: string, after: number, both: number | null) => ({
  score_after: after,
  remains: { id, title: '', score_after: both },
})

describe('the words of both steps', () => {
  it.each([
    ['dmarc_missing', { dmarc: null }, '65 → 85 now, 100 once enforced'],
    ['dmarc_none', { dmarc: 'v=DMARC1; p=none; rua=mailto:dmarc@example.com' }, '85 → 100'],
    ['dmarc_none', { dmarc: 'v=DMARC1; p=none' }, '82 → 85 now, 100 once enforced'],
    ['dmarc_sp_weaker', { dmarc: 'v=DMARC1; p=reject; sp=none' }, '92 → 95 now, 100 once subdomains are protected too'],
  ])('%s', async (id, zone, words) => {
    const { score, of } = await outcomesOf(zone)
    const finding = of(id)
    if (finding === undefined) throw new Error(`no ${id}`)
    expect(scoreStep(score, finding)).toBe(words)
  })

  it('add up also where the first step gains nothing, or the rest has no words of its own', () => {
    expect(scoreStep(63, next('dmarc_none', 63, 98))).toBe('63 now, 98 once enforced')
    expect(scoreStep(63, next('bl_low', 83, 85))).toBe('63 → 83 now, 85 after the next step')
    expect(scoreStep(63, next('toString', 83, 85))).toBe('63 → 83 now, 85 after the next step')
    expect(scoreStep(63, next('dmarc_none', 83, null))).toBe('63 → 83')
    expect(scoreStep(63, next('dmarc_none', 63, null))).toBeNull()
    expect(scoreStep(null, next('dmarc_none', 63, 98))).toBeNull()
  })
})
