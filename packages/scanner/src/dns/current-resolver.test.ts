import { type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'
import { expect, it } from 'vitest'
import { currentResolver } from './current-resolver.ts'

/** A zone that answers with authority and counts its queries. */
function ownServers(zone: () => Zone): Resolver & { asked: number } {
  return {
    asked: 0,
    async query(name, type) {
      this.asked++
      const answer = await zoneResolver(zone()).query(name, type)
      return { ...answer, via: { ...answer.via, authoritative: true } }
    },
  }
}

const records: Zone = { 'a.example': { TXT: ['now'], ttl: 3600 } }

it('returns the zone’s answer with its TTL, and asks again after 30 seconds', async () => {
  let at = 0
  let zone = records
  const own = ownServers(() => zone)
  const resolver = currentResolver(own, zoneResolver({ 'a.example': { TXT: ['before'] } }), { now: () => new Date(at) })
  const first = await resolver.query('a.example', 'TXT')
  expect(first).toMatchObject({ kind: 'records', records: [{ strings: ['now'] }], via: { ttl: 3600, cached: false } })
  zone = { 'a.example': {} }
  at = 29_999
  expect(await resolver.query('A.example.', 'TXT')).toMatchObject({ kind: 'records', via: { ttl: 3600, cached: true } })
  at = 30_000
  expect(await resolver.query('a.example', 'TXT')).toMatchObject({ kind: 'no-data' })
  expect(own.asked).toBe(2)
})

it('asks the other resolver when the zone’s servers do not answer, and caches that for 30 seconds', async () => {
  let at = 0
  let zone: Zone = { 'a.example': { fail: 'timeout' } }
  const own = ownServers(() => zone)
  const resolver = currentResolver(own, zoneResolver({ 'a.example': { TXT: ['kept'] } }), { now: () => new Date(at) })
  const answers = [await resolver.query('a.example', 'TXT'), await resolver.query('a.example', 'TXT')]
  expect(answers).toMatchObject([{ records: [{ strings: ['kept'] }] }, { records: [{ strings: ['kept'] }] }])
  expect(own.asked).toBe(1)
  zone = records
  at = 30_000
  expect(await resolver.query('a.example', 'TXT')).toMatchObject({ records: [{ strings: ['now'] }] })
})

it('sends one query for simultaneous callers, and caches no answer over 16 KB', async () => {
  const own = ownServers(() => ({ ...records, 'big.example': { TXT: ['x'.repeat(20_000)] } }))
  const resolver = currentResolver(own, zoneResolver({}))
  await Promise.all([resolver.query('a.example', 'TXT'), resolver.query('a.example', 'TXT')])
  expect(own.asked).toBe(1)
  await resolver.query('big.example', 'TXT')
  await resolver.query('big.example', 'TXT')
  expect(own.asked).toBe(3)
})
