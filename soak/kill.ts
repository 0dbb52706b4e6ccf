/**
 * The long form of the kill -9 test: `scripts/run node soak/kill.ts [rounds]`. Kills a writing process at a random moment in
 * every round, on one folder of the embedded store and on one PostgreSQL, where every second round kills the database
 * server with all its processes. Every acknowledged row must survive each time.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killRound } from '../packages/server/src/testing/kill.ts'
import { startPostgresServer } from '../packages/server/src/testing/postgres-server.ts'

const rounds = Number(process.argv[2] ?? 200)

/** Returns the number of rounds after which something was missing or damaged. */
async function killOften(store: string, place: string, killServer?: () => Promise<void>): Promise<number> {
  let broken = 0
  let rows = 0
  for (let round = 1; round <= rounds; round++) {
    const afterAcks = Math.floor(Math.random() * 150)
    const thenMs = Math.floor(Math.random() * 20)
    const killed = killServer !== undefined && round % 2 === 0 ? { killServer } : {}
    const { acknowledged, problems } = await killRound(place, { afterAcks, thenMs, ...killed })
    rows += acknowledged
    if (problems.length > 0) broken++
    console.log(`${store} ${round}/${rounds}: ${acknowledged} acknowledged, ${problems.join('; ') || 'intact'}`)
  }
  console.log(`${store}: ${rounds} kills, ${rows} acknowledged rows, ${broken} broken`)
  return broken
}

const folder = await mkdtemp(join(tmpdir(), 'waxseal-soak-kill-'))
const postgres = await startPostgresServer({ isDurable: true })
try {
  const broken =
    (await killOften('embedded', folder)) +
    (await killOften('PostgreSQL', postgres.url, async () => {
      await postgres.crash()
      await postgres.resume()
    }))
  process.exitCode = broken === 0 ? 0 : 1
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
