import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Crowd, type Numbered, NumberedTable } from './in-flight.ts'

interface Item extends Numbered<Item> {
  name: number
}

describe('a table by number', () => {
  it('equals a map with the same history', () => {
    // Few numbers, many of them in the same chain.
    const id = fc.integer({ min: 0, max: 6 }).map(n => n * 64)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), id), { maxLength: 60 }), history => {
        const table = new NumberedTable<Item>()
        const model = new Map<number, Item>()
        for (const [name, [adds, id]] of history.entries()) {
          if (!adds) {
            table.delete(id)
            model.delete(id)
          } else if (!model.has(id)) {
            const item = { id, name, next: null }
            table.add(item)
            model.set(id, item)
          }
          expect(table.size).toBe(model.size)
          for (let n = 0; n <= 6; n++) expect(table.get(n * 64)).toBe(model.get(n * 64) ?? null)
        }
        expect(new Set(table.drain())).toEqual(new Set(model.values()))
        expect(table.size).toBe(0)
      }),
    )
  })

  it('keeps no reference from present to removed entries', () => {
    const table = new NumberedTable<Item>()
    const items = [0, 128, 256].map((id, name): Item => ({ id, name, next: null }))
    for (const item of items) table.add(item)
    table.delete(128)
    expect(items[1]?.next).toBeNull()
    table.drain()
    expect(items.map(({ next }) => next)).toEqual([null, null, null])
  })
})

describe('a crowd', () => {
  it('equals a set with the same history', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 60 }), history => {
        const crowd = new Crowd<{ place: number }>()
        const model = new Set<{ place: number }>()
        const all = Array.from({ length: 10 }, () => ({ place: -1 }))
        for (const at of history) {
          const one = all[at]
          if (one === undefined) continue
          const was = model.delete(one)
          expect(crowd.delete(one)).toBe(was)
          if (!was) {
            crowd.add(one)
            model.add(one)
          }
          expect(crowd.size).toBe(model.size)
          expect(new Set(crowd.snapshot())).toEqual(model)
        }
      }),
    )
  })
})
