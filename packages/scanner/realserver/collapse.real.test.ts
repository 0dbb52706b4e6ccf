import { spawnSync } from 'node:child_process'
import { octetsOfText, type ZoneEntry, zoneResolver } from '@waxseal/core/dns'
import { flattenSpf, selectSpf } from '@waxseal/core/spf'
import { recordedFolder, recordedRows } from '@waxseal/core/testing/recorded'
import { describe, expect, it } from 'vitest'

/** Debian's own interpreter, whatever the PATH says. */
const python = '/usr/bin/python3'
const program = `
import ipaddress, json, sys
for line in sys.stdin:
    nets = [ipaddress.ip_network(text) for text in json.loads(line)]
    groups = [[n for n in nets if n.version == v] for v in (4, 6)]
    print(json.dumps([str(n) for group in groups for n in ipaddress.collapse_addresses(group)]))
`

interface Row {
  name: string
  type: string
  values: string[]
}

describe.skipIf(recordedFolder() === null)('the blocks of a flattened record', () => {
  it("are those of Python's ipaddress.collapse_addresses, for every recorded record", async () => {
    const zone: { [name: string]: ZoneEntry } = {}
    for (const { name, type, values } of ['spf-snapshots.jsonl', 'zones-uk-justice-2026.jsonl'].flatMap(file =>
      recordedRows<Row>(file),
    )) {
      if (type === 'TXT' && !name.includes('*')) zone[name] = { ...zone[name], TXT: values.map(octetsOfText) }
    }
    const resolver = zoneResolver(zone)
    const lists: string[][] = []
    for (const [domain, { TXT: texts = [] }] of Object.entries(zone)) {
      const [record] = selectSpf(texts.map(String)).records
      if (record === undefined) continue
      const result = await flattenSpf(resolver, { domain, record, hostedName: 'kite-abc123.waxseal.email' })
      if (result.kind !== 'proved') continue
      const blocks = result.flattening.records.flatMap(({ value }) => value.match(/(?<= ip[46]:)\S+/g) ?? [])
      if (blocks.length > 0) lists.push(blocks)
    }
    expect(lists.length).toBeGreaterThan(80)
    const input = lists.map(list => `${JSON.stringify(list)}\n`).join('')
    const { stdout, stderr } = spawnSync(python, ['-c', program], { input, encoding: 'utf8' })
    expect(stderr).toBe('')
    const collapsed = stdout
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as string[]).map(block => block.replace(/\/(?:32|128)$/, '')))
    expect(collapsed).toEqual(lists)
  })
})
