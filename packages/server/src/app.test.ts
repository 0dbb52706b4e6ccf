import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from './app.ts'
import { type AuthWorld, openAuthWorld, signedUp, type Visitor } from './testing/auth-world.ts'
import { theStore } from './testing/store.ts'

let world: AuthWorld
let app: FastifyInstance
let visitor: Visitor
let pages = ''

beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'waxseal-pages-'))
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Waxseal</title><script>first()</script>')
  world = await openAuthWorld(theStore(), { OPERATOR_NAME: 'Example Ltd' })
  app = await buildApp(world.deps, { pages })
  visitor = await signedUp(app, 'alex')
})
afterAll(async () => {
  await app.close()
  await world.close()
  rmSync(pages, { recursive: true })
})

const bearer = () => ({ authorization: `Bearer ${visitor.token}` })
const addDomain = (payload: string | object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/domains', payload, headers: { ...bearer(), ...headers } })

describe('who is signed in', () => {
  it('is described with plan, usage and the session fields', async () => {
    const me = await app.inject({ url: '/api/auth/me', headers: bearer() })
    const own = { id: visitor.actor.workspace.id, name: 'alex', role: 'owner' }
    expect(me.json()).toEqual({
      id: visitor.actor.person.id,
      clerk_id: visitor.actor.person.subject,
      email: visitor.email,
      name: 'alex',
      picture: null,
      tier: 'free',
      stripe_customer_id: null,
      stripe_subscription_id: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      vt_usage_count: 0,
      vt_usage_reset_date: expect.stringMatching(/T00:00:00.000Z$/),
      scans_this_month: 0,
      workspace: own,
      workspaces: [own],
      session: {
        session_id: expect.any(String),
        session_status: 'active',
        user_id: visitor.actor.person.subject,
        org_id: visitor.actor.workspace.id,
        org_role: 'owner',
        org_slug: 'alex',
        org_permissions: ['read', 'edit', 'manage_members', 'pay', 'manage_owners'],
      },
    })
  })

  it('the public settings of this installation need no sign-in', async () => {
    const settings = (await app.inject('/api/config')).json()
    expect(settings).toMatchObject({ auth: { mode: 'embedded' }, signup: 'open', operator_name: 'Example Ltd' })
  })
})

describe('a refused request', () => {
  it('names what is wrong with its fields', async () => {
    const answer = await addDomain({ name: 'example.org' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'validation', request_id: answer.headers['x-request-id'] })
    expect(answer.json().detail).toMatch(/^domain_name: /)
  })

  it.each([
    ['broken JSON', '{"domain_name":', 'application/json', 400, 'validation'],
    ['an empty body', '', 'application/json', 400, 'validation'],
    ['null', 'null', 'application/json', 400, 'validation'],
    ['a prototype', '{"__proto__":{"x":1},"domain_name":"example.org"}', 'application/json', 400, 'validation'],
    ['a form', 'domain_name=example.org', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    ['half a megabyte', `{"domain_name":"${'x'.repeat(524_288)}"}`, 'application/json', 413, 'too_large'],
  ])('%s', async (_what, payload, type, status, code) => {
    const answer = await addDomain(payload, { 'content-type': type })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({ detail: expect.any(String), code, request_id: expect.any(String) })
  })

  it('asks for sign-in before it reads the body', async () => {
    const payload = `{"domain_name":"${'x'.repeat(600_000)}`
    const headers = { 'content-type': 'application/json' }
    expect((await app.inject({ method: 'POST', url: '/api/domains', payload, headers })).statusCode).toBe(401)
  })

  it('has 30 seconds for its head, so a slow sender holds no connection', () => {
    expect(app.server.headersTimeout).toBe(30_000)
  })

  it('an unknown address answers 404 in JSON for every media type', async () => {
    for (const url of ['/api/nothing', '/api', '/api/', '/api/domains/x/y/z', '/api/auth/me/']) {
      const answer = await app.inject({ url, headers: { accept: 'text/html' } })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found'])
    }
    expect((await app.inject('/api/%zz')).json()).toMatchObject({ code: 'validation' })
  })

  it('OPTIONS and unknown methods answer 404, and CORS allows no other site', async () => {
    for (const method of ['OPTIONS', 'PATCH', 'PUT', 'DELETE'] as const) {
      const answer = await app.inject({ method, url: '/api/domains', headers: { origin: 'https://evil.example' } })
      expect(answer.statusCode).toBe(404)
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    }
  })

  it('a bug answers 500 without any detail', async () => {
    const broken = {
      ...world.deps,
      auth: { ...world.deps.auth, signUpOpen: () => Promise.reject(new Error('s3cret')) },
    }
    const failing = await buildApp(broken, { pages })
    const answer = await failing.inject('/api/config')
    await failing.close()
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      detail: 'Something went wrong on our side. Please try again.',
      code: 'internal',
      request_id: expect.any(String),
    })
  })
})

it('fields that the contract does not know are dropped from requests and replies', async () => {
  const leaky = { ...world.deps, env: { ...world.deps.env, contactEmail: 'ops@example.org', secret: 'x' } }
  const other = await buildApp(leaky, { pages })
  expect(Object.keys((await other.inject('/api/config')).json())).not.toContain('secret')
  await other.close()
  const added = await addDomain({ domain_name: 'unknown-fields.example', id: 'mine', workspaceId: 'theirs' })
  expect(added.statusCode).toBe(201)
  expect(added.json().id).not.toBe('mine')
  await app.inject({ method: 'DELETE', url: `/api/domains/${added.json().id}`, headers: bearer() })
})

it('HEAD answers as GET does, without the body', async () => {
  const answer = await app.inject({ method: 'HEAD', url: '/api/auth/me', headers: bearer() })
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
  expect((await app.inject({ method: 'HEAD', url: '/api/auth/me' })).statusCode).toBe(401)
})

describe('headers', () => {
  it('allow a page to run our scripts, the one inside it by its hash, and call our API, nothing else', async () => {
    const hash = createHash('sha256').update('first()').digest('base64')
    const { headers } = await app.inject({ url: '/', headers: { accept: 'text/html' } })
    expect(headers['content-security-policy']).toBe(
      `default-src 'none';script-src 'self' 'sha256-${hash}';` +
        "style-src 'self' 'unsafe-inline';img-src 'self' data:;font-src 'self';" +
        "connect-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none';" +
        "require-trusted-types-for 'script';trusted-types default dompurify",
    )
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('require HTTPS only if the public URL uses it', async () => {
    const env = { ...world.deps.env, publicUrl: 'https://waxseal.example.org' }
    const secure = await buildApp({ ...world.deps, env }, { pages })
    expect((await secure.inject('/healthz')).headers['strict-transport-security']).toBe('max-age=31536000')
    await secure.close()
  })

  it('forbid caching of API answers, including sign-in and errors', async () => {
    for (const url of ['/api/config', '/api/auth/me', '/api/identity/token', '/api/nothing']) {
      expect([url, (await app.inject(url)).headers['cache-control']]).toEqual([url, 'no-store'])
    }
  })
})

describe('health', () => {
  it('reports live and ready', async () => {
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    const ready = await app.inject({ url: '/readyz', remoteAddress: '192.0.2.1' })
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }])
  })
})

it('an unlisted proxy is not trusted, and the log warns once', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(line) })
  const proxied = await buildApp({ ...world.deps, log }, { pages })
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  for (let n = 0; n < 3; n++) await proxied.inject({ url: '/healthz', headers, remoteAddress: '192.0.2.80' })
  await proxied.close()
  expect(lines.map(line => JSON.parse(line).msg)).toEqual([
    'TRUST_PROXY: ignored forwarded headers from 192.0.2.80 → add this address if it is your proxy',
  ])
})

it('a warning has the request id, the client, and the account once it is known', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(JSON.parse(line)) })
  const queue = { ...world.deps.queue, send: () => Promise.reject(new Error('gone')) }
  const broken = await buildApp({ ...world.deps, log, queue }, { pages })
  const { id } = (await addDomain({ domain_name: 'logged.example.com' })).json<{ id: string }>()
  const call = { method: 'POST', url: `/api/diagnostics/scan/${id}`, headers: bearer() } as const
  const answer = await broken.inject({ ...call, remoteAddress: '2001:db8:1:2:3::4' })
  await broken.close()
  await app.inject({ method: 'DELETE', url: `/api/domains/${id}`, headers: bearer() })
  expect(answer.statusCode).toBe(500)
  const { person, workspace } = visitor.actor
  expect(lines).toMatchObject([
    {
      msg: 'a request failed',
      request_id: answer.headers['x-request-id'],
      client: '2001:db8:1:2::',
      accountId: person.id,
      workspaceId: workspace.id,
    },
  ])
})

describe('limits', () => {
  it('count an account’s requests together, and each account separately', async () => {
    const limited = await buildApp(world.deps, { pages })
    const ask = (headers: Record<string, string>, remoteAddress: string) =>
      limited.inject({ url: '/api/config', headers, remoteAddress })
    for (let n = 0; n < 600; n++) await ask(bearer(), `192.0.2.${n % 250}`)
    const refused = await ask(bearer(), '198.51.100.1')
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'rate_limited' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask({}, '192.0.2.1')).statusCode).toBe(200)
    // However the path is written; and the pages are not calls.
    expect((await limited.inject({ url: '/%61pi/config', headers: bearer() })).statusCode).toBe(429)
    expect((await limited.inject({ url: '/', headers: bearer() })).statusCode).toBe(200)
    await limited.close()
  })
})

describe('the name of a domain', () => {
  it.each([
    ['EXAMPLE.com', 'example.com'],
    [' https://user:pw@Shop.Example.com:8443/path?q=1#top ', 'shop.example.com'],
    ['postmaster@example.net', 'example.net'],
    ['example.org.', 'example.org'],
    ['example.io:25', 'example.io'],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['bücher。example', 'xn--bcher-kva.example'],
  ])('%s is %s', async (typed, name) => {
    const answer = await addDomain({ domain_name: typed })
    expect([answer.statusCode, answer.json().domain_name]).toEqual([201, name])
    const again = await addDomain({ domain_name: name })
    expect([again.statusCode, again.json().detail]).toEqual([409, 'Domain already added'])
    await app.inject({ method: 'DELETE', url: `/api/domains/${answer.json().id}`, headers: bearer() })
  })

  it.each([
    'co.uk',
    'localhost',
    '192.0.2.1',
    '[2001:db8::1]',
    'http://127.0.0.1:80/',
    'two words.com',
    'exa\u0000mple.com',
    'exa\nmple.com',
    '💩.la',
    '*.example.com',
    'a..b.com',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(140)}com`,
    'http://',
    '@',
    '<script>alert(1)</script>',
    "x'; drop table domain; --",
  ])('%s is refused', async typed => {
    const answer = await addDomain({ domain_name: typed })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { detail: 'Please enter a valid domain name', code: 'invalid_domain' },
    ])
  })

  it.each(['', '   ', '\t\n'])('that is empty is asked for', async typed => {
    const answer = await addDomain({ domain_name: typed })
    expect([answer.statusCode, answer.json().detail]).toEqual([400, 'Please enter a domain name'])
  })
})
