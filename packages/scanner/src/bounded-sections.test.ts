import { scanSectionCharacters } from '@waxseal/core/caps'
import { type CheckId, checkIds, type Evidence } from '@waxseal/core/check'
import type { Sections } from '@waxseal/core/health'
import { describe, expect, it } from 'vitest'
import { boundedSections } from './bounded-sections.ts'

const pieceOf = (id: string, length: number): Evidence => ({
  id,
  kind: 'http',
  question: { name: `https://${id}.example/`, type: 'HTTP' },
  outcome: 'response',
  status: 200,
  lines: ['x'.repeat(length)],
  ms: 1,
  askedAt: 0,
})

/** Sections with so many characters of evidence, and of a value. */
function sectionsOf(sizes: Partial<Record<CheckId, { evidence?: number; value?: number }>>): Sections {
  const all = checkIds.map(check => {
    const { evidence = 10, value = 10 } = sizes[check] ?? {}
    const section = { ran: true, value: 'v'.repeat(value), evidence: [pieceOf(check, evidence)], gaps: [], notes: [] }
    return [check, section] as const
  })
  return Object.fromEntries(all) as unknown as Sections
}

const lengthOf = (sections: Sections) =>
  Object.values(sections).reduce((sum, section) => sum + JSON.stringify(section).length, 0)

describe('the sections of a scan', () => {
  it('stay as they are within the cap', () => {
    const sections = sectionsOf({ spf: { evidence: scanSectionCharacters / 2 } })
    expect(boundedSections(sections)).toBe(sections)
  })

  it('lose the texts of evidence beyond it, of the largest section first, and no value', () => {
    const sections = sectionsOf({ spf: { evidence: scanSectionCharacters }, mx: { evidence: 5_000 } })
    const bounded = boundedSections(sections)
    expect(lengthOf(bounded)).toBeLessThanOrEqual(scanSectionCharacters)
    expect(bounded.mx).toBe(sections.mx)
    expect(bounded.spf).toMatchObject({ ran: true, value: 'v'.repeat(10) })
    expect(bounded.spf.evidence[0]).toMatchObject({
      id: 'spf',
      lines: [`${'x'.repeat(200)}…`, '; cut: the evidence of this scan is too long'],
    })
  })

  it('with a value beyond it count as over budget, and keep their evidence', () => {
    const bounded = boundedSections(sectionsOf({ dkim: { value: 2 * scanSectionCharacters }, mx: { value: 5_000 } }))
    expect(bounded.dkim).toMatchObject({ ran: false, reason: 'over-budget', evidence: [{ id: 'dkim' }] })
    expect(bounded.mx).toMatchObject({ ran: true })
    expect(lengthOf(bounded)).toBeLessThanOrEqual(scanSectionCharacters)
  })
})
