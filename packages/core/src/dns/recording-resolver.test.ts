import { describe, expect, it } from 'vitest'
import type { Answer } from './answer.ts'
import { boundedResolver } from './bounded-resolver.ts'
import type { RecordType } from './record.ts'
import { recordingResolver } from './recording-resolver.ts'
import type { Resolver } from './resolver.ts'
import { type Zone, zoneResolver } from './zone-resolver.ts'

const zone = zoneResolver({
  'example.com': { MX: [[10, 'mx1.example.com']], TXT: ['a\u0007"'], fail: { AAAA: 'timeout' } },
})

/** Answers from the first resolver once, then from the second. */
function first(one: Resolver, then: Resolver): Resolver {
  let calls = 0
  return { query: (name, type) => (calls++ === 0 ? one : then).query(name, type) }
}

function asAuthoritative(resolver: Resolver): Resolver {
  return {
    async query<T extends RecordType>(name: string, type: T): Promise<Answer<T>> {
      const answer = await resolver.query(name, type)
      return { ...answer, via: { ...answer.via, authoritative: true } }
    },
  }
}

describe('recordingResolver', () => {
  it('records the query, the outcome, the lines and how they were obtained', async () => {
    const recording = recordingResolver(zone)
    const { via } = await recording.query('example.com', 'MX')
    expect(recording.evidence()).toEqual([
      {
        id: 'MX example.com',
        kind: 'dns',
        question: { name: 'example.com', type: 'MX' },
        outcome: 'records',
        answers: ['example.com 300 MX 10 mx1.example.com'],
        via,
      },
    ])
    expect(recording.evidenceFor('example.com', 'MX')).toBe('MX example.com')
  })

  it('records one piece for a repeated query', async () => {
    const recording = recordingResolver(zone)
    await Promise.all([recording.query('example.com', 'MX'), recording.query('example.com', 'MX')])
    expect(recording.evidence()).toHaveLength(1)
  })

  it('returns its evidence and its gaps in one order, whichever answer came first', async () => {
    const world = {
      'example.com': { MX: [[10, 'b.example.net']], TXT: ['v=spf1 -all'] },
      'b.example.net': { A: ['192.0.2.1'], fail: { AAAA: 'timeout' } },
      'a.example.com': { fail: 'refused' },
    } satisfies Zone
    const told: unknown[] = []
    for (const late of ['MX', 'A', 'AAAA', 'TXT']) {
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      const recording = recordingResolver(
        zoneResolver(world, { wait: (_, type) => (type === late ? held : Promise.resolve()) }),
      )
      const answers = [
        recording.query('example.com', 'MX'),
        recording.query('b.example.net', 'A'),
        recording.query('b.example.net', 'AAAA'),
        recording.query('a.example.com', 'A'),
        recording.query('example.com', 'TXT'),
      ]
      await Promise.race(answers)
      release()
      await Promise.all(answers)
      told.push([recording.evidence().map(({ id }) => id), recording.gaps().map(({ evidence }) => evidence)])
    }
    expect(new Set(told.map(each => JSON.stringify(each))).size).toBe(1)
    expect(told[0]).toEqual([
      ['MX example.com', 'TXT example.com', 'A a.example.com', 'A b.example.net', 'AAAA b.example.net'],
      ['A a.example.com', 'AAAA b.example.net'],
    ])
  })

  it("records the answer of the zone's own servers separately, and lets findings rest on it", async () => {
    const recording = recordingResolver(first(zoneResolver({}), asAuthoritative(zone)))
    await recording.query('example.com', 'MX')
    await recording.query('example.com', 'MX')
    expect(recording.evidence().map(({ id }) => id)).toEqual(['MX example.com', 'MX example.com @authoritative'])
    expect(recording.evidenceFor('example.com', 'MX')).toBe('MX example.com @authoritative')
  })

  it('records two different answers to one query separately', async () => {
    const recording = recordingResolver(first(zoneResolver({ 'example.com': { fail: 'timeout' } }), zone))
    await recording.query('example.com', 'MX')
    expect(recording.gaps()).toHaveLength(1)
    await recording.query('example.com', 'MX')
    expect(recording.evidence().map(({ id, outcome }) => [id, outcome])).toEqual([
      ['MX example.com', 'failed'],
      ['MX example.com #2', 'records'],
    ])
    expect(recording.evidenceFor('example.com', 'MX')).toBe('MX example.com #2')
    expect(recording.gaps()).toEqual([])
  })

  it('returns the failed queries', async () => {
    const recording = recordingResolver(zone)
    await Promise.all([recording.query('example.com', 'AAAA'), recording.query('example.com', 'A')])
    expect(recording.gaps()).toEqual([
      { question: { name: 'example.com', type: 'AAAA' }, reason: 'timeout', evidence: 'AAAA example.com' },
    ])
  })

  it('refuses evidence for a query that was never sent', () => {
    expect(() => recordingResolver(zone).evidenceFor('example.com', 'MX')).toThrow('MX example.com was never asked')
  })

  it('keeps at most 64 KB of an answer, in visible ASCII, and says what was cut', async () => {
    const texts = Array.from({ length: 30 }, (_, at) => `${at} ${'\0'.repeat(4_000)}`)
    const recording = recordingResolver(zoneResolver({ 'example.com': { TXT: texts } }))
    await recording.query('example.com', 'TXT')
    const lines = recording.evidence()[0]?.answers ?? []
    expect(lines.join('\n').length).toBeLessThan(66_000)
    expect(lines.at(-1)).toBe('; cut after 64 KB: 26 of 30 records not shown in full')
  })
})

it('keeps hundreds of full answers as 512 KB and the beginnings of the rest', async () => {
  const long = { TXT: Array.from({ length: 15 }, (_, at) => `${at} ${'x'.repeat(4_000)}`) }
  const recording = recordingResolver(zoneResolver({ '*.example.com': long }))
  await Promise.all(Array.from({ length: 100 }, (_, at) => recording.query(`h${at}.example.com`, 'TXT')))
  const evidence = recording.evidence()
  expect(evidence).toHaveLength(100)
  expect(evidence[0]?.answers).toHaveLength(15)
  expect(evidence.at(-1)?.answers.at(-1)).toBe('; cut: the evidence of this check is over 512 KB')
  expect(JSON.stringify(evidence).length).toBeLessThan(750_000)
})

describe('boundedResolver', () => {
  it('sends this many different queries and no more', async () => {
    const asked = zoneResolver({ 'example.com': { A: ['192.0.2.1'] } })
    const bounded = boundedResolver(asked, 2)
    for (const name of ['a.example.com', 'b.example.com', 'a.example.com', 'b.example.com'])
      await bounded.query(name, 'A')
    expect(asked.calls).toHaveLength(2)
    expect(await bounded.query('example.com', 'A')).toMatchObject({ kind: 'failed', reason: 'over-budget' })
    expect(asked.calls).toHaveLength(2)
  })
})
