import { describe, expect, it } from 'vitest'
import type { Finding } from '../report.ts'
import { aFinding } from '../scan.fixture.ts'
import { countWords, type Decision, restored, sortOut, withDecision, withoutDecision } from './decisions.ts'

const findingOf = (id: string, subject: string | null = null): Finding => ({ ...aFinding, id, subject })

function aDecision(finding: string, change: Partial<Decision> = {}): Decision {
  return {
    id: `id of ${finding}`,
    finding,
    subject: null,
    reason: finding,
    kind: 'accepted',
    note: '',
    decided_at: '2026-11-20T09:00:00.000Z',
    decided_by: null,
    expires_at: null,
    expired: false,
    ...change,
  }
}

const findings = [findingOf('a'), findingOf('b'), findingOf('c')]
const names = (list: readonly { finding: Finding }[]): string[] => list.map(({ finding }) => finding.id)

describe('findings with decisions', () => {
  it('keep their place when accepted, and move to a separate list when muted', () => {
    const { shown, muted, gone } = sortOut(findings, [aDecision('a'), aDecision('b', { kind: 'muted' })])
    expect([names(shown), names(muted), gone]).toEqual([['a', 'c'], ['b'], []])
    expect(shown.map(({ decision }) => decision?.kind)).toEqual(['accepted', undefined])
  })

  it('are all counted, including muted ones', () => {
    expect(countWords(sortOut(findings, []))).toBe('3 in all')
    expect(countWords(sortOut(findings, [aDecision('a')]))).toBe('3 in all, 1 accepted')
    expect(countWords(sortOut(findings, [aDecision('a'), aDecision('b', { kind: 'muted' })]))).toBe(
      '3 in all, 1 accepted, 1 muted',
    )
  })

  it('are open again after the decision expires, and still show it', () => {
    const over = aDecision('b', { kind: 'muted', expired: true, expires_at: '2026-11-19T00:00:00.000Z' })
    const { shown, muted } = sortOut(findings, [over])
    expect([names(shown), names(muted)]).toEqual([['a', 'b', 'c'], []])
    expect(shown[1]?.decision).toBe(over)
    expect(countWords({ shown, muted })).toBe('3 in all')
  })

  it('are identified by id and subject, not by wording', () => {
    const two = [findingOf('listed', 'a'), findingOf('listed', 'b')]
    const { shown, muted } = sortOut(two, [
      aDecision('listed', { subject: 'b', reason: 'In other words', kind: 'muted' }),
    ])
    expect([shown[0]?.finding.subject, muted[0]?.finding.subject]).toEqual(['a', 'b'])
  })

  it('keep decisions visible after their findings are gone', () => {
    expect(sortOut(findings, [aDecision('d'), aDecision('a')]).gone.map(({ finding }) => finding)).toEqual(['d'])
  })
})

describe('a change of decisions', () => {
  const before = [aDecision('a'), aDecision('b')]

  it('comes first and replaces the previous decision', () => {
    const muted = aDecision('b', { kind: 'muted' })
    expect(withDecision(before, muted)).toEqual([muted, before[0]])
    expect(withoutDecision(before, aDecision('a'))).toEqual([before[1]])
  })

  it('is undone alone if it fails: other changes stay', () => {
    const meanwhile = aDecision('c')
    const optimistic = withDecision(withDecision(before, aDecision('b', { kind: 'muted' })), meanwhile)
    expect(restored(optimistic, aDecision('b'), aDecision('b'))).toEqual([before[1], meanwhile, before[0]])
    expect(restored([meanwhile, ...before], meanwhile, null)).toEqual(before)
  })
})
