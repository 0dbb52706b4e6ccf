import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { chooseWorkspace } from '../../lib/workspace.ts'
import { followScan } from './follow-scan.ts'

const result = { domain_name: 'example.com', health_score: 80, finished_at: '2026-11-20T12:00:10.000Z' }
const before = '2026-11-20T11:00:00.000Z'

const stream = (...events: string[]): Response =>
  new Response(events.join(''), { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
const json = (status: number, body: object): Response => Response.json(body, { status })

/** Replies by method and path; each call takes the next one, and the last one repeats. */
function serve(answers: Record<string, (() => Response)[]>) {
  const seen: string[] = []
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    const key = `${method} ${path}`
    seen.push(key)
    const list = answers[key] ?? []
    const next = list.length > 1 ? list.shift() : list[0]
    return next ? Promise.resolve(next()) : Promise.reject(new TypeError(`unexpected ${key}`))
  })
  return seen
}

const scan = 'POST /api/diagnostics/scan/d1'
const latest = 'GET /api/domains/d1/latest-scan'

beforeEach(() => {
  registerTokenGetter(() => Promise.resolve('t'))
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') })
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => {
  chooseWorkspace(null)
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a scan that is followed', () => {
  it('reports its place in the queue and its progress, and ends with its result', async () => {
    const progress = { checks: { dns: 'done', mx: 'running', spf: 'waiting', dmarc: 'waiting' }, questions: 4 }
    const queued = { place: 3 }
    serve({ [scan]: [() => stream(event('queued', queued), event('progress', progress), event('result', result))] })
    const told: unknown[] = []
    const done = followScan({ domainId: 'd1', lastScan: null, onProgress: p => told.push(p) })
    await expect(done).resolves.toEqual(result)
    expect(told).toEqual([queued, progress])
  })

  it('accepts a plain reply as well', async () => {
    serve({ [scan]: [() => json(200, result)] })
    await expect(followScan({ domainId: 'd1', lastScan: null, onProgress: () => {} })).resolves.toEqual(result)
  })

  it('rejects with the refusal the stream ends with', async () => {
    serve({ [scan]: [() => stream(event('error', { detail: 'No worker is free', code: 'unavailable' }))] })
    const failed = followScan({ domainId: 'd1', lastScan: null, onProgress: () => {} })
    await expect(failed).rejects.toMatchObject({ name: 'ApiError', detail: 'No worker is free', code: 'unavailable' })
  })

  it('waits, after a cut stream, for a stored result newer than the last', async () => {
    const seen = serve({
      [scan]: [() => stream('event: progress\ndata: {"che')],
      [latest]: [() => json(200, { ...result, finished_at: before }), () => json(502, {}), () => json(200, result)],
    })
    const done = followScan({ domainId: 'd1', lastScan: before, onProgress: () => {} })
    await vi.advanceTimersByTimeAsync(10_000)
    await expect(done).resolves.toEqual(result)
    expect(seen).toEqual([scan, latest, latest, latest])
  })

  it('waits for the result after a proxy timed out', async () => {
    const seen = serve({ [scan]: [() => json(504, {})], [latest]: [() => json(200, result)] })
    await expect(followScan({ domainId: 'd1', lastScan: before, onProgress: () => {} })).resolves.toEqual(result)
    expect(seen).toEqual([scan, latest])
  })

  it('does not wait in another workspace', async () => {
    const seen = serve({ [scan]: [() => json(504, {})], [latest]: [() => json(404, { code: 'not_found' })] })
    const failed = followScan({ domainId: 'd1', lastScan: null, onProgress: () => {} })
    const rejected = expect(failed).rejects.toMatchObject({ status: 0 })
    await vi.advanceTimersByTimeAsync(1_000)
    chooseWorkspace('kite')
    await vi.advanceTimersByTimeAsync(2_000)
    await rejected
    expect(seen).toEqual([scan, latest])
  })

  it('gives up when no result arrives', async () => {
    serve({ [scan]: [() => stream('')], [latest]: [() => json(404, { detail: 'Not found', code: 'not_found' })] })
    const failed = followScan({ domainId: 'd1', lastScan: null, onProgress: () => {} })
    const seen = expect(failed).rejects.toMatchObject({ status: 0 })
    await vi.advanceTimersByTimeAsync(80_000)
    await seen
  })
})
