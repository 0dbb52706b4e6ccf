/**
 * The long form of the power-loss test: `scripts/run node soak/power-loss.ts [rounds] [seed]`. Records the writes of a
 * run, cuts the power at random moments, and checks the remaining data each time.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seeded } from '../packages/server/src/testing/power-loss.ts'
import { recordWrites, survives } from '../packages/server/src/testing/power-rounds.ts'

const rounds = Number(process.argv[2] ?? 50)
const random = seeded(Number(process.argv[3] ?? Date.now()))
const folder = await mkdtemp(join(tmpdir(), 'waxseal-soak-power-'))
let broken = 0
let rows = 0
try {
  const record = await recordWrites(join(folder, 'recorded'), 250)
  const bytes = record.changes.reduce((sum, change) => sum + (change.kind === 'write' ? change.data.length : 0), 0)
  console.log(`${record.changes.length} changes, ${Math.round(bytes / 1e6)} MB written`)
  for (let round = 1; round <= rounds; round++) {
    const target = join(folder, 'cut')
    await mkdir(target)
    const cut = Math.floor(random() * record.changes.length)
    const { acknowledged, problems } = await survives(record, target, cut, random)
    rows += acknowledged
    if (problems.length > 0) broken++
    console.log(`${round}/${rounds} cut at ${cut}: ${acknowledged} acknowledged, ${problems.join('; ') || 'intact'}`)
    await rm(target, { recursive: true })
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(`${rounds} power cuts, ${rows} acknowledged rows, ${broken} broken`)
process.exitCode = broken === 0 ? 0 : 1
