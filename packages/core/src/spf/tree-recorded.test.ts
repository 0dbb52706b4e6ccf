import { describe, expect, it } from 'vitest'
import { recordedRecords } from '../../fixtures/recorded/zones.data.ts'
import { spfTreeBytes } from '../caps/index.ts'
import { octetsOfText, type Zone, type ZoneEntry, zoneResolver } from '../dns/index.ts'
import { recordedFolder, recordedRows } from '../testing/recorded.ts'
import { spfTreeHereOr } from './tree-elsewhere.ts'
import type { SpfNode } from './value.ts'

const cut = /^we read only the first/

/** What was cut of a record, or below it. */
function cuts(node: SpfNode): string[] {
  const below = node.terms.flatMap(({ problem, child }) => [problem ?? '', ...(child === null ? [] : cuts(child))])
  return [node.problem ?? '', ...below].filter(problem => cut.test(problem))
}

/** The largest tree of a zone's names, as it is stored; fails where one was cut. */
async function largestTree(zone: Zone): Promise<number> {
  const resolver = zoneResolver(zone)
  let largest = 0
  for (const [name, { TXT: texts = [] }] of Object.entries(zone)) {
    if (!texts.some(text => String(text).toLowerCase().startsWith('v=spf1'))) continue
    // Not one is read elsewhere.
    const tree = await spfTreeHereOr(() => Promise.reject(new Error(`${name} is large`)), resolver, name)
    expect(cuts(tree.root), name).toEqual([])
    largest = Math.max(largest, JSON.stringify(tree).length)
  }
  return largest
}

describe('no recorded zone comes near the limit of a whole tree', () => {
  it('in the recordings of the project', async () => {
    const largest = await largestTree(recordedRecords)
    expect(largest).toBeGreaterThan(1_000)
    expect(largest).toBeLessThan(spfTreeBytes / 8)
  })

  it.skipIf(recordedFolder() === null)('in the recordings of real DNS', async () => {
    const zone: { [name: string]: ZoneEntry } = {}
    const rows = recordedRows<{ name: string; type: string; values: string[] }>
    for (const { name, type, values } of [...rows('spf-snapshots.jsonl'), ...rows('zones-uk-justice-2026.jsonl')]) {
      if (!['A', 'AAAA', 'TXT', 'MX'].includes(type) || name.includes('*')) continue
      const data = type === 'MX' ? values.map(text => [Number(text.split(' ')[0]), text.split(' ')[1] ?? '.']) : values
      zone[name] = { ...zone[name], [type]: type === 'TXT' ? values.map(octetsOfText) : data }
    }
    expect(await largestTree(zone)).toBeLessThan(spfTreeBytes / 8)
  })
})
