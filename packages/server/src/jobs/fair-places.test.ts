import { expect, it, vi } from 'vitest'
import { fairPlaces, PlacesFull } from './fair-places.ts'

/** Takes a place and says so. */
function crowd(limits: Parameters<typeof fairPlaces>[0]) {
  const places = fairPlaces(limits)
  const begun: string[] = []
  const leave = new Map<string, () => void>()
  const shown = new Map<string, number>()
  const come = async (holder: string, name = holder, options: { signal?: AbortSignal; alone?: string } = {}) => {
    const onPlace = (place: number) => void shown.set(name, place)
    const done = await places.take(holder, { onPlace, ...options })
    begun.push(name)
    shown.delete(name)
    leave.set(name, done)
  }
  const ends = async (name: string) => {
    leave.get(name)?.()
    await new Promise(resolve => setImmediate(resolve))
  }
  return { places, begun, shown, come, ends }
}

it('the first of each comes before the second of any, and everyone sees the place in the queue', async () => {
  const { begun, shown, come, ends } = crowd({ places: 1, eachMax: 1, waitingMax: 9 })
  await come('a', 'a1')
  for (const name of ['a2', 'a3', 'b1', 'c1']) void come(name[0] ?? '', name)
  expect([...shown]).toEqual([
    ['a2', 3],
    ['a3', 4],
    ['b1', 1],
    ['c1', 2],
  ])
  for (const name of ['a1', 'b1', 'c1', 'a2']) await ends(name)
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

it('a holder gets a quarter of what is left free, so that others always find a place', async () => {
  const { begun, come } = crowd({ places: 16, eachMax: 8, waitingMax: 100 })
  for (let n = 0; n < 20; n++) void come('greedy')
  await vi.waitFor(() => expect(begun).toHaveLength(3))
  for (let n = 0; n < 13; n++) await come(`other ${n}`)
  expect(begun).toHaveLength(16)
})

it('a full queue refuses whoever has most in it, and a newcomer only when nobody has more', async () => {
  const { places, begun, come, ends } = crowd({ places: 1, eachMax: 1, waitingMax: 3 })
  await come('a', 'a1')
  const waiting = ['a2', 'a3', 'a4'].map(name => come('a', name))
  expect([places.isFull('a'), places.isFull('b')]).toEqual([true, false])
  const newcomer = come('b', 'b1')
  await expect(waiting[2]).rejects.toThrow(PlacesFull)
  await expect(come('a', 'a5')).rejects.toThrow(PlacesFull)
  await ends('a1')
  await newcomer
  expect(begun).toEqual(['a1', 'b1'])
})

it('work that is no longer young leaves its place among the young', async () => {
  vi.useFakeTimers()
  const { begun, come } = crowd({ places: 8, young: 2, youngMs: 1_000, eachMax: 8, waitingMax: 9 })
  for (const name of ['a', 'b', 'c', 'd']) void come(name)
  await vi.advanceTimersByTimeAsync(999)
  expect(begun).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  vi.useRealTimers()
})

it('who goes away leaves the queue', async () => {
  const { begun, come, ends } = crowd({ places: 1, eachMax: 1, waitingMax: 9 })
  await come('a')
  const leaving = new AbortController()
  const gone = come('b', 'b', { signal: leaving.signal })
  leaving.abort(new Error('gone'))
  await expect(gone).rejects.toThrow('gone')
  await ends('a')
  await come('c')
  expect(begun).toEqual(['a', 'c'])
})

it('work that is alone of its name waits for the one of that name, and holds up no other', async () => {
  const { begun, come, ends } = crowd({ places: 8, eachMax: 8, waitingMax: 9 })
  await come('a', 'a1', { alone: 'example.com' })
  for (const holder of ['b', 'c']) void come(holder, `${holder}1`, { alone: 'example.com' })
  await come('d', 'd1', { alone: 'example.net' })
  await come('e', 'e1')
  expect(begun).toEqual(['a1', 'd1', 'e1'])
  await ends('a1')
  expect(begun).toEqual(['a1', 'd1', 'e1', 'b1'])
  await ends('b1')
  expect(begun.at(-1)).toBe('c1')
})

it('a queue full of work that waits for its name keeps out no one who need not wait', async () => {
  const { places, begun, come } = crowd({ places: 8, eachMax: 8, waitingMax: 2 })
  for (const holder of ['a', 'b', 'c']) void come(holder, `${holder}1`, { alone: 'example.com' })
  expect([places.isFull('d', 'example.com'), places.isFull('d', 'example.net')]).toEqual([true, false])
  await expect(come('d', 'd1', { alone: 'example.com' })).rejects.toThrow(PlacesFull)
  await come('d', 'd2', { alone: 'example.net' })
  expect(begun).toEqual(['a1', 'd2'])
})
