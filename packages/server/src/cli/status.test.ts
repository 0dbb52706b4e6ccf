import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteOperation } from '../db/operations.ts'
import { openParts } from '../metrics/parts.ts'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { onBothStores } from '../testing/store.ts'
import { statusOf } from './status.ts'

onBothStores('waxseal status', kind => {
  let deps: TestDeps
  beforeEach(async () => {
    deps = await openTestDeps(kind)
    deps.build = { version: '0.1.0', commit: '0123456789ab', schema: '0018_dns-changes', node: 'v24.1.0' }
    deps.parts = openParts({ ...deps, env: { dataDir: tmpdir() }, askResolver: async () => 'timeout' })
    await deps.store.db.execute(sql`update jobs.queue set monitor_claim_on = ${deps.now().toISOString()}`)
  })
  afterEach(() => deps.close())

  it('shows the program, its parts, its jobs and the last backup', async () => {
    await deps.queue.send('scan.run', { runId: randomUUID() })
    await noteOperation(deps.store.db, 'backup', new Date('2026-11-20T03:15:00Z'), { bytes: 12_345_678 })
    deps.clock.pass(40_000)
    const reply = await statusOf(deps)
    const lines = reply.ok ? reply.lines : []
    expect(lines.map(line => line.replace(/up \d+ \w+/, 'up 5 s'))).toEqual([
      'Version:  0.1.0 (0123456789ab), schema 0018_dns-changes, Node v24.1.0',
      `Process:  role all, ${kind === 'pglite' ? 'embedded database' : 'PostgreSQL'}, up 5 s`,
      'Store:    ok, 0 s ago',
      'Disk:     ok, 0 s ago',
      'Worker:   ok, 40 s ago',
      'Resolver: failed, 0 s ago: timeout',
      'Mail:     off (SMTP_URL is not set)',
      'Clock:    ok, 0 s ago',
      'Jobs:     1 waiting, 0 retrying, 0 running, 0 failed',
      'Messages: 0 waiting, 0 failed',
      'Backup:   6 h ago, 12.3 MB',
    ])
    expect(reply).toMatchObject({
      result: {
        status: 'ready',
        version: '0.1.0',
        commit: '0123456789ab',
        role: 'all',
        store: kind === 'pglite' ? 'embedded' : 'postgres',
        parts: {
          worker: { state: 'ok', at: '2026-11-20T09:00:00.000Z', reason: null },
          resolver: { state: 'failed', reason: 'timeout' },
          mail: { state: 'off', at: null, reason: null },
        },
        jobs: { waiting: 1, retrying: 0, running: 0, failed: 0 },
        messages: { waiting: 0, failed: 0 },
        last_backup: { at: '2026-11-20T03:15:00.000Z', bytes: 12_345_678 },
      },
    })
  })

  it('reports no counts of a database that does not answer', async () => {
    const ping = vi.spyOn(deps.store, 'ping').mockRejectedValue(new Error('connection refused'))
    const reply = await statusOf(deps)
    ping.mockRestore()
    expect(reply).toMatchObject({
      result: {
        status: 'not ready',
        parts: { store: { state: 'failed', reason: 'connection refused' }, worker: { state: 'unknown' } },
        jobs: null,
        messages: null,
        last_backup: null,
      },
    })
    expect(reply.ok && reply.lines.some(line => line.startsWith('Jobs'))).toBe(false)
  })
})
