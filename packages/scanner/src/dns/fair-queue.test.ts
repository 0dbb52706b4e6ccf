import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FairQueue, type Line } from './fair-queue.ts'

class Item {
  readonly name: string
  readonly signal: AbortSignal | undefined
  line: Line<Item> | null = null
  ahead: Item | null = null
  behind: Item | null = null

  constructor(name: string, scan?: AbortController) {
    this.name = name
    this.signal = scan?.signal
  }
}

function names(queue: FairQueue<Item>): string[] {
  const all: string[] = []
  for (let next = queue.take(); next !== null; next = queue.take()) all.push(next.name)
  return all
}

describe('queries that wait', () => {
  it('keep their order below one parent name', () => {
    const queue = new FairQueue<Item>()
    for (const name of ['c.test', 'a.test', 'b.test']) queue.add(new Item(name))
    expect(names(queue)).toEqual(['c.test', 'a.test', 'b.test'])
  })

  it('of one parent name do not delay those of another', () => {
    const queue = new FairQueue<Item>()
    for (const name of ['s1._domainkey.test', 's2._domainkey.test', 's3._domainkey.test']) queue.add(new Item(name))
    queue.add(new Item('mx.provider.test'))
    expect(names(queue)).toEqual(['s1._domainkey.test', 'mx.provider.test', 's2._domainkey.test', 's3._domainkey.test'])
  })

  it('go in front of their line when they waited before', () => {
    const queue = new FairQueue<Item>()
    queue.add(new Item('a.test'))
    queue.add(new Item('b.test'), true)
    expect(names(queue)).toEqual(['b.test', 'a.test'])
  })

  it('of the scan with the fewest queries in flight come first', () => {
    const [large, small] = [new AbortController(), new AbortController()]
    const queue = new FairQueue<Item>()
    for (let i = 0; i < 3; i++) queue.add(new Item(`large${i}.test`, large))
    queue.departed(large.signal)
    const landing = queue.departed(large.signal)
    for (let i = 0; i < 3; i++) queue.add(new Item(`small${i}.test`, small))
    const order: string[] = []
    for (let next = queue.take(); next !== null; next = queue.take()) {
      queue.departed(next.signal)
      order.push(next.name)
      if (order.length === 4) queue.landed(landing)
    }
    expect(order).toEqual(['small0.test', 'small1.test', 'large0.test', 'small2.test', 'large1.test', 'large2.test'])
  })

  it('can be removed from any place', () => {
    const items = Array.from({ length: 12 }, (_, i) => i)
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(11)), removed => {
        const queue = new FairQueue<Item>()
        const all = items.map(i => new Item(`${i}.${i % 2 === 0 ? 'even' : 'odd'}.test`))
        for (const each of all) queue.add(each)
        for (const i of removed) {
          const one = all[i]
          expect(one !== undefined && queue.delete(one)).toBe(true)
          expect(one !== undefined && queue.delete(one)).toBe(false)
        }
        expect(queue.size).toBe(all.length - removed.length)
        const left = all.filter((_, i) => !removed.includes(i)).map(({ name }) => name)
        expect(new Set(queue.waiting().map(({ name }) => name))).toEqual(new Set(left))
        expect(new Set(names(queue))).toEqual(new Set(left))
        expect(queue.take()).toBeNull()
      }),
    )
  })
})
