/**
 * The long form of the kill -9 test: `scripts/run node soak/kill.ts [rounds]`. Uses one folder and kills a writing
 * process at a random moment in every round; every acknowledged row must survive each time.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killRound } from '../packages/server/src/testing/kill.ts'

const rounds = Number(process.argv[2] ?? 50)
const folder = await mkdtemp(join(tmpdir(), 'waxseal-soak-kill-'))
let broken = 0
let rows = 0
try {
  for (let round = 1; round <= rounds; round++) {
    const afterAcks = Math.floor(Math.random() * 150)
    const thenMs = Math.floor(Math.random() * 20)
    const { acknowledged, problems } = await killRound(folder, { afterAcks, thenMs })
    rows += acknowledged
    if (problems.length > 0) broken++
    console.log(`${round}/${rounds}: ${acknowledged} acknowledged, ${problems.join('; ') || 'intact'}`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
console.log(`${rounds} kills, ${rows} acknowledged rows, ${broken} broken`)
process.exitCode = broken === 0 ? 0 : 1
