import { expect, it } from 'vitest'
import { onceAMinute } from './once-a-minute.ts'

it('each client is told of once in a minute, and again in the next one', () => {
  const clock = { now: 1_000 }
  const isNews = onceAMinute(() => clock.now)
  expect(['a', 'a', 'b', 'a'].map(isNews)).toEqual([true, false, true, false])
  clock.now = 60_000
  expect(isNews('a')).toBe(true)
})

it('a minute of very many clients tells of the first five thousand', () => {
  const isNews = onceAMinute(() => 0)
  expect(Array.from({ length: 6_000 }, (_, n) => isNews(`${n}`)).filter(Boolean)).toHaveLength(5_000)
})
