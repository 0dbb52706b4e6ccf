/**
 * Our SPF evaluation against pyspf, Mail::SPF and mailauth on thousands of made-up records, 20 addresses each:
 * `scripts/in-namespace node soak/spf-peers.ts [records] [seed]`. Every difference must fall under a cause that is
 * proved elsewhere; one that does not is printed with all that was asked for it, and the run fails.
 */

import { startLab } from '../packages/scanner/realserver/lab.ts'
import { compare, type Difference, queriesOf } from '../packages/scanner/realserver/peers/agreement.ts'
import { labZones } from '../packages/scanner/realserver/peers/answers.ts'
import { causeOf } from '../packages/scanner/realserver/peers/causes.ts'
import { missingPeers } from '../packages/scanner/realserver/peers/peer.ts'
import { spfWorld } from '../packages/scanner/realserver/peers/spf-world.ts'

const records = Number(process.argv[2] ?? 5000)
const seed = Number(process.argv[3] ?? 2)
const batch = 250

function print({ peer, about, query, ours, theirs, questions }: Difference): void {
  console.log(
    `\nUNEXPLAINED ${peer} ${about}: we ${ours.result} (${ours.problem}), it ${theirs.result} (${theirs.problem})`,
  )
  console.log(`${query.ip} ${query.sender} ${query.helo}`)
  if (about === 'explanation') console.log(`  ${ours.explanation}\n  ${theirs.explanation}`)
  for (const { name, type, answer } of questions) {
    const found = answer.kind === 'records' ? answer.records.map(data) : answer.kind
    console.log(`  ${type} ${name} ${JSON.stringify(found)}`)
  }
}

function data(record: object): unknown {
  return Object.entries(record)
    .filter(([key]) => !['name', 'type', 'ttl'].includes(key))
    .map(([, value]) => value)
}

const missing = missingPeers()
if (missing.length > 0) throw new Error(`not installed: ${missing.join(', ')}`)
console.log(`seed ${seed}`)
const tally = new Map<string, number>()
const printed = new Set<string>()
let unexplained = 0
let evaluations = 0
for (let from = 0; from < records; from += batch) {
  const world = spfWorld(seed, Math.min(batch, records - from), from)
  const lab = await startLab(labZones(world.zone))
  try {
    const agreement = await compare('127.0.0.1', world.subjects.flatMap(queriesOf))
    evaluations += agreement.evaluations
    for (const difference of agreement.differences) {
      const cause = causeOf(difference, world.zone)
      const name = cause === null ? `${difference.peer}: UNEXPLAINED` : `${cause.peer} ${cause.name}`
      tally.set(name, (tally.get(name) ?? 0) + 1)
      if (cause !== null) continue
      unexplained++
      // One address of a record tells what its others would.
      const key = `${difference.peer} ${difference.query.sender} ${difference.query.helo}`
      if (printed.has(key) || printed.size === 20) continue
      printed.add(key)
      print(difference)
    }
    console.log(
      `${from + world.subjects.length} records, ${evaluations} evaluations: ${JSON.stringify(agreement.seconds)} s`,
    )
  } finally {
    await lab.stop()
  }
}
console.log(`\n${evaluations} evaluations by each of four; ${unexplained} differences without a proved cause`)
for (const [name, count] of [...tally].toSorted((a, b) => b[1] - a[1]))
  console.log(`${String(count).padStart(7)} ${name}`)
process.exitCode = unexplained === 0 ? 0 : 1
