import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { readSpfTree, spfTreeHereOr } from './tree-elsewhere.ts'

const ranges = (count: number) => Array.from({ length: count }, (_, at) => `ip4:10.1.${at >> 8}.${at & 255}`).join(' ')
const zone = (count: number): Zone => ({
  'example.com': { TXT: ['v=spf1 include:a.example include:b.example -all'] },
  'a.example': { TXT: [`v=spf1 ${ranges(count)} -all`] },
  'b.example': { TXT: ['v=spf1 mx:many.example -all'] },
  'many.example': { MX: [[0, 'mx.many.example']] },
  'mx.many.example': { A: ['192.0.2.1'] },
})

/** How often the tree was read elsewhere; it is the same in any case. */
async function elsewhere(count: number, record: string | null = null): Promise<number> {
  let calls = 0
  const resolver = zoneResolver(zone(count))
  const tree = await spfTreeHereOr(
    (...given) => {
      calls += 1
      return readSpfTree(...given)
    },
    resolver,
    'example.com',
    record,
  )
  expect(tree).toEqual(await readSpfTree(zoneResolver(zone(count)), 'example.com', record))
  return calls
}

describe('a tree', () => {
  it('of an honest size is read here', async () => {
    expect(await elsewhere(100)).toBe(0)
    expect(await elsewhere(100, 'v=spf1 include:a.example -all')).toBe(0)
  })

  it('of a larger one is read elsewhere, as a whole', async () => {
    expect(await elsewhere(400)).toBe(1)
    expect(await elsewhere(400, 'v=spf1 include:a.example -all')).toBe(1)
  })

  it('is read here where there is no elsewhere', async () => {
    const resolver = zoneResolver(zone(400))
    expect(await spfTreeHereOr(undefined, resolver, 'example.com')).toEqual(
      await readSpfTree(zoneResolver(zone(400)), 'example.com', null),
    )
  })
})
