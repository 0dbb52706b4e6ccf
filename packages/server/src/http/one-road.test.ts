import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { openLog } from '../cli/log.ts'
import { type AuthWorld, openAuthWorld } from '../testing/auth-world.ts'
import { theStore } from '../testing/store.ts'
import { headersWithoutPage } from './security.ts'

let world: AuthWorld
let app: FastifyInstance
/** The same with a limit of three calls a minute, and what it logs. */
let strict: FastifyInstance
let pages = ''
const output = Object.assign(new PassThrough(), { isTTY: false })

beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'waxseal-pages-'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Waxseal</title>')
  world = await openAuthWorld(theStore())
  app = await buildApp(world.deps, { pages })
  const log = openLog({ logLevel: 'info' }, output as unknown as NodeJS.WriteStream)
  strict = await buildApp({ ...world.deps, log }, { pages, callsPerMinute: 3 })
})
afterAll(async () => {
  await app.close()
  await strict.close()
  await world.close()
  rmSync(pages, { recursive: true })
})

/** A client that no other test is. */
let clients = 0
const newClient = () => `192.0.2.${++clients}`

/** The lines that the strict server has logged since the last look. */
const logged = () =>
  String(output.read() ?? '')
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as unknown)

const json = { 'content-type': 'application/json' }

/** What was answered off the road: with 500, without headers, or without being counted. */
const refused: [what: string, request: InjectOptions, status: number, code: string][] = [
  ['a value in the path above its limit', { url: `/api/diagnostics/results/${'a'.repeat(101)}` }, 404, 'not_found'],
  ['one of 7,000 characters', { url: `/api/diagnostics/results/${'a'.repeat(7_000)}` }, 404, 'not_found'],
  ['one in a call that deletes', { method: 'DELETE', url: `/api/domains/${'%61'.repeat(2_000)}` }, 404, 'not_found'],
  ['an address of more than 8 KB', { url: `/api/config?a=${'a'.repeat(8_192)}` }, 414, 'address_too_long'],
  ['one with a long value in its path', { url: `/api/domains/${'a'.repeat(9_000)}/history` }, 414, 'address_too_long'],
  ['one of a page', { url: `/${'a'.repeat(9_000)}`, headers: { accept: 'text/html' } }, 414, 'address_too_long'],
  ['a bad percent-encoding', { url: '/%ff' }, 400, 'validation'],
  ['one below the API', { url: '/api/%zz' }, 400, 'validation'],
  ['one with a method that no call has', { method: 'PATCH', url: '/%ff' }, 400, 'validation'],
  [
    'a range that the file does not have',
    { url: '/', headers: { range: 'bytes=9999-' } },
    416,
    'range_not_satisfiable',
  ],
  [
    'an object with a length where a text belongs',
    { method: 'POST', url: '/api/invitations/read', headers: json, payload: '{"token":{"length":{"toString":1}}}' },
    400,
    'validation',
  ],
  ['an unknown call', { url: '/api/nothing' }, 404, 'not_found'],
  ['one whose path is encoded', { method: 'POST', url: '/%61pi/nothing' }, 404, 'not_found'],
]

describe.each(refused)('%s', (_what, request, status, code) => {
  it('is refused in the common shape, with the headers of every other reply', async () => {
    const answer = await app.inject(request)
    expect([answer.statusCode, answer.json()]).toEqual([
      status,
      { detail: expect.any(String), code, request_id: answer.headers['x-request-id'] },
    ])
    const { headers } = await app.inject('/api/config')
    for (const name of Object.keys(headersWithoutPage).map(name => name.toLowerCase())) {
      expect.soft([name, answer.headers[name]]).toEqual([name, headers[name]])
    }
  })

  it('is counted, and the log of a client over its limit grows by one line a minute', async () => {
    const remoteAddress = newClient()
    logged()
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const answer = await strict.inject({ ...request, remoteAddress })
      statuses.push(answer.statusCode)
      if (n >= 3) expect(answer.headers['retry-after']).toBe('60')
    }
    expect(statuses).toEqual([status, status, status, 429, 429, 429])
    expect(logged()).toMatchObject([{ level: 'warn', msg: 'a client is over its limit', client: remoteAddress }])
  })
})

it('a range that no file has is told the length of the file', async () => {
  const answer = await app.inject({ url: '/', headers: { range: 'bytes=9999-' } })
  expect(answer.headers['content-range']).toBe('bytes */37')
})

it('a page, its files, and a page that does not exist are not counted: an office may share one address', async () => {
  const remoteAddress = newClient()
  const statuses: number[] = []
  for (const url of ['/', '/domains', '/favicon.ico', '/domains/%C3%A9']) {
    const request = { url, headers: { accept: 'text/html' }, remoteAddress }
    for (let n = 0; n < 3; n++) statuses.push((await strict.inject(request)).statusCode)
  }
  expect(statuses).toEqual(statuses.map(() => 200))
})

it('refused sign-ins without end write one line a minute', async () => {
  const payload = { email: { length: { toString: 1 } }, password: 'a' }
  const signIn = { method: 'POST', url: '/api/identity/sign-in/email', payload, remoteAddress: newClient() } as const
  logged()
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) statuses.push((await strict.inject(signIn)).statusCode)
  expect(statuses).toEqual([400, 400, 400, 429, 429, 429])
  expect(logged()).toMatchObject([{ msg: 'sign-in refused', outcome: 'limited' }])
})

it('a page with a secret address keeps it private, however the address is written', async () => {
  for (const url of ['/shared/token', '/%73hared/token']) {
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    expect([url, headers['referrer-policy'], headers['cache-control']]).toEqual([
      url,
      'no-referrer',
      'private, no-store',
    ])
  }
})
