import { inMemoryRelayMemory, type RelayMemory, type RelayRecord, untouched } from '@waxseal/core/relay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../db/store.ts'
import { worldOn } from '../testing/neighbors.ts'
import { onTheStore, openTestStore } from '../testing/store.ts'
import { storedRelayMemory } from './relay-memory.ts'

const at = new Date('2026-11-20T09:00:00Z')
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)

function aRecord(reason: string): RelayRecord {
  const report = untouched({ host: 'mx.example.com', address: '192.0.2.1' }, at, { reason })
  return { report, acceptedAt: '2026-11-20T03:00:00.000Z' }
}

function keepsItsWord(open: () => RelayMemory): void {
  it('has no record of an untested host', async () => {
    expect(await open().get('nobody')).toBeNull()
  })

  it('returns the last stored record, complete', async () => {
    const memory = open()
    await memory.put('kept', aRecord('first'))
    await memory.put('kept', aRecord('second'))
    expect(await memory.get('kept')).toEqual(aRecord('second'))
  })

  it('gives the claim to one tester at a time, until it finishes or runs out of time', async () => {
    const memory = open()
    expect(await memory.claim('claimed', at, later(2))).toBe(true)
    expect(await memory.claim('claimed', later(1), later(3))).toBe(false)
    expect(await memory.claim('claimed', later(2), later(4))).toBe(true)
    await memory.release('claimed')
    expect(await memory.claim('claimed', later(2), later(4))).toBe(true)
    expect(await memory.get('claimed')).toBeNull()
  })

  it('keeps a record through a claim and its release', async () => {
    const memory = open()
    await memory.put('both', aRecord('kept'))
    await memory.claim('both', at, later(2))
    expect(await memory.get('both')).toEqual(aRecord('kept'))
    await memory.release('both')
    expect(await memory.get('both')).toEqual(aRecord('kept'))
  })

  it('gives the claim to one of ten testers that ask at once', async () => {
    const memory = open()
    const asked = await Promise.all(Array.from({ length: 10 }, () => memory.claim('race', at, later(2))))
    expect(asked.filter(Boolean)).toHaveLength(1)
  })
}

describe('the memory of the relay probe, in one process', () => {
  const memory = inMemoryRelayMemory()
  keepsItsWord(() => memory)
})

onTheStore('the memory of the relay probe, stored', kind => {
  let store: Store
  beforeAll(async () => {
    store = await openTestStore(kind, { connections: 5 })
  })
  afterAll(() => store.close())

  keepsItsWord(() => storedRelayMemory(store, () => at))
})

onTheStore('the stored memory of one mail server', kind => {
  const aWorld = worldOn(kind)
  const [key, neverTested] = ['192.0.2.25', '192.0.2.99']

  it('changes no other server’s record', async () => {
    const { store, touched, now } = await aWorld()
    const memory = storedRelayMemory(store, () => later(1))
    expect(await touched(() => memory.put(key, aRecord('kept')))).toEqual([
      'relay_memory 192.0.2.25: changed_at, record',
    ])
    expect(await touched(() => memory.release(key))).toEqual(['relay_memory 192.0.2.25: claimed_until'])
    expect(await touched(() => memory.claim(key, now, later(2)))).toEqual([
      'relay_memory 192.0.2.25: changed_at, claimed_until',
    ])
    expect(await touched(() => memory.claim(key, now, later(2)))).toEqual([])
    expect(await touched(() => memory.claim(neverTested, now, later(2)))).toEqual(['+ relay_memory 192.0.2.99'])
    expect([await memory.get('192.0.2.26'), await memory.get(key)]).toEqual([null, aRecord('kept')])
  })
})
