import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Store } from '../db/store.ts'
import { worldOn } from '../testing/neighbors.ts'
import { onTheStore, openTestStore } from '../testing/store.ts'
import { clientOf } from './client.ts'
import { throttleOf } from './rate-limit.ts'

onTheStore('the shared counter', kind => {
  let store: Store
  beforeEach(async () => {
    store = await openTestStore(kind, { connections: 5 })
  })
  afterEach(() => store.close())

  const limit = { max: 3, windowMs: 60_000 }

  it('allows calls up to the limit, then returns the time to wait', async () => {
    const throttle = throttleOf({ store, now: () => new Date('2026-11-20T09:00:42Z') })
    const waits = []
    for (let n = 0; n < 5; n++) waits.push(await throttle('key', limit))
    expect(waits).toEqual([null, null, null, 18, 18])
  })

  it('counts each key separately, and resets with each window', async () => {
    const clock = { now: new Date('2026-11-20T09:00:59.999Z') }
    const throttle = throttleOf({ store, now: () => clock.now })
    for (let n = 0; n < 4; n++) await throttle('key', limit)
    expect(await throttle('other', limit)).toBeNull()
    clock.now = new Date('2026-11-20T09:01:00Z')
    expect(await throttle('key', limit)).toBeNull()
  })

  it('counts simultaneous calls correctly', async () => {
    const throttle = throttleOf({ store, now: () => new Date('2026-11-20T09:00:00Z') })
    const waits = await Promise.all(Array.from({ length: 20 }, () => throttle('key', { max: 7, windowMs: 60_000 })))
    expect(waits.filter(wait => wait === null)).toHaveLength(7)
  })
})

onTheStore('the shared counter of one key and window', kind => {
  const aWorld = worldOn(kind)

  it('changes no other row', async () => {
    const { store, touched, now } = await aWorld()
    const throttle = throttleOf({ store, now: () => now })
    const limit = { max: 3, windowMs: 60_000 }
    expect(await touched(() => throttle('diagnostics.scan owner', limit))).toEqual([
      'rate_limit diagnostics.scan owner: n',
    ])
    expect(await touched(() => throttle('spf.preview owner', limit))).toEqual(['+ rate_limit spf.preview owner'])
  })
})

it('a client is an IPv4 address, or the /64 an IPv6 customer has', () => {
  expect(clientOf('192.0.2.7')).toBe('192.0.2.7')
  expect(clientOf('2001:db8:1:2:aaaa::1')).toBe(clientOf('2001:db8:1:2:ffff::9'))
  expect(clientOf('2001:db8:1:2::1')).not.toBe(clientOf('2001:db8:1:3::1'))
  expect(clientOf('::ffff:192.0.2.7')).toBe(clientOf('192.0.2.7'))
})
