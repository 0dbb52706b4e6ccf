import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aDataFolder } from '../testing/data-folder.ts'
import { seeded } from '../testing/power-loss.ts'
import { recordWrites, survives } from '../testing/power-rounds.ts'

let folder: string
beforeAll(async () => {
  folder = await aDataFolder('power')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// A power cut takes more than SIGKILL does: what no fsync followed is lost too. More cuts, and killed processes:
// power-loss.soak.test.ts and kill.soak.test.ts.
it('keeps every acknowledged row when the power is cut between a commit and what follows it', async () => {
  const record = await recordWrites(folder, 12)
  expect(record.changes.filter(({ kind }) => kind === 'sync').length).toBeGreaterThan(12)
  const target = join(folder, 'cut')
  await mkdir(target)
  // Right after the last row was acknowledged: of what follows, nothing is there.
  const cut = record.changes.findLastIndex(({ kind }) => kind === 'note') + 1
  const { acknowledged, problems } = await survives(record, target, cut, seeded(20_261_120))
  expect(problems).toEqual([])
  expect(acknowledged).toBe(12)
})
