import { expect, it } from 'vitest'
import { delayText } from './delay-text.ts'

it.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [45, '45 seconds'],
  [59, '59 seconds'],
  [60, '01:00 minutes'],
  [132, '02:12 minutes'],
  [3599, '59:59 minutes'],
  [3600, '1 hour 0 minutes'],
  [3660, '1 hour 1 minute'],
  [3900, '1 hour 5 minutes'],
  [7200, '2 hours 0 minutes'],
  [100_000, '27 hours 46 minutes'],
])('%i seconds are "%s"', (seconds, text) => {
  expect(delayText(seconds)).toEqual({ text, isSkewed: false })
})

it('a negative delay is 0, with clock skew', () => {
  expect(delayText(-3)).toEqual({ text: '0 seconds', isSkewed: true })
})

it('a missing delay is no number', () => {
  expect(delayText(null)).toEqual({ text: '–', isSkewed: false })
})
