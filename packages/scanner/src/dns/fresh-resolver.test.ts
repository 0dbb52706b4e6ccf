import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { type FreshQuestion, freshResolvers } from './fresh-resolver.ts'

const name = '_dmarc.shop.example'
const [old, current] = [['v=DMARC1; p=reject'], ['v=DMARC1; p=none']]
const zone = (texts: string[], rest: Zone = {}): Zone => ({
  [name]: { TXT: texts },
  'shop.example': { MX: [] },
  ...rest,
})
const silent: Zone = { [name]: { fail: 'timeout' } }
const fresh = [{ name, type: 'TXT' }] as const

async function textsOf(kept: Zone, own: Zone | null, question = name) {
  const resolver = zoneResolver(kept)
  const authoritative = own === null ? null : zoneResolver(own)
  const session = freshResolvers({ resolver, confirming: resolver, authoritative }, fresh)
  const answers = await Promise.all([session.resolver, session.confirming].map(each => each.query(question, 'TXT')))
  const asked = authoritative?.calls.length ?? 0
  return answers.map(answer => ({
    texts: answer.kind === 'records' ? answer.records.flatMap(({ strings }) => strings) : answer.kind,
    held: answer.via.heldUntil !== undefined,
    asked,
  }))
}
const both = (texts: unknown, held: boolean, asked: number) => [
  { texts, held, asked },
  { texts, held, asked },
]

it('a changed record is that of the zone’s own servers, asked once, with the time until which resolvers keep the old one', async () => {
  expect(await textsOf(zone(old), zone(current))).toEqual(both(current, true, 1))
  expect(await textsOf(zone(old), {})).toEqual(both('no-such-name', true, 1))
})

it('a resolver that has the new record keeps nothing', async () => {
  expect(await textsOf(zone(current), zone(current))).toEqual(both(current, false, 1))
})

it('where the own servers do not answer, or may not be asked, the resolver’s answer counts', async () => {
  expect(await textsOf(zone(old), silent)).toEqual(both(old, false, 1))
  expect(await textsOf(zone(old), null)).toEqual(both(old, false, 0))
  expect(await textsOf(silent, zone(current))).toEqual(both(current, false, 1))
})

it('other questions go to the resolver alone', async () => {
  const other = { 'a.example': { TXT: ['x'] } }
  expect(await textsOf(zone(old, other), zone(current, other), 'a.example')).toEqual(both(['x'], false, 0))
})

describe('where the own servers differ, because a secondary is behind', () => {
  const seen = { kind: 'dmarc', before: old, after: current } as const
  const questions = [{ name, type: 'TXT', seen }] as const
  const asked = async (kept: string[], servers: (Zone | string[])[], about: readonly FreshQuestion[] = questions) => {
    const [resolver, ...inTurn] = [kept, ...servers].map(each => zoneResolver(Array.isArray(each) ? zone(each) : each))
    if (resolver === undefined) throw new Error('no resolver')
    const session = { resolver, confirming: resolver, authoritative: inTurn[0] ?? null, inTurn }
    const answer = await freshResolvers(session, about).resolver.query(name, 'TXT')
    const texts = answer.kind === 'records' ? answer.records.flatMap(({ strings }) => strings) : answer.kind
    return [texts, answer.via.unanimous === true]
  }
  const other = ['v=DMARC1; p=quarantine']

  it('the value that monitoring saw counts, whichever of them gives it, and it is not that of all', async () => {
    for (const servers of [
      [old, current, old],
      [current, old],
      [old, old, current],
      [silent, old, current],
    ]) {
      expect(await asked(old, servers)).toEqual([current, false])
    }
    expect(await asked(old, [old, other])).toEqual([other, false])
  })

  it('a removed record is removed where one of them has none', async () => {
    const removed = [{ name, type: 'TXT', seen: { kind: 'dmarc', before: old, after: [] } }] as const
    expect(await asked(old, [old, {}], removed)).toEqual(['no-such-name', false])
    expect(await asked(old, [{}, {}], removed)).toEqual(['no-such-name', true])
  })

  it('those that answer agree, or a resolver knows better: only the first is the word of all', async () => {
    expect(await asked(old, [current, current, silent])).toEqual([current, true])
    expect(await asked(old, [old, old])).toEqual([old, true])
    expect(await asked(current, [old, old])).toEqual([old, false])
  })

  it('a zone that moved is asked at each of the servers that its parent names now', async () => {
    const resolver = zoneResolver(zone(old))
    const turns = [old, current, old].map(each => zoneResolver(zone(each)))
    const delegated = (_: string, first = 0) => turns[first] ?? resolver
    const session = { resolver, confirming: resolver, authoritative: resolver, inTurn: [resolver], delegated }
    const moved = [...questions, { name: 'shop.example', type: 'NS' }] as const
    const answer = await freshResolvers(session, moved).resolver.query(name, 'TXT')
    expect(answer).toMatchObject({ kind: 'records', records: [{ strings: current }] })
    expect(turns.map(({ calls }) => calls.length)).toEqual([1, 1, 1])
  })
})
