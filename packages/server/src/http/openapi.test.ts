import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endpoints } from '@waxseal/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { type AuthWorld, openAuthWorld, signedUp } from '../testing/auth-world.ts'
import { openApiPath } from './openapi.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await openAuthWorld('pglite')
})
afterAll(() => world.close())

const committed = new URL('../../../../docs/openapi.json', import.meta.url)

it('docs/openapi.json describes the served API (UPDATE_OPENAPI=1 rewrites it)', async () => {
  const app = await buildApp(world.deps, { pages: '/nowhere' })
  const text = `${JSON.stringify(app.swagger(), null, 2)}\n`
  await app.close()
  if (process.env['UPDATE_OPENAPI'] === '1') {
    writeFileSync(committed, text)
    execFileSync('biome', ['format', '--write', fileURLToPath(committed)])
  }
  expect(JSON.parse(readFileSync(committed, 'utf8'))).toEqual(JSON.parse(text))
})

it('the document has every endpoint with its operation id, and nothing internal', async () => {
  const app = await buildApp(world.deps, { pages: '/nowhere' })
  const { openapi, paths = {} } = app.swagger() as {
    openapi: string
    paths?: Record<string, Record<string, { operationId?: string }>>
  }
  await app.close()
  expect(openapi).toBe('3.1.0')
  const ids = Object.values(paths).flatMap(path => Object.values(path).map(operation => operation.operationId ?? ''))
  expect(ids.sort()).toEqual(endpoints.map(({ route }) => route.id).sort())
})

it('the document needs sign-in, unless the operator made it public', async () => {
  const app = await buildApp(world.deps, { pages: '/nowhere' })
  expect((await app.inject(openApiPath)).statusCode).toBe(401)
  const { token } = await signedUp(app, 'reader')
  const read = await app.inject({ url: openApiPath, headers: { authorization: `Bearer ${token}` } })
  expect(read.json().openapi).toBe('3.1.0')
  await app.close()
  const open = await buildApp({ ...world.deps, env: { ...world.deps.env, apiDocs: 'public' } }, { pages: '/nowhere' })
  expect((await open.inject(openApiPath)).statusCode).toBe(200)
  await open.close()
})
