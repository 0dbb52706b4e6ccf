import { describe, expect, it } from 'vitest'
import type { Decision } from '../decisions/decisions.ts'
import type { Finding } from '../report.ts'
import { aFinding } from '../scan.fixture.ts'
import { placeOf } from './place-of.ts'

const finding = (change: Partial<Finding>): Finding => ({ ...aFinding, subject: null, severity: 'high', ...change })
const weakKey = finding({ id: 'dkim_weak', subject: 's1', check: 'dkim' })
const otherKey = finding({ id: 'dkim_weak', subject: 's2', check: 'dkim' })
const note = finding({ id: 'spf_note', check: 'spf', severity: 'info' })
const recommendation = finding({ id: 'mta_sts_missing', check: 'transport', severity: 'info' })
const lostMail = finding({ id: 'dane_mismatch', check: 'transport', severity: 'high' })
const findings = [weakKey, otherKey, note, recommendation, lostMail]

const muted: Decision = {
  id: '1',
  finding: 'dkim_weak',
  subject: 's1',
  reason: 'Weak key',
  kind: 'muted',
  note: '',
  decided_at: '2026-11-20T09:00:00.000Z',
  decided_by: null,
  expires_at: null,
  expired: false,
}

describe('the place of a finding in the report', () => {
  it.each([
    ['an issue', weakKey, 'issue-dkim_weak-s1'],
    ['the same issue of another subject', otherKey, 'issue-dkim_weak-s2'],
    ['a note', note, 'issue-spf_note'],
    ['a transport policy that loses mail', lostMail, 'issue-dane_mismatch'],
  ])('%s: its entry in the list of issues', (_, wanted, id) => {
    expect(placeOf(wanted, findings, [])).toBe(id)
  })

  it.each([
    ['a recommendation, which the list does not have', recommendation, findings, [], 'transport'],
    ['a muted issue, whose part of the list is closed', weakKey, findings, [muted], 'dkim'],
    ['a finding that this report does not have', weakKey, [note], [], 'dkim'],
  ])('%s: its section', (_, wanted, all, decisions, id) => {
    expect(placeOf(wanted, all, decisions)).toBe(id)
  })
})
