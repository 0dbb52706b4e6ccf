import { describe, expect, it } from 'vitest'
import { barWidth, isSlow, pathSentence, utcTime } from './path-words.ts'

const hop = (number: number, time: string | null, delay_seconds: number | null = null) => ({
  number,
  time: time === null ? null : `2026-11-24T${time}Z`,
  delay_seconds,
})

describe('a path in one sentence', () => {
  it.each([
    ['without hops', [], 'The header has no Received field, so the path of the message is unknown.'],
    ['with one time', [hop(1, '09:00:00'), hop(2, null)], 'Too few hops have a time to say how long the message took.'],
    ['of two hops', [hop(1, '09:00:00'), hop(2, '09:00:45', 45)], 'The message took 45 seconds.'],
    [
      'names the longest delay',
      [hop(1, '09:00:00'), hop(2, '09:02:12', 132), hop(3, '09:02:20', 8)],
      'The message took 02:20 minutes. The longest delay was at hop 2: 02:12 minutes.',
    ],
    [
      'with a wrong clock',
      [hop(1, '09:00:00'), hop(2, '08:59:50', -10), hop(3, '09:00:30', 40)],
      'The message took 30 seconds. The longest delay was at hop 3: 40 seconds. One clock was behind, so delays are not exact.',
    ],
    [
      'that ends before it begins',
      [hop(1, '09:00:00'), hop(2, '08:00:00', -3600)],
      'The clocks of the hosts disagree, so the total time is unknown. One clock was behind, so delays are not exact.',
    ],
  ])('%s', (_, path, sentence) => {
    expect(pathSentence(path)).toBe(sentence)
  })
})

it('a hop is slow above a minute', () => {
  expect([null, -90, 60, 61].map(isSlow)).toEqual([false, false, false, true])
})

it('a time is shown in UTC, to the second', () => {
  expect(utcTime('2026-11-24T09:15:46.123Z')).toBe('2026-11-24 09:15:46 UTC')
})

it('a bar is as long as the root of the delay, and short for one that went back in time', () => {
  expect([barWidth(0, 0), barWidth(25, 100), barWidth(100, 100), barWidth(-5, 100)]).toEqual([0, 50, 100, 15])
})
