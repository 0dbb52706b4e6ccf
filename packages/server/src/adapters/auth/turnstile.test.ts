import { expect, it } from 'vitest'
import { openTurnstile } from './turnstile.ts'

const from = (key: string) => ({ kind: 'stranger', key }) as const

it('lets as many in as it may, the others in turn by their networks, and beyond that none', async () => {
  const turnstile = openTurnstile(2)
  const inside: string[] = []
  const ends: (() => void)[] = []
  const ask = (key: string, name: string) =>
    turnstile.run(from(key), () => {
      inside.push(name)
      return new Promise<string>(resolve => ends.push(() => resolve(name)))
    })
  const asked = [...Array(18).keys()].map(n => ask('crowd', `crowd ${n}`))
  const late = ask('crowd', 'late')
  await expect(late).rejects.toThrow('too many sign-ins wait')
  const honest = ask('home', 'honest')
  expect(inside).toEqual(['crowd 0', 'crowd 1'])
  for (let n = 0; n < 19; n++) {
    ends[n]?.()
    await new Promise(resolve => setImmediate(resolve))
  }
  expect(await honest).toBe('honest')
  expect(await Promise.all(asked)).toHaveLength(18)
  expect(inside.indexOf('honest')).toBeLessThan(5)
})

it('work that fails makes its place free', async () => {
  const turnstile = openTurnstile(1)
  await expect(turnstile.run(from('a'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await turnstile.run(from('a'), async () => 'next')).toBe('next')
})
