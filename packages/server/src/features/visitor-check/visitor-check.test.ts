import { type ScanProgress, scanReply } from '@waxseal/contract'
import type { ScanResult } from '@waxseal/core/health'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Deps } from '../../deps.ts'
import { readEnv } from '../../env.ts'
import { openTestApp, type TestApp } from '../../testing/app.ts'
import { aProgress, aScanResult } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'

onTheStore('the check of a visitor', kind => {
  let server: TestApp
  /** The behavior of the next scans. */
  const scan = vi.fn<Deps['scan']>()
  let clients = 0
  /** An address that has not checked anything. */
  let client = ''
  beforeAll(async () => {
    server = await openTestApp(kind, { scan: input => scan(input) })
  })
  beforeEach(() => {
    clients += 1
    client = `192.0.2.${clients}`
    server.deps.clock.pass(3_600_000)
    scan.mockReset()
    scan.mockImplementation(async ({ name }) => aScanResult({ name }))
  })
  afterAll(() => server.close())

  const check = async (domain_name: string, from = client, headers = {}) =>
    server.app.inject({ method: 'POST', url: '/api/check', remoteAddress: from, headers, payload: { domain_name } })

  /** Scans that wait for `finish`. */
  const held = () => {
    const finished = Promise.withResolvers<void>()
    scan.mockImplementation(async ({ name }) => {
      await finished.promise
      return aScanResult({ name })
    })
    return finished.resolve
  }

  it('is a scan on the lowest plan, without a relay test and without VirusTotal', async () => {
    const answer = await check('https://user@Example.com/path')
    expect(answer.statusCode).toBe(200)
    expect(scanReply.safeParse(answer.json()).error).toBeUndefined()
    expect(answer.json()).toMatchObject({ domain_name: 'example.com', health_score: 60, changes: null })
    expect(scan.mock.calls[0]?.[0]).toMatchObject({
      name: 'example.com',
      tier: 'free',
      forVisitor: true,
      previous: null,
    })
    // Nothing is watched for a visitor, so no zone is called dead.
    expect(scan.mock.calls[0]?.[0]).not.toHaveProperty('unserved')
  })

  it('streams its progress, and ends with the result', async () => {
    const progress: ScanProgress = aProgress({ dns: 'done', mx: 'running' }, 3)
    scan.mockImplementation(async ({ name, onProgress }) => {
      onProgress(progress)
      return aScanResult({ name })
    })
    const answer = await check('streamed.example', client, { accept: 'text/event-stream' })
    expect(answer.headers['content-type']).toContain('text/event-stream')
    expect(answer.body).toContain('event: result\ndata: {"domain_name":"streamed.example"')
  })

  it.each([
    ['', 'Please enter a domain name'],
    ['   ', 'Please enter a domain name'],
    ['localhost', 'Please enter a valid domain name'],
    ['192.0.2.1', 'Please enter a valid domain name'],
    ['co.uk', 'Please enter a valid domain name'],
  ])('refuses %j with 400 “%s”, and does not count it', async (name, detail) => {
    for (let time = 0; time < 6; time++) {
      const answer = await check(name)
      expect([answer.statusCode, answer.json().detail]).toEqual([400, detail])
    }
    expect(scan).not.toHaveBeenCalled()
  })

  it('gives everyone the same result for ten minutes', async () => {
    const first = await check('shared.example')
    server.deps.clock.pass(10 * 60_000 - 1)
    expect((await check('SHARED.example.', '198.51.100.7')).json()).toEqual(first.json())
    expect(scan).toHaveBeenCalledTimes(1)
    server.deps.clock.pass(1)
    await check('shared.example')
    expect(scan).toHaveBeenCalledTimes(2)
  })

  it('is joined by everyone who asks for the same name meanwhile', async () => {
    const finish = held()
    const answers = ['192.0.2.201', '192.0.2.202', '192.0.2.203'].map(from => check('joined.example', from))
    await vi.waitFor(() => expect(scan).toHaveBeenCalled())
    finish()
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(scan).toHaveBeenCalledTimes(1)
  })

  it('is shared with everyone who asked for the same name before it ended', async () => {
    const answers = [211, 212, 213].map(host => check('ended.example', `192.0.2.${host}`))
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(scan).toHaveBeenCalledTimes(1)
  })

  it('is refused for the sixth name in an hour, with the time to wait', async () => {
    for (let n = 0; n < 5; n++) expect((await check(`name-${n}.example`)).statusCode).toBe(200)
    const sixth = await check('sixth.example')
    expect(sixth.statusCode).toBe(429)
    expect(sixth.json()).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('5 domains an hour') })
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(sixth.headers['retry-after'])).toBeLessThanOrEqual(3_600)
    // What is shared costs nothing.
    expect((await check('name-0.example')).statusCode).toBe(200)
    server.deps.clock.pass(3_600_000)
    expect((await check('sixth.example')).statusCode).toBe(200)
  })

  it('counts an IPv6 network of 64 bits as one client', async () => {
    const network = `2001:db8:${clients}:1`
    for (let n = 0; n < 5; n++) expect((await check(`six-${n}.example`, `${network}::${n + 1}`)).statusCode).toBe(200)
    expect((await check('six-5.example', `${network}:ffff::1`)).statusCode).toBe(429)
    expect((await check('six-5.example', `2001:db8:${clients}:2::1`)).statusCode).toBe(200)
  })

  it('is made beside four slow ones', async () => {
    const finish = held()
    const four = [1, 2, 3, 4].map(n => check(`slow-${n}.example`, `203.0.113.${n}`))
    await vi.waitFor(() => expect(scan).toHaveBeenCalledTimes(4))
    const fifth = check('honest.example')
    await vi.waitFor(() => expect(scan).toHaveBeenCalledTimes(5))
    finish()
    expect((await Promise.all([...four, fifth])).map(({ statusCode }) => statusCode)).toEqual(Array(5).fill(200))
  })

  it('waits while another name of the same registered domain is checked, from any client', async () => {
    const finish = held()
    const first = check('a.victim.example', '203.0.113.11')
    await vi.waitFor(() => expect(scan).toHaveBeenCalledTimes(1))
    const second = check('b.victim.example', '203.0.113.12')
    const other = check('honest.example', '203.0.113.13')
    await vi.waitFor(() => expect(scan).toHaveBeenCalledTimes(2))
    expect(scan.mock.calls.map(([{ name }]) => name)).toEqual(['a.victim.example', 'honest.example'])
    finish()
    expect((await Promise.all([first, second, other])).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  })

  it('that fails is not shared, and frees its place', async () => {
    scan.mockRejectedValue(new Error('a bug'))
    for (let n = 0; n < 5; n++) {
      const answer = await check('failing.example', `198.51.100.${n + 20}`)
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
    }
    scan.mockImplementation(async ({ name }): Promise<ScanResult> => aScanResult({ name }))
    expect((await check('failing.example')).statusCode).toBe(200)
  })

  it('is gone where the operator has switched it off', async () => {
    const closed = await openTestApp(kind, { store: server.deps.store, env: readEnv({ VISITOR_CHECK: 'off' }), scan })
    const answer = await closed.app.inject({
      method: 'POST',
      url: '/api/check',
      payload: { domain_name: 'example.com' },
    })
    expect(answer.statusCode).toBe(404)
    expect(scan).not.toHaveBeenCalled()
    await closed.app.close()
  })
})
