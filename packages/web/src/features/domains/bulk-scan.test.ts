import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-error.ts'
import type { Domain } from '../../lib/queries.ts'
import { type BulkProgress, scanOneByOne } from './bulk-scan.ts'
import { aDomain } from './domain.fixture.ts'

const domains = ['a.example', 'b.example', 'c.example'].map(name => aDomain(name))
const failure = new ApiError(500)

/** A run over three domains: the reply for each, whether there is a network, and all reported states. */
function run(answer: (name: string, attempt: number) => ApiError | null, { stopAt = '' } = {}) {
  const seen: string[] = []
  const stop = new AbortController()
  let online = true
  let running = 0
  const outcome = scanOneByOne(domains, {
    scan: async ({ domain_name: name }: Domain) => {
      running += 1
      expect(running, 'one at a time').toBe(1)
      await Promise.resolve()
      running -= 1
      seen.push(`scan ${name}`)
      if (name === stopAt) stop.abort()
      const error = answer(name, seen.filter(line => line === `scan ${name}`).length)
      if (error?.status === 0) online = false
      if (error !== null) throw error
    },
    connection: {
      there: () => Promise.resolve(online),
      back: () => {
        seen.push('wait for the server')
        if (stopAt === 'the server') stop.abort()
        online = true
        return Promise.resolve()
      },
    },
    onProgress: ({ done, total, domain, offline }: BulkProgress) =>
      seen.push(`${done} of ${total}, ${domain.domain_name}${offline ? ', offline' : ''}`),
    signal: stop.signal,
  })
  return { seen, outcome }
}

describe('a bulk scan', () => {
  it('scans one by one and reports its progress', async () => {
    const { seen, outcome } = run(() => null)
    await expect(outcome).resolves.toEqual({
      total: 3,
      scanned: 3,
      failed: 0,
      leftOut: 0,
      stopped: false,
      locked: null,
    })
    expect(seen).toEqual([
      '0 of 3, a.example',
      'scan a.example',
      '1 of 3, b.example',
      'scan b.example',
      '2 of 3, c.example',
      'scan c.example',
    ])
  })

  it('continues after a failure and counts it, including a domain deleted meanwhile', async () => {
    const gone = new ApiError(404, { detail: 'Not found', code: 'not_found' })
    const { seen, outcome } = run(name => (name === 'c.example' ? null : name === 'a.example' ? failure : gone))
    await expect(outcome).resolves.toMatchObject({ scanned: 1, failed: 2, stopped: false })
    expect(seen.at(-1)).toBe('scan c.example')
  })

  it('waits for an unreachable server and retries the same domain', async () => {
    const { seen, outcome } = run((name, attempt) => (name === 'b.example' && attempt === 1 ? new ApiError(0) : null))
    await expect(outcome).resolves.toMatchObject({ scanned: 3, failed: 0 })
    expect(seen.slice(2, 8)).toEqual([
      '1 of 3, b.example',
      'scan b.example',
      '1 of 3, b.example, offline',
      'wait for the server',
      '1 of 3, b.example',
      'scan b.example',
    ])
  })

  it('counts one call without an answer as a failure of that domain while the server answers others', async () => {
    const outcome = scanOneByOne(domains, {
      scan: () => Promise.reject(new ApiError(0)),
      connection: { there: () => Promise.resolve(true), back: () => Promise.reject(new Error('nothing to wait for')) },
      onProgress: () => {},
      signal: new AbortController().signal,
    })
    await expect(outcome).resolves.toMatchObject({ scanned: 0, failed: 3 })
  })

  it('ends when the scans of the month are used up, and skips the rest', async () => {
    const limit = new ApiError(403, { code: 'scan_limit' })
    const { seen, outcome } = run(name => (name === 'a.example' ? null : limit))
    await expect(outcome).resolves.toEqual({
      total: 3,
      scanned: 1,
      failed: 0,
      leftOut: 2,
      stopped: false,
      locked: limit,
    })
    expect(seen).not.toContain('scan c.example')
  })

  it('ends after a sign-out', async () => {
    const { outcome } = run(name => (name === 'a.example' ? failure : new ApiError(401)))
    await expect(outcome).resolves.toMatchObject({ scanned: 0, failed: 3, locked: null })
  })

  it('continues after a domain beyond the plan, and keeps the refusal', async () => {
    const beyond = new ApiError(403, { code: 'domain_limit' })
    const { outcome } = run(name => (name === 'b.example' ? beyond : null))
    await expect(outcome).resolves.toMatchObject({ scanned: 2, failed: 0, leftOut: 1, locked: beyond })
  })

  it('can be stopped after the running scan', async () => {
    const { seen, outcome } = run(() => null, { stopAt: 'b.example' })
    await expect(outcome).resolves.toMatchObject({ scanned: 2, failed: 0, stopped: true })
    expect(seen).not.toContain('scan c.example')
  })

  it('can be stopped while it waits for the server', async () => {
    const { outcome } = run(() => new ApiError(0), { stopAt: 'the server' })
    await expect(outcome).resolves.toMatchObject({ scanned: 0, failed: 0, stopped: true })
  })
})
