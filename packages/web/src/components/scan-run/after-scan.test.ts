import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { domainsQuery, keys, resultsQuery, type ScanReply } from '../../lib/queries.ts'
import { createQueryClient } from '../../lib/query.ts'
import { afterScan } from './after-scan.ts'

const before = '2026-11-20T12:00:00.000Z'
const scan = { domain_name: 'example.com', health_score: 80, finished_at: '2026-11-20T13:00:00.000Z' } as ScanReply

let seen: string[]

beforeEach(() => {
  seen = []
  registerTokenGetter(() => Promise.resolve('t'))
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', (path: string) => {
    seen.push(path)
    if (path === '/api/domains') return Promise.resolve(Response.json([{ id: 'd1', last_scan: scan.finished_at }]))
    if (path === '/api/diagnostics/results/d1') return Promise.resolve(Response.json(scan))
    return Promise.resolve(Response.json({}, { status: 404 }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A client with a list and a report on screen, in their state before the scan. */
function openReport() {
  const client = createQueryClient()
  client.setQueryData(domainsQuery.queryKey, [])
  client.setQueryData(resultsQuery('d1', before).queryKey, { ...scan, finished_at: before })
  for (const options of [domainsQuery, resultsQuery('d1', before)]) {
    new QueryObserver(client, options as never).subscribe(() => {})
  }
  return client
}

describe('after a scan', () => {
  it('uses the streamed result as the report, and does not fetch it again', async () => {
    const client = openReport()
    await afterScan(client, 'd1', scan)
    expect(client.getQueryData(resultsQuery('d1', scan.finished_at).queryKey)).toEqual(scan)
    expect(client.getQueryData(resultsQuery('d1', before).queryKey)).toEqual(scan)
    expect(seen).toEqual(['/api/domains'])
  })

  it('without a result, loads the stored one', async () => {
    await afterScan(openReport(), 'd1', null)
    expect(seen).toEqual(['/api/domains', '/api/diagnostics/results/d1'])
  })

  it('reloads the quota, the dashboard and the confirmed selectors when they are next shown', async () => {
    const client = openReport()
    const others = [keys.usage, keys.dashboard, keys.selectors('d1')]
    for (const key of others) client.setQueryData(key, {})
    await afterScan(client, 'd1', scan)
    expect(others.map(key => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true])
  })
})
