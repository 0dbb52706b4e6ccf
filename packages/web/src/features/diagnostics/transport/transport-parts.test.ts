import { transportRows, transportTitles } from '@waxseal/core/transport'
import { expect, it } from 'vitest'
import type { Finding } from '../report.ts'
import { recommendationsFor, transportStatus } from './transport-parts.ts'

const finding = (id: string): Finding => ({
  id,
  check: 'transport',
  severity: 'info',
  points: 0,
  title: id,
  reason: id,
  meaning: '',
  advice: '',
  clause: '',
  evidence: [],
  since: null,
})

const parts = Object.keys(transportTitles) as (keyof typeof transportTitles)[]

it('every recommendation there is stands under exactly one part of the card', () => {
  for (const id of Object.keys(transportRows)) {
    expect(
      parts.filter(part => recommendationsFor({ id: part }, [finding(id)]).length > 0),
      id,
    ).toHaveLength(1)
  }
})

it('a recommendation is not taken for one of a part it shares a session with', () => {
  const findings = [finding('starttls_failed'), finding('mx_certificate_expired'), finding('greeting_invalid')]
  expect(recommendationsFor({ id: 'certificate' }, findings).map(({ id }) => id)).toEqual(['mx_certificate_expired'])
})

it.each([
  ['nothing could be asked', ['unchecked', 'unchecked'], 0, 'Could not check'],
  ['nothing could be asked of what applies', ['unchecked', 'not-applicable'], 0, 'Could not check'],
  ['the card could not be made', [], 0, 'Could not check'],
  ['nothing applies', ['not-applicable'], 0, 'Not applicable'],
  ['some is in order', ['ok', 'ok', 'unchecked'], 0, '2 in order'],
  ['one thing is recommended', ['ok', 'recommendation', 'unchecked'], 1, '1 recommendation'],
  ['two things are recommended', ['ok', 'recommendation'], 2, '2 recommendations'],
] as const)('where %s the card says so', (_, states, recommendations, word) => {
  const status = transportStatus(
    states.map(state => ({ state })),
    recommendations,
  )
  expect(status.word).toBe(word)
  expect(status.tone === 'excellent').toBe(word.endsWith('in order'))
})
