import { type Answer, type RecordType, type Resolver, unasked } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { budgetedResolver, weightBudget } from './budget.ts'

/** Answers "no data", marked as cached or not. */
function below(cached = false): Resolver {
  return {
    query: <T extends RecordType>(): Promise<Answer<T>> =>
      Promise.resolve({ kind: 'no-data', via: { ...unasked('timeout', 0).via, cached } }),
  }
}

function textAnswer(strings: string[]): Answer {
  const via = { ...unasked('timeout', 0).via, server: '192.0.2.53:53' }
  return { kind: 'records', records: [{ type: 'TXT', name: 'a.test', ttl: 60, strings }], via }
}

function counted(answer: () => Answer): Resolver {
  return { query: <T extends RecordType>() => Promise.resolve(answer() as Answer<T>) }
}

describe('the budget of a scan', () => {
  it('allows 1,500 queries in total', async () => {
    const resolver = budgetedResolver(below())
    for (let i = 0; i < 1500; i++) expect((await resolver.query(`a.zone${i}.test`, 'A')).kind).toBe('no-data')
    expect(await resolver.query('b.other.test', 'A')).toMatchObject({ kind: 'failed', reason: 'over-budget' })
    expect(resolver).toMatchObject({ asked: 1500, refused: 1 })
  })

  it('allows 400 queries to one zone, identified by the last two labels', async () => {
    const resolver = budgetedResolver(below())
    const answers = Array.from({ length: 401 }, (_, i) => resolver.query(`n${i}.Example.COM`, 'TXT'))
    const kinds = (await Promise.all(answers)).map(answer => answer.kind)
    expect(kinds.filter(kind => kind === 'failed')).toHaveLength(1)
    expect(resolver.askedByZone.get('example.com')).toBe(400)
    expect((await resolver.query('example.net', 'TXT')).kind).toBe('no-data')
  })

  it('identifies the zone with the given function', async () => {
    const resolver = budgetedResolver(below(), { perZone: 1, zoneOf: name => name.split('.').slice(-3).join('.') })
    expect((await resolver.query('a.one.co.uk', 'A')).kind).toBe('no-data')
    expect((await resolver.query('a.two.co.uk', 'A')).kind).toBe('no-data')
    expect((await resolver.query('b.one.co.uk', 'A')).kind).toBe('failed')
  })

  it('does not count cached answers', async () => {
    const resolver = budgetedResolver(below(true), { total: 2 })
    for (let i = 0; i < 10; i++) await resolver.query('example.com', 'A')
    expect(resolver).toMatchObject({ asked: 0, refused: 0 })
  })

  it('allows 8 MB of answers, then drops the answer and stops asking', async () => {
    let asked = 0
    const text = 'x'.repeat(250)
    const answer = textAnswer(Array.from({ length: 256 }, () => text))
    const weight = weightBudget()
    const resolver = budgetedResolver(
      counted(() => (asked++, answer)),
      { weight },
    )
    let kept = 0
    for (let i = 0; i < 300; i++) {
      const { kind } = await resolver.query(`n${i}.zone${i}.test`, 'TXT')
      if (kind === 'records') kept++
      else expect(kind).toBe('failed')
    }
    // 256 strings of 250 bytes are 64,000 bytes; the name, the type and the record add little.
    expect(kept).toBe(Math.floor((8 * 2 ** 20) / 64_300))
    expect(asked).toBe(kept + 1)
    expect(resolver).toMatchObject({ asked: kept + 1, refused: 300 - kept })
    expect(weight.spent.aborted).toBe(true)
  })

  it('is shared by several resolvers', async () => {
    const weight = weightBudget(1000)
    const one = budgetedResolver(
      counted(() => textAnswer(['x'.repeat(500)])),
      { weight },
    )
    const other = budgetedResolver(below(), { weight })
    expect((await one.query('a.test', 'TXT')).kind).toBe('records')
    expect((await other.query('a.test', 'A')).kind).toBe('no-data')
    const beyond = await one.query('b.test', 'TXT')
    expect(beyond).toMatchObject({ kind: 'failed', reason: 'over-budget', via: { server: '192.0.2.53:53' } })
    expect(await other.query('c.test', 'A')).toMatchObject({ reason: 'over-budget', via: { server: null } })
  })

  it('counts small records by the memory they use', async () => {
    const addresses = Array.from({ length: 4000 }, (_, i) => `192.0.${i >> 8}.${i & 255}`)
    const weight = weightBudget()
    const resolver = budgetedResolver(
      counted(() => ({
        kind: 'records',
        records: addresses.map(address => ({ type: 'A', name: 'a.test', ttl: 60, address })),
        via: unasked('timeout', 0).via,
      })),
      { weight },
    )
    const kinds: string[] = []
    for (let i = 0; i < 30; i++) kinds.push((await resolver.query(`n${i}.test`, 'A')).kind)
    expect(kinds.filter(kind => kind === 'records')).toHaveLength(17)
  })

  it('counts a cached answer as 0 bytes', async () => {
    const weight = weightBudget(1000)
    const answer = textAnswer(['x'.repeat(800)])
    const resolver = budgetedResolver(
      counted(() => ({ ...answer, via: { ...answer.via, cached: true } })),
      { weight },
    )
    for (let i = 0; i < 10; i++) expect((await resolver.query('a.test', 'TXT')).kind).toBe('records')
  })
})
