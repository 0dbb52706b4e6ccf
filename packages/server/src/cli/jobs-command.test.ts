import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { outbox } from '../db/schema/index.ts'
import { deadLetters } from '../jobs/dead-letters.ts'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { onTheStore } from '../testing/store.ts'
import { operate } from './operate.ts'

onTheStore('waxseal jobs', kind => {
  let deps: TestDeps
  beforeEach(async () => {
    deps = await openTestDeps(kind)
    deps.clock.now = new Date()
  })
  afterEach(() => deps.close())

  const linesOf = async (request: Parameters<typeof operate>[1]) => {
    const reply = await operate(deps, request)
    return reply.ok ? reply.lines : [reply.message]
  }

  /** A run whose handler failed until no attempt was left. */
  async function aFailedJob(
    cause: unknown = new Error('the resolver is away'),
  ): Promise<{ id: string; runId: string }> {
    const runId = randomUUID()
    const before = (await deadLetters(deps.store.db)).length
    await deps.queue.send('scan.run', { runId }, { key: runId })
    await deps.store.db.execute(sql`update jobs.job set retry_limit = 0 where name = 'scan.run'`)
    await deps.queue.work({ 'scan.run': () => Promise.reject(cause) })
    return vi.waitFor(async () => {
      const letters = await deadLetters(deps.store.db)
      expect(letters).toHaveLength(before + 1)
      return { id: letters.find(({ ids }) => ids['runId'] === runId)?.id ?? '', runId }
    })
  }

  it('says that there is nothing to do', async () => {
    expect(await linesOf({ command: 'jobs' })).toEqual(['No jobs are waiting, running or failed.'])
    expect(await operate(deps, { command: 'jobs' })).toMatchObject({
      result: { queues: [], messages: [], failed: [] },
    })
  })

  it('counts what waits and how long, and shows each failed job with its error and the ids of its payload', async () => {
    const { id, runId } = await aFailedJob(new Error('first line\nsecond line \u001b[31m'))
    await deps.queue.send('findings.fill', {})
    deps.clock.pass(5 * 60_000)
    const lines = await linesOf({ command: 'jobs' })
    expect(lines.slice(0, 3)).toEqual([
      'Jobs           waiting  retrying  running  failed  oldest',
      'findings.fill        1         0        0       0   5 min',
      'scan.run             0         0        0       1',
    ])
    expect(lines[4]).toMatch(
      new RegExp(`^${id} {2}scan\\.run {2}failed \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC after 1 attempt$`),
    )
    expect(lines[5]).toBe('  first line\\010second line \\027[31m')
    expect(lines.slice(6)).toEqual([
      `  runId ${runId}`,
      '',
      'Send one again with waxseal jobs retry ID, or delete it with waxseal jobs drop ID.',
    ])
    expect(await operate(deps, { command: 'jobs' })).toMatchObject({
      result: { failed: [{ id, queue: 'scan.run', attempts: 1, ids: { runId } }] },
    })
  })

  it('counts outgoing messages, with the last error of each kind', async () => {
    const at = deps.now()
    const row = { kind: 'mail', payload: {}, nextTryAt: at, createdAt: at }
    await deps.store.db.insert(outbox).values([
      { ...row, state: 'waiting', attempts: 2, lastError: 'connection refused' },
      { ...row, state: 'failed', finishedAt: new Date(at.getTime() + 1_000), lastError: '550 no such user' },
      { ...row, state: 'sent', finishedAt: at },
    ])
    deps.clock.pass(3 * 3_600_000)
    expect((await linesOf({ command: 'jobs' })).slice(2)).toEqual([
      'Messages  waiting  held  sent  kept  failed  oldest',
      'mail            1     0     1     0       1     3 h',
      'Last error of mail: 550 no such user',
    ])
  })

  it('sends a failed job again, which runs like a new one', async () => {
    const { id, runId } = await aFailedJob()
    await deps.queue.stop({ timeoutMs: 1_000 })
    expect(await linesOf({ command: 'jobs.retry', id })).toEqual(['1 job was sent again.'])
    const { rows } = await deps.store.db.execute(sql`select data, state::text from jobs.job where name = 'scan.run'
      and state = 'created'`)
    expect(rows).toEqual([{ data: { runId }, state: 'created' }])
    expect(await deadLetters(deps.store.db)).toEqual([])
    expect(await linesOf({ command: 'jobs.retry', id })).toEqual([
      `There is no failed job with the id ${id}. Run waxseal jobs to see all.`,
    ])
  })

  it('sends all failed jobs again, but none twice when an equal one waits', async () => {
    const first = await aFailedJob()
    await aFailedJob()
    await deps.queue.stop({ timeoutMs: 1_000 })
    const again = { runId: first.runId }
    await deps.store.transaction(tx => deps.queue.send('scan.run', again, { tx, key: first.runId }))
    for (const attempt of ['1 job was sent again.', '0 jobs were sent again.']) {
      expect(await linesOf({ command: 'jobs.retry' })).toEqual([
        attempt,
        '1 stay failed, because an equal job already waits.',
      ])
    }
    expect(await deadLetters(deps.store.db)).toMatchObject([{ id: first.id }])
    await deps.store.db.execute(sql`delete from jobs.job where name = 'scan.run'`)
    expect(await linesOf({ command: 'jobs.retry', id: first.id })).toEqual(['1 job was sent again.'])
  })

  it('deletes a failed job, and only that one', async () => {
    const { id } = await aFailedJob()
    const other = await aFailedJob()
    expect(await linesOf({ command: 'jobs.drop', id })).toEqual([`Deleted the failed job ${id}.`])
    expect(await deadLetters(deps.store.db)).toMatchObject([{ id: other.id }])
    for (const unknown of [id, 'no uuid', "' or true"]) {
      expect(await linesOf({ command: 'jobs.drop', id: unknown })).toEqual([
        `There is no failed job with the id ${unknown}. Run waxseal jobs to see all.`,
      ])
    }
  })
})
