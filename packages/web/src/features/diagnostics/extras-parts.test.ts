import { extrasRows } from '@waxseal/core/check'
import { extrasTitles } from '@waxseal/core/extras'
import { expect, it } from 'vitest'
import { extrasStatus, recommendationsFor } from './extras-parts.ts'
import type { Finding } from './report.ts'

const finding = (id: string): Finding => ({
  id,
  check: 'extras',
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

const parts = Object.keys(extrasTitles) as (keyof typeof extrasTitles)[]

it('every recommendation there is stands under exactly one part of the card', () => {
  for (const id of Object.keys(extrasRows)) {
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
  const status = extrasStatus(
    states.map(state => ({ state })),
    recommendations,
  )
  expect(status.word).toBe(word)
  expect(status.tone === 'excellent').toBe(word.endsWith('in order'))
})
