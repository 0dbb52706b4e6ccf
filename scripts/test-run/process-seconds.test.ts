import { expect, it } from 'vitest'
import { secondsOf } from './process-seconds.ts'

it('adds the time of a process and of its ended children, whatever the program is called', () => {
  const line = '42 (a (strange) name) S 1 42 42 0 -1 4194560 9 8 7 6 150 25 350 75 20 0 1 0 100'
  expect(secondsOf(line)).toEqual({ user: 5, system: 1 })
})
