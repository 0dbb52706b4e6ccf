import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byCheck, type CheckId, checkIds, identityKey, type Question } from '../check/index.ts'
import { type ChangedFinding, type ComparedScan, changesBetween } from './changes.ts'
import { scanOf, zoneOf } from './judged-zone.fixture.ts'
import { presentScan } from './present.ts'
import type { Basis } from './scan.ts'

const whole = presentScan(await scanOf(zoneOf()))

const questionOf = (check: CheckId, subject: string): Question =>
  check === 'relay' ? { name: `${subject} [192.0.2.1]:25`, type: 'SMTP' } : { name: `${check}.${subject}`, type: 'TXT' }

/** A scan with findings about hosts, of which each check may have failed, wholly or at one of its questions. */
const someScan = fc
  .record({
    findings: fc.uniqueArray(
      fc.record({ check: fc.constantFrom(...checkIds), subject: fc.constantFrom('a', 'b', 'c') }),
      { selector: ({ check, subject }) => `${check} ${subject}`, maxLength: 8 },
    ),
    failed: fc.array(fc.record({ check: fc.constantFrom(...checkIds), subject: fc.constantFrom('a', 'b', 'c') }), {
      maxLength: 3,
    }),
    unchecked: fc.uniqueArray(fc.constantFrom(...checkIds), { maxLength: 2 }),
    model: fc.constantFrom(1, 1, 1, 2),
    score: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ findings, failed, unchecked, model, score }): ComparedScan => {
    const basis: Basis = { ...whole.basis, model, unchecked }
    const sections = byCheck<ComparedScan['sections']>(check => {
      const own = failed.filter(gap => gap.check === check).map(({ subject }) => questionOf(check, subject))
      const gaps = own.map(question => ({ question, reason: 'timeout' as const, evidence: question.name }))
      return { ...whole.sections[check], gaps }
    })
    return {
      ...whole,
      health_score: score,
      basis,
      sections,
      findings: findings.map(({ check, subject }) => ({
        id: `${check}_wrong`,
        subject,
        check,
        evidence: [`${check} ${subject}`],
        since: null,
      })),
      evidence: findings.map(({ check, subject }) => ({
        id: `${check} ${subject}`,
        question: questionOf(check, subject),
      })),
    }
  })

const keysOf = (findings: readonly ChangedFinding[]) => findings.map(identityKey)

it('is symmetric: what is fixed in one direction is new in the other', () => {
  fc.assert(
    fc.property(someScan, someScan, (one, other) => {
      const [there, back] = [changesBetween(one, other), changesBetween(other, one)]
      expect(there.fixed).toEqual(back.added)
      expect(there.added).toEqual(back.fixed)
      expect([there.unchanged, there.unknown, there.notCompared]).toEqual([
        back.unchanged,
        back.unknown,
        back.notCompared,
      ])
    }),
  )
})

it('counts each finding once: fixed, new, unchanged or unknown', () => {
  fc.assert(
    fc.property(someScan, someScan, (before, after) => {
      const { compared, fixed, added, unchanged, unknown } = changesBetween(before, after)
      if (compared === 'nothing') return
      expect(keysOf(fixed).filter(key => keysOf(added).includes(key))).toEqual([])
      const all = new Set([...before.findings, ...after.findings].map(identityKey))
      expect(fixed.length + added.length + unchanged + unknown).toBe(all.size)
      expect(keysOf(fixed).filter(key => after.findings.map(identityKey).includes(key))).toEqual([])
      expect(keysOf(added).filter(key => before.findings.map(identityKey).includes(key))).toEqual([])
    }),
  )
})

it('compares no scores on unequal bases, and no finding of a check that either scan could not complete', () => {
  fc.assert(
    fc.property(someScan, someScan, (before, after) => {
      const { compared, scoreBefore, fixed, added } = changesBetween(before, after)
      const open = new Set([...before.basis.unchecked, ...after.basis.unchecked])
      expect([...fixed, ...added].filter(({ check }) => open.has(check))).toEqual([])
      if (before.basis.model !== after.basis.model)
        expect({ compared, fixed, added }).toEqual({ compared: 'nothing', fixed: [], added: [] })
      if (compared !== 'all') expect(scoreBefore).toBeNull()
      if (scoreBefore !== null) expect(new Set(before.basis.unchecked)).toEqual(new Set(after.basis.unchecked))
    }),
  )
})

it('finds no change between a scan and itself', () => {
  fc.assert(
    fc.property(someScan, scan => {
      expect(changesBetween(scan, scan)).toMatchObject({ compared: 'all', fixed: [], added: [], unknown: 0 })
    }),
  )
})
