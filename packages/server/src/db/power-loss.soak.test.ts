import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seeded } from '../testing/power-loss.ts'
import { recordWrites, survives } from '../testing/power-rounds.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waxseal-power-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('keeps every acknowledged row when the power is cut and unsynced writes are lost at random', async () => {
  const record = await recordWrites(join(folder, 'recorded'), 90)
  expect(record.changes.filter(change => change.kind === 'sync').length).toBeGreaterThan(90)
  const random = seeded(20_261_120)
  for (let round = 0; round < 5; round++) {
    const target = join(folder, `round-${round}`)
    await mkdir(target)
    const cut = Math.floor(random() * record.changes.length)
    const { acknowledged, problems } = await survives(record, target, cut, random)
    expect(problems, `power cut before change ${cut}, ${acknowledged} rows acknowledged`).toEqual([])
    await rm(target, { recursive: true })
  }
}, 240_000)

it('loses acknowledged rows without fsync, so this test would notice', async () => {
  const record = await recordWrites(join(folder, 'careless'), 60, { durable: false })
  expect(record.changes.some(change => change.kind === 'sync')).toBe(false)
  const target = join(folder, 'careless-cut')
  await mkdir(target)
  const { problems } = await survives(record, target, record.changes.length, seeded(1))
  expect(problems).not.toEqual([])
}, 180_000)
