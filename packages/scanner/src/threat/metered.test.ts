import type { ThreatSource } from '@waxseal/core/threat'
import { expect, it } from 'vitest'
import { meteredSources } from './metered.ts'

const target = { kind: 'domain', name: 'example.com' } as const

function sourcesThatCount() {
  const asked: string[] = []
  const sources = ['one', 'two'].map(
    (id): ThreatSource => ({
      id,
      name: id,
      targets: ['domain'],
      ask: ({ kind }) => {
        asked.push(`${id} ${kind}`)
        return Promise.resolve({ opinions: [], evidence: [] })
      },
    }),
  )
  return { sources, asked }
}

it('one scan uses the quota once, before its first query', async () => {
  const { sources, asked } = sourcesThatCount()
  let taken = 0
  const metered = meteredSources(sources, () => Promise.resolve(++taken === 1))
  expect(taken).toBe(0)
  await Promise.all([...metered, ...metered].map(source => source.ask(target)))
  expect(taken).toBe(1)
  expect(asked).toEqual(['one domain', 'two domain', 'one domain', 'two domain'])
})

it('an exhausted quota stops all queries, and every source reports that it is rate-limited', async () => {
  const { sources, asked } = sourcesThatCount()
  const answers = await Promise.all(meteredSources(sources, () => Promise.resolve(false)).map(each => each.ask(target)))
  expect(answers.flatMap(({ opinions }) => opinions)).toMatchObject([
    { vendor: 'one', says: 'unknown', failure: 'rate-limited' },
    { vendor: 'two', says: 'unknown', failure: 'rate-limited' },
  ])
  expect(asked).toEqual([])
})
