import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { endpoints } from '@waxseal/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { type AuthWorld, openAuthWorld, signedUp } from '../testing/auth-world.ts'
import { theStore } from '../testing/store.ts'
import { openApiPath } from './openapi.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await openAuthWorld(theStore())
})
afterAll(() => world.close())

const committed = new URL('../../../../docs/openapi.json', import.meta.url)

// First: an app that was closed has closed what signs people in, which all of this world share.
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

/** What is wrong with a reference, as a JSON pointer (RFC 6901) into the document; undefined: it leads to something. */
function problemOf(document: unknown, reference: string): string | undefined {
  if (!reference.startsWith('#/')) return `${reference} is no pointer into the document`
  let at: unknown = document
  for (const part of reference.slice(2).split('/')) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return `${reference} leads nowhere`
    at = (at as Record<string, unknown>)[name]
  }
  return undefined
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner),
  )
}

it('every reference in the document leads to a schema, and every schema is used', () => {
  const document: { components: { schemas: object } } = JSON.parse(readFileSync(committed, 'utf8'))
  const references = referencesIn(document)
  expect(references.length).toBeGreaterThan(10)
  expect(references.flatMap(reference => problemOf(document, reference) ?? [])).toEqual([])
  const unused = Object.keys(document.components.schemas).filter(
    name => !references.includes(`#/components/schemas/${name}`),
  )
  expect(unused).toEqual([])
  expect(problemOf(document, '#/components/schemas/__shared#/$defs/schema0')).toMatch(/leads nowhere$/)
})

it('a call claims a body only where it refuses to work without one', () => {
  const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(readFileSync(committed, 'utf8'))
  const operations = Object.values(document.paths).flatMap(path => Object.values(path))
  const claims = (wanted: boolean) =>
    operations.flatMap(({ operationId, requestBody }) => (requestBody?.required === wanted ? [operationId] : []))
  const bodies = endpoints.flatMap(each => ('body' in each ? [{ id: each.route.id, body: each.body }] : []))
  const needed = bodies.filter(({ body }) => !body.safeParse(undefined).success)
  expect(claims(true).sort()).toEqual(needed.map(({ id }) => id).sort())
  expect(claims(false)).toEqual(['diagnostics.share'])
  const empty = operations.filter(({ requestBody }) => /"properties":\{\}/.test(JSON.stringify(requestBody?.content)))
  expect(empty.map(({ operationId }) => operationId)).toEqual([])
})

interface Operation {
  operationId: string
  requestBody?: { required?: boolean; content?: object }
}
