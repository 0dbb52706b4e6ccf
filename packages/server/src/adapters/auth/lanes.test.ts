import { expect, it } from 'vitest'
import { type Lane, openLanes } from './lanes.ts'

const stranger = (key: string): Lane => ({ kind: 'stranger', key })

function all<T>(lanes: { next(): T | undefined }): T[] {
  const taken: T[] = []
  for (let item = lanes.next(); item !== undefined; item = lanes.next()) taken.push(item)
  return taken
}

it('networks take turns, and one that sends many waits for itself', () => {
  const lanes = openLanes<string>()
  for (const item of ['a1', 'a2', 'a3']) lanes.enter(stranger('a'), item)
  lanes.enter(stranger('b'), 'b1')
  lanes.enter(stranger('c'), 'c1')
  expect(all(lanes)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

it('who signed in rightly before waits behind no stranger, and the other way round', () => {
  const lanes = openLanes<string>()
  for (const n of [1, 2, 3]) lanes.enter(stranger('x'), `stranger ${n}`)
  for (const n of [1, 2]) lanes.enter({ kind: 'account', key: 'alex' }, `account ${n}`)
  lanes.enter({ kind: 'address', key: 'home' }, 'address')
  expect(all(lanes)).toEqual(['address', 'account 1', 'stranger 1', 'account 2', 'stranger 2', 'stranger 3'])
})

it('a full lane takes nothing more, and other lanes do', () => {
  const lanes = openLanes<number>()
  const refused = Array.from({ length: 19 }, (_, n) => lanes.enter(stranger('a'), n)).filter(item => item !== null)
  expect(refused).toEqual([16, 17, 18])
  expect(lanes.hasPlace(stranger('a'))).toBe(false)
  expect(lanes.hasPlace(stranger('b'))).toBe(true)
  expect(lanes.enter(stranger('b'), 100)).toBeNull()
  const account: Lane = { kind: 'account', key: 'alex' }
  expect([1, 2, 3, 4, 5].map(n => lanes.enter(account, n))).toEqual([null, null, null, null, 5])
})

it('where a kind is full, the longest lane gives its last place to who comes from elsewhere', () => {
  const lanes = openLanes<string>()
  for (let n = 0; n < 16; n++) lanes.enter(stranger('crowd'), `crowd ${n}`)
  for (let n = 0; n < 24; n++) lanes.enter(stranger(`other ${n}`), `other ${n}`)
  expect(lanes.hasPlace(stranger('honest'))).toBe(true)
  expect(lanes.enter(stranger('honest'), 'honest')).toBe('crowd 15')
  // Where all are alike, the last to come has no place.
  for (let n = 0; n < 15; n++) lanes.enter(stranger(`more ${n}`), `more ${n}`)
  expect(lanes.hasPlace(stranger('late'))).toBe(false)
  expect(lanes.enter(stranger('late'), 'late')).toBe('late')
  expect(lanes.enter({ kind: 'address', key: 'home' }, 'known')).toBeNull()
  const order = all(lanes)
  expect(order).toHaveLength(41)
  expect(order.slice(0, 2)).toEqual(['known', 'crowd 0'])
  expect(order).toContain('honest')
})

it('what waits is given back when all ends', () => {
  const lanes = openLanes<string>()
  lanes.enter(stranger('a'), 'one')
  lanes.enter({ kind: 'account', key: 'b' }, 'two')
  expect(lanes.clear().sort()).toEqual(['one', 'two'])
  expect(lanes.next()).toBeUndefined()
})
