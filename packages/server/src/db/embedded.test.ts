import { existsSync, fsyncSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { aDataFolder } from '../testing/data-folder.ts'
import { startChild } from '../testing/kill.ts'
import { openEmbedded } from './embedded.ts'
import { StoreLocked } from './unusable.ts'

let parent: string
let folder: string
// The first start creates a whole cluster, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'waxseal-embedded-'))
  folder = join(parent, 'data')
})
afterEach(async () => {
  for (const path of [parent, folder]) await rm(path, { recursive: true, force: true })
})

describe('a first start', () => {
  let data: string
  /** What reached the disk until it was over, and while a row was inserted after it. */
  let atStart: string[]
  let byInsert: string[]
  beforeAll(async () => {
    data = join(await mkdtemp(join(tmpdir(), 'waxseal-embedded-')), 'data')
    const synced: string[] = []
    const store = await openEmbedded(data, {
      fsync(fd: number) {
        fsyncSync(fd)
        synced.push(readlinkSync(`/proc/self/fd/${fd}`))
      },
    })
    atStart = synced.splice(0)
    await store.db.execute('create table kept (n int)')
    synced.length = 0
    await store.db.execute('insert into kept values (42)')
    byInsert = synced.splice(0)
    await store.close()
  })
  afterAll(() => rm(dirname(data), { recursive: true, force: true }))

  it('has each of its files, and each later commit, on disk before it acknowledges it', () => {
    const fresh = join(data, 'postgres.new')
    expect(atStart).toEqual(expect.arrayContaining([join(fresh, 'PG_VERSION'), join(fresh, 'base'), fresh, data]))
    expect(byInsert.filter(path => path.includes('/pg_wal/'))).not.toEqual([])
  })

  it('creates its folder, readable by the owner only, and the next start finds its data', async () => {
    expect((await stat(data)).mode & 0o777).toBe(0o700)
    const second = await openEmbedded(data)
    const answer = await second.db.execute<{ n: number }>('select n from kept')
    await second.close()
    expect(answer.rows).toEqual([{ n: 42 }])
  })
})

it.each([
  ['with the cluster that comes with the program', undefined],
  ['with initdb where none does', null],
])('repeats a first start that was interrupted, %s, and runs with fsync on', async (_with, cluster) => {
  await mkdir(join(folder, 'postgres.new'), { recursive: true })
  await writeFile(join(folder, 'postgres.new', 'PG_VERSION'), '18\n')
  const store = await openEmbedded(folder, undefined, { ...(cluster === null && { cluster }) })
  const settings = await store.db.execute(
    `select name, setting from pg_settings
     where name in ('fsync', 'wal_sync_method', 'synchronous_commit', 'full_page_writes') order by name`,
  )
  await store.close()
  expect(settings.rows).toEqual([
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
    { name: 'wal_sync_method', setting: 'fsync' },
  ])
  expect(existsSync(join(folder, 'postgres.new'))).toBe(false)
})

it('refuses a second open, in this or another process, in one clear line, and leaves the first undisturbed', async () => {
  folder = await aDataFolder('embedded')
  const store = await openEmbedded(folder)
  await expect(openEmbedded(folder)).rejects.toThrow(new StoreLocked(folder))
  const second = startChild('store-child.ts', folder, 'hold')
  await second.said(() => false)
  expect(second.lines).toEqual([`Another Waxseal process already uses ${folder} → stop it, or set another DATA_DIR`])
  expect(second.process.exitCode).toBe(1)
  await expect(store.ping()).resolves.toBeUndefined()
  await store.close()
})

it('is unlocked as soon as the process that held it is killed', async () => {
  folder = await aDataFolder('embedded')
  const holder = startChild('store-child.ts', folder, 'hold')
  expect(await holder.said(line => line === 'open')).toBe('open')
  await expect(openEmbedded(folder)).rejects.toThrow(`Another Waxseal process already uses ${folder} → stop it`)
  await holder.kill()
  const store = await openEmbedded(folder)
  await store.close()
})
