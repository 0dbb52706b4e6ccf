import { expect, it } from 'vitest'
import type { FindingReply } from './reply.ts'
import { switchedOff } from './statuses.ts'
import { findingsOfPart, isPartlyOpen, saysTheSame, transportPartStatus, transportStatus } from './transport-looks.ts'

const finding = (id: string): FindingReply => ({
  id,
  check: 'transport',
  subject: null,
  severity: 'info',
  points: 0,
  title: id,
  reason: id,
  meaning: '',
  advice: '',
  action: { kind: 'selector' },
  score_after: null,
  remains: null,
  clause: '',
  evidence: [],
  since: null,
})

it('a part shows the findings it names, however their ids begin', () => {
  const findings = [finding('tls_outdated'), finding('mx_certificate_expired'), finding('greeting_invalid')]
  const shown = (own: readonly string[]) => findingsOfPart({ findings: [...own] }, findings).map(({ id }) => id)
  expect(shown(['tls_outdated'])).toEqual(['tls_outdated'])
  expect(shown(['starttls_failed', 'greeting_invalid'])).toEqual(['greeting_invalid'])
  expect(shown([])).toEqual([])
})

it('a summary is left out if a visible finding says the same, in any words', () => {
  const findings = [finding('tls_rpt_missing')]
  expect(saysTheSame({ summary_of: 'tls_rpt_missing' }, findings)).toBe(true)
  expect(saysTheSame({ summary_of: 'tls_rpt_missing' }, [])).toBe(false)
  expect(saysTheSame({ summary_of: null }, findings)).toBe(false)
})

it('a part that the operator turned off is switched off, as the open relay test is', () => {
  expect(transportPartStatus('off', [])).toEqual(switchedOff)
  expect(transportStatus([{ state: 'off' }, { state: 'ok' }], []).word).toBe('1 OK')
  expect(isPartlyOpen([{ state: 'off' }, { state: 'ok' }])).toBe(false)
})

it.each([
  ['no lookup succeeded', ['unchecked', 'unchecked'], 0, 0, 'Could not check'],
  ['no lookup of what applies succeeded', ['unchecked', 'not-applicable'], 0, 0, 'Could not check'],
  ['the card could not be made', [], 0, 0, 'Could not check'],
  ['nothing applies', ['not-applicable'], 0, 0, 'Not applicable'],
  ['some parts are OK', ['ok', 'ok', 'unchecked'], 0, 0, '2 OK'],
  ['one thing is recommended', ['ok', 'recommendation', 'unchecked'], 0, 1, '1 recommendation'],
  ['two things are recommended', ['ok', 'recommendation'], 0, 2, '2 recommendations'],
  ['a policy loses mail', ['ok', 'recommendation'], 1, 2, '1 issue −5'],
  ['two policies lose mail', ['ok', 'recommendation'], 2, 0, '2 issues −10'],
] as const)('the card says so where %s', (_, states, costly, recommendations, word) => {
  const status = transportStatus(
    states.map(state => ({ state })),
    [
      ...Array.from({ length: costly }, () => ({ severity: 'medium' as const, points: -5 })),
      ...Array.from({ length: recommendations }, () => ({ severity: 'info' as const, points: 0 })),
    ],
  )
  expect(status.word).toBe(word)
  expect(status.tone === 'excellent').toBe(word.endsWith('OK'))
})
