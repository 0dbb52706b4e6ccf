import { describe, expect, it } from 'vitest'
import { octetsOfText, type ZoneEntry, zoneResolver } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { recordedFolder, recordedRows } from '../testing/recorded.ts'
import { type AddressSet, difference, includes, noAddress, union } from './address-set.ts'
import { assessSpf } from './assess.ts'
import { parseSpf, selectSpf } from './record.ts'
import { mergedTree } from './several.ts'
import { spfTreeOfRecord } from './tree.ts'
import { addressesWith, type SpfVerdicts, spfVerdicts } from './verdicts.ts'

/** The addresses that pass, or may pass by what a message says. */
function mayPass(verdicts: SpfVerdicts): AddressSet {
  const depending = verdicts.verdicts.filter(({ result, rule }) => result === 'depends' && /: pass/.test(rule))
  return union(addressesWith(verdicts, 'pass'), ...depending.map(({ set }) => set))
}

describe.skipIf(recordedFolder() === null)('on recorded zones, publishing what a finding says', () => {
  it('lets no server pass that did not before', async () => {
    interface Row {
      name: string
      type: string
      values: string[]
    }
    const rows = recordedRows<Row>('zones-uk-justice-2026.jsonl')
    const snapshots = recordedRows<Row>('spf-snapshots.jsonl')
    const zone: { [name: string]: ZoneEntry } = {}
    for (const { name, type, values } of [...snapshots, ...rows]) {
      if (!['A', 'AAAA', 'TXT', 'MX'].includes(type) || name.includes('*') || zone[name]?.['CNAME'] !== undefined)
        continue
      const data = type === 'MX' ? values.map(text => [Number(text.split(' ')[0]), text.split(' ')[1] ?? '.']) : values
      zone[name] = { ...zone[name], [type]: type === 'TXT' ? values.map(octetsOfText) : data }
    }
    const resolver = zoneResolver(zone)
    let judged = 0
    let published = 0
    for (const [name, { TXT: texts = [] }] of Object.entries(zone)) {
      const { records, lookalikes } = selectSpf(texts.map(String))
      const [record] = records
      if (record === undefined && lookalikes.length === 0) continue
      const tree = record === undefined || records.length > 1 ? null : await spfTreeOfRecord(resolver, name, record)
      judged++
      const before = await Promise.all(records.map(async text => mayPass(await spfVerdicts(resolver, name, text))))
      // Each term alone is the lenient reading of a record that receivers refuse.
      const words = records.flatMap(text => parseSpf(text).terms.filter(({ term }) => term.kind !== 'all'))
      const alone = await Promise.all(
        words.map(async ({ text }) => mayPass(await spfVerdicts(resolver, name, `v=spf1 ${text}`))),
      )
      for (const finding of assessSpf(
        { records, lookalikes, tree, merged: await mergedTree(resolver, name, records) },
        { domain: name, evidence: ['x'], dmarcEnforced: null },
      )) {
        const record = wordsOf(finding).publish?.value
        if (record === undefined) continue
        published++
        const isEvaluated = records.length === 1 && finding.id !== 'spf_permerror'
        const meant = isEvaluated ? union(noAddress, ...before) : union(noAddress, ...before, ...alone)
        const after = mayPass(await spfVerdicts(resolver, name, record))
        expect(
          includes(meant, after),
          `${name}: ${record}: ${JSON.stringify(difference(after, meant).v4.length)}`,
        ).toBe(true)
      }
    }
    expect(judged).toBeGreaterThan(300)
    expect(published).toBeGreaterThan(0)
  })
})
