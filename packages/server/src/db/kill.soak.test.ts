import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killRound } from '../testing/kill.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waxseal-kill-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('keeps every acknowledged row when the process is killed at any moment, many times on one folder', async () => {
  let acknowledged = 0
  // The first round kills the first start; the others kill during inserts, commits and checkpoints.
  for (const [afterAcks, thenMs] of [
    [0, 1_200],
    [1, 0],
    [13, 7],
    [45, 3],
    [90, 1],
    [39, 2],
  ] as const) {
    const round = await killRound(folder, { afterAcks, thenMs })
    expect(round.problems).toEqual([])
    acknowledged += round.acknowledged
  }
  expect(acknowledged).toBeGreaterThan(180)
}, 240_000)
