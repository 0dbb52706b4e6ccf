import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { expect, it } from 'vitest'
import { freshResolvers } from './fresh-resolver.ts'

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
