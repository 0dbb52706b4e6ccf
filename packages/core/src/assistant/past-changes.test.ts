import { describe, expect, it } from 'vitest'
import { type PastScore, pastChanges } from './past-changes.ts'

const scan = (score: number, findings: readonly string[], rest: Partial<PastScore> = {}): PastScore => ({
  at: '2026-11-20T09:00:00.000Z',
  score,
  findings,
  model: 3,
  catalogue: 'c1',
  tier: 'pro',
  unchecked: [],
  ...rest,
})

const idsOf = (before: PastScore, after: PastScore) => {
  const { isComparable, fixed, added, changed } = pastChanges(before, after)
  return {
    isComparable,
    fixed: fixed.map(({ id }) => id),
    added: added.map(({ reason }) => reason),
    changed: changed.map(({ id, degree }) => `${degree} ${id}`),
  }
}

describe('what changed between two past scans', () => {
  it('are the issues that only one of them has, each with its subject', () => {
    expect(idsOf(scan(70, ['spf_missing']), scan(80, ['dkim_weak mail', 'unknown_finding']))).toEqual({
      isComparable: true,
      fixed: ['spf_missing'],
      added: [expect.stringContaining('mail')],
      changed: [],
    })
  })

  it('is a degree, or the next step, where a finding follows from one that is gone', () => {
    expect(idsOf(scan(70, ['dmarc_missing']), scan(80, ['dmarc_none']))).toMatchObject({
      added: [],
      changed: ['next dmarc_none'],
    })
  })

  it('has no finding of a check that one of them could not complete, and the scores do not compare', () => {
    expect(idsOf(scan(70, ['spf_missing']), scan(80, ['dmarc_missing'], { unchecked: ['spf'] }))).toEqual({
      isComparable: false,
      fixed: [],
      added: ['DMARC record missing'],
      changed: [],
    })
  })

  it('has no finding at all between scans of another plan or score model', () => {
    expect(idsOf(scan(70, ['spf_missing']), scan(80, [], { tier: 'free' }))).toEqual({
      isComparable: false,
      fixed: [],
      added: [],
      changed: [],
    })
  })
})
