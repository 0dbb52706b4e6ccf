/**
 * Flattening and proving the largest record that the recordings allow: as many recorded mass senders as fit in ten
 * lookups, all answers in memory. The target is at most 20 times its include tree, which a scan makes too.
 */

import { octetsOfText, type ZoneEntry, zoneResolver } from '@waxseal/core/dns'
import { flattenSpf, spfTreeOfRecord, toCidrs } from '@waxseal/core/spf'
import { recordedFolder, recordedRows } from '@waxseal/core/testing/recorded'

const notRun = 77
const rounds = 15
const target = 20
if (recordedFolder() === null) {
  console.error('spf-flatten: not run, the recordings are not here')
  process.exit(notRun)
}

const zone: { [name: string]: ZoneEntry } = {}
for (const row of recordedRows<{ name: string; type: string; values: string[] }>('spf-snapshots.jsonl')) {
  if (row.type === 'TXT') zone[row.name] = { TXT: row.values.map(octetsOfText) }
}
const resolver = zoneResolver(zone)
const domain = 'kite.example'
const hostedName = 'kite-example-abc123.waxseal.email'
const recordOf = (includes: readonly string[]): string =>
  `v=spf1 ${includes.map(name => `include:${name}`).join(' ')} -all`
const flattened = async (includes: readonly string[]) => {
  const result = await flattenSpf(resolver, { domain, record: recordOf(includes), hostedName })
  return result.kind === 'proved' ? result.flattening : null
}

/** As many senders as fit in ten lookups. */
const senders: string[] = []
for (const name of Object.keys(zone)) if ((await flattened([...senders, name])) !== null) senders.push(name)
const record = recordOf(senders)
const largest = await flattened(senders)
if (largest === null) throw new Error('no recorded sender can be flattened')

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
const [flattening, walking]: number[][] = [[], []]
for (let round = 0; round < rounds; round++) {
  flattening?.push(await timed(() => flattenSpf(resolver, { domain, record, hostedName })))
  walking?.push(await timed(() => spfTreeOfRecord(resolver, domain, record)))
}
const [flat, walked] = [median(flattening ?? []), median(walking ?? [])]
const ratio = Math.round((flat / walked) * 10) / 10
const blocks = toCidrs(largest.passing).length
console.log(
  JSON.stringify({
    bench: 'spf-flatten',
    ran: true,
    ms: Math.round(flat * 10) / 10,
    ratio,
    blocks,
    met: ratio <= target,
  }),
)
console.error(
  `spf-flatten: ${blocks} blocks in ${largest.records.length} records, flattened and proved in ${flat.toFixed(1)} ms, ${ratio} times its include tree (target: at most ${target})`,
)
process.exitCode = ratio <= target ? 0 : 1
