import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { nativeFolder, startPostgresServer } from './postgres-server.ts'

let locked: string
beforeAll(async () => {
  locked = await mkdtemp(join(tmpdir(), 'waxseal-locked-'))
  await cp(nativeFolder(), join(locked, 'native'), { recursive: true, verbatimSymlinks: true })
  await chmod(locked, 0o700)
})
afterAll(() => rm(locked, { recursive: true, force: true }))

it.skipIf(inject('postgres') === '')('starts from a folder that only its owner may read', async () => {
  const server = await startPostgresServer({ programs: join(locked, 'native') })
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  expect((await client.query<{ is: number }>('select 1 as is')).rows).toEqual([{ is: 1 }])
  await client.end()
  await server.stop()
})
