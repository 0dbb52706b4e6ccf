import { workspaceHeader } from '@waxseal/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { errorForLog } from '../cli/log.ts'
import { apiKey, dkimSelector } from '../db/schema/index.ts'
import { newKey } from '../features/workspaces/key-sign-in.ts'
import { anApiKey } from '../testing/api-key.ts'
import { openTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { aDomain } from '../testing/factories.ts'
import { onTheStore } from '../testing/store.ts'

/** Every line of the log, the least important too. */
const log: string[] = []
const written = pino({ level: 'trace', serializers: { err: errorForLog } }, { write: line => void log.push(line) })

onTheStore('a call with an API key', kind => {
  let server: TestApp
  let owner: TestUser
  let minutes = 0
  beforeAll(async () => {
    server = await openTestApp(kind, { log: written })
  })
  beforeEach(async () => {
    // Each test in a minute of its own, so that the limits of another do not count.
    server.deps.clock.now = new Date(Date.parse('2026-11-20T09:00:00Z') + minutes++ * 60_000)
    owner = await server.aUser({ tier: 'business' })
    log.length = 0
  })
  afterAll(() => server.close())

  const call = (key: string, options: { url?: string; ip?: string; workspaceId?: string; method?: 'POST' } = {}) =>
    server.app.inject({
      url: `/api${options.url ?? '/domains'}`,
      method: options.method ?? 'GET',
      remoteAddress: options.ip ?? '192.0.2.1',
      headers: {
        authorization: `Bearer ${key}`,
        ...(options.workspaceId !== undefined && { [workspaceHeader]: options.workspaceId }),
      },
    })
  const keyWith = (options?: Parameters<typeof anApiKey>[2]) => anApiKey(server.deps, owner.actor, options)

  it('acts for the workspace of the key, and shows its domains', async () => {
    const { name } = await aDomain(server.deps.store, owner.actor)
    const { key } = await keyWith()
    const answer = await call(key)
    expect([answer.statusCode, answer.json()]).toMatchObject([200, [{ domain_name: name }]])
  })

  it('gets the same 401 for a key that is unknown, expired, revoked, malformed or the hash of a key', async () => {
    const revoked = await keyWith()
    await owner.delete(`/api-keys/${revoked.id}`)
    const expired = await keyWith({ expiresAt: server.deps.clock.now })
    const [row] = await server.deps.store.db.select().from(apiKey)
    const wrong = [
      newKey(),
      revoked.key,
      expired.key,
      'ak_',
      `${revoked.key}x`,
      `ak_${'é'.repeat(32)}`,
      `ak_${"' or ''='".padEnd(32, 'x')}`.replaceAll(' ', ''),
      `ak_${'a'.repeat(8_000)}`,
      `ak_${row?.keyHash}`,
    ]
    const answers = await Promise.all(wrong.map(key => call(key)))
    const detail = 'This API key is not valid. It may have expired or been revoked.'
    const refused = { detail, code: 'unauthorized', request_id: '' }
    for (const answer of answers) {
      expect([answer.statusCode, { ...answer.json(), request_id: '' }]).toEqual([401, refused])
    }
  })

  it('with a wrong key is limited for each address, while a valid key of that address works', async () => {
    const { key } = await keyWith()
    const ip = '192.0.2.9'
    for (let n = 0; n < 30; n++) expect((await call(newKey(), { ip })).statusCode).toBe(401)
    const limited = await call(newKey(), { ip })
    expect([limited.statusCode, limited.json().code, limited.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '60',
    ])
    expect((await call(key, { ip })).statusCode).toBe(200)
    expect((await call(newKey(), { ip: '192.0.2.10' })).statusCode).toBe(401)
  })

  it('that is wrong without end writes a line for each key up to the limit, and then one a minute', async () => {
    const ip = '192.0.2.11'
    for (let n = 0; n < 40; n++) await call(newKey(), { ip })
    const words = log
      .map(line => JSON.parse(line) as { level: number; msg: string; client?: string })
      .filter(({ level, client }) => level >= 30 && client === ip)
      .map(({ msg }) => msg)
    expect(words).toEqual([...Array<string>(30).fill('API key refused'), 'a client is over its limit'])
  })

  it('is limited to 120 a minute for each key, wherever it comes from', async () => {
    const { key } = await keyWith()
    const other = await keyWith()
    for (let n = 0; n < 120; n++) expect((await call(key, { ip: `198.51.100.${n}` })).statusCode).toBe(200)
    const limited = await call(key)
    expect([limited.statusCode, limited.json().code, limited.headers['retry-after']]).toEqual([
      429,
      'rate_limited',
      '60',
    ])
    expect((await call(other.key)).statusCode).toBe(200)
    server.deps.clock.now = new Date(server.deps.clock.now.getTime() + 60_000)
    minutes++
    expect((await call(key)).statusCode).toBe(200)
  })

  it('starts at most 20 scans a minute', async () => {
    const { key } = await keyWith({ scope: 'scan' })
    const unknown = `/diagnostics/scan/${crypto.randomUUID()}`
    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push((await call(key, { url: unknown, method: 'POST' })).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429])
  })

  it('may name its own workspace, and no other', async () => {
    const { key } = await keyWith()
    const neighbor = await server.aUser({ tier: 'business' })
    const { id } = owner.actor.workspace
    expect((await call(key, { workspaceId: id.toUpperCase() })).statusCode).toBe(200)
    for (const workspaceId of [neighbor.actor.workspace.id, 'no id', '']) {
      expect((await call(key, { workspaceId })).statusCode).toBe(404)
    }
  })

  it('makes rows without an author', async () => {
    const { id } = await aDomain(server.deps.store, owner.actor)
    const { key } = await keyWith({ scope: 'write' })
    const headers = { authorization: `Bearer ${key}` }
    const url = `/api/domains/${id}/selectors`
    const added = await server.app.inject({ method: 'POST', url, headers, payload: { selector: 's1' } })
    expect(added.statusCode).toBe(201)
    const rows = await server.deps.store.db.select().from(dkimSelector)
    expect(rows.filter(({ domainId }) => domainId === id)).toMatchObject([{ selector: 's1', author: null }])
  })

  it('never writes the key to the log or to a reply, also when it fails', async () => {
    const { key } = await keyWith()
    const unknown = newKey()
    const answers = [await call(key), await call(unknown), await call(key, { url: '/auth/me' })]
    answers.push(await call(key, { url: '/domains/none/history' }), await call(`${key}é`))
    for (const { body, headers } of answers) expect(`${body}${JSON.stringify(headers)}`).not.toContain(key.slice(8))
    // An operator may ban an address by this line.
    expect(log.map(line => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ msg: 'API key refused', client: '192.0.2.1' }),
    )
    const secrets = [key.slice(8), unknown.slice(8)]
    expect(log.filter(line => secrets.some(secret => line.includes(secret)))).toEqual([])
  })

  it('reads the description of the API', async () => {
    const { key } = await keyWith()
    expect((await call(key, { url: '/openapi.json' })).json()).toMatchObject({ openapi: '3.1.0' })
  })

  it('needs no key for a public call, whatever key it sends', async () => {
    expect((await call(newKey(), { url: '/config' })).statusCode).toBe(200)
  })
})

it('a session token is never taken for an API key: it is a JWT, which begins with the base64 of a brace', () => {
  expect(Buffer.from('{"').toString('base64url').startsWith('ak_')).toBe(false)
})
