import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { outbox } from '../db/schema/index.ts'
import type { Deps } from '../deps.ts'
import { alertDeliverers } from '../features/alerts/deliver.ts'
import { type Mail, MailRefused } from '../ports.ts'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { anOwner } from '../testing/factories.ts'
import { type World, worldIn } from '../testing/neighbors.ts'
import { onTheStore } from '../testing/store.ts'
import { type Deliverers, deliverersOf } from './deliverers.ts'
import { deliverDue, enqueue, outboxHandlers, periodicOutboxTasks } from './outbox.ts'

const neverStops = new AbortController().signal

const mail: Mail = { to: 'alex@example.org', subject: 'Your report', text: 'It is ready.' }
/** Delivers what is due with the deliverers of the program. */
const deliverMail = (deps: Deps) => deliverDue(deps, deliverersOf(deps))
/** The deliverers of the program. */
const all = (deps: Deps) => ({ ...deliverersOf(deps), ...alertDeliverers(deps) })
const minutes = (n: number) => n * 60_000

onTheStore('the outbox', kind => {
  let deps: TestDeps
  beforeAll(async () => {
    deps = await openTestDeps(kind, { connections: 5 })
  })
  beforeEach(async () => {
    await deps.store.db.delete(outbox)
    deps.mails.length = 0
    deps.clock.now = new Date('2026-11-20T09:00:00Z')
  })
  afterAll(() => deps.close())

  const rows = () => deps.store.db.select().from(outbox).orderBy(outbox.createdAt)
  const states = async () =>
    (await rows()).map(({ state, attempts, payload }) => `${Object.values(payload)[0]}: ${state} ${attempts}`).sort()
  const enqueueMail = (subject = mail.subject) =>
    deps.store.transaction(tx => enqueue(deps, tx, { kind: 'mail', payload: { ...mail, subject } }))

  it('sends no message of a transaction that was rolled back', async () => {
    const owner = await anOwner(deps.store)
    const attempt = deps.store.transaction(async tx => {
      await enqueue(deps, tx, { kind: 'mail', payload: mail }, { workspaceId: owner.workspace.id })
      throw new Error('rolled back')
    })
    await expect(attempt).rejects.toThrow('rolled back')
    await deliverMail(deps)
    expect(deps.mails).toEqual([])
    expect(await rows()).toEqual([])
  })

  it('tries again after half a minute, a minute, two, … and gives up after the twelfth attempt', async () => {
    const send = vi.fn(async () => {
      throw new Error('450 try later')
    })
    const failing = { ...deps, mail: { kind: 'smtp' as const, send } }
    await enqueueMail()
    await deliverMail(failing)
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, lastError: '450 try later' }])

    deps.clock.pass(29_999)
    await deliverMail(failing)
    expect(send).toHaveBeenCalledTimes(1)
    deps.clock.pass(1)
    await deliverMail(failing)
    expect(send).toHaveBeenCalledTimes(2)
    deps.clock.pass(minutes(1))
    await deliverMail(failing)
    expect(send).toHaveBeenCalledTimes(3)

    for (let attempt = 4; attempt <= 12; attempt++) {
      deps.clock.pass(minutes(360))
      await deliverMail(failing)
    }
    expect(send).toHaveBeenCalledTimes(12)
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 12 }])
    deps.clock.pass(minutes(360))
    await deliverMail(failing)
    expect(send).toHaveBeenCalledTimes(12)
  })

  it('does not retry a permanent refusal', async () => {
    const refused = new MailRefused('550 no such mailbox', { isFinal: true })
    const refusing = { ...deps, mail: { kind: 'smtp' as const, send: () => Promise.reject(refused) } }
    await enqueueMail()
    await deliverMail(refusing)
    expect(await rows()).toMatchObject([{ state: 'failed', attempts: 1, lastError: '550 no such mailbox' }])
  })

  it('keeps mail readable without a transport', async () => {
    await enqueueMail()
    await deliverMail({ ...deps, mail: { kind: 'outbox', send: () => Promise.reject(new Error('never called')) } })
    expect(await rows()).toMatchObject([{ state: 'kept', payload: mail }])
  })

  it('gives every mail to one of two processes that deliver at the same time', async () => {
    for (let n = 0; n < 45; n++) await enqueueMail(`mail ${n}`)
    await Promise.all([deliverMail(deps), deliverMail(deps)])
    expect(deps.mails.map(sent => sent.subject).sort()).toEqual([...Array(45).keys()].map(n => `mail ${n}`).sort())
  })

  it('takes over a mail five minutes after its process died while sending', async () => {
    await enqueueMail()
    const stuck = deliverMail({ ...deps, mail: { kind: 'smtp', send: () => new Promise(() => {}) } })
    void stuck
    await vi.waitFor(async () => {
      const [claimed] = await rows()
      expect(claimed?.claimedUntil?.getTime()).toBe(deps.clock.now.getTime() + minutes(5))
    })
    await deliverMail(deps)
    expect(deps.mails).toEqual([])
    deps.clock.pass(minutes(5))
    await deliverMail(deps)
    expect(deps.mails).toEqual([mail])
  })

  it('keeps a mail for the process that sends it, however long its server takes', async () => {
    await enqueueMail()
    const sending = Promise.withResolvers<string>()
    const slow = { ...deps, mail: { kind: 'smtp' as const, send: () => sending.promise } }
    const delivered = deliverDue(slow, deliverersOf(slow), neverStops, 1_500)
    const claimedUntil = async () => (await rows())[0]?.claimedUntil?.getTime()
    // Each time the clock goes on within the claim, and the process moves the claim on.
    for (let n = 0; n < 3; n++) {
      await vi.waitFor(async () => expect(await claimedUntil()).toBe(deps.clock.now.getTime() + 1_500))
      await deliverMail(deps)
      deps.clock.pass(1_000)
    }
    sending.resolve('250 OK')
    await delivered
    expect(deps.mails).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1, claimedUntil: null }])
  })

  it('deletes sent mail after 90 days, and never mail that still waits', async () => {
    await enqueueMail('sent')
    await deliverMail(deps)
    await enqueueMail('waiting')
    await deps.store.db
      .update(outbox)
      .set({ nextTryAt: new Date('2028-01-01T00:00:00Z') })
      .where(eq(outbox.state, 'waiting'))
    deps.clock.pass(91 * 86_400_000)
    for (const task of periodicOutboxTasks(deps, all(deps))) await task.run(deps.clock.now, neverStops)
    expect(await rows()).toMatchObject([{ payload: { subject: 'waiting' } }])
  })

  it('delivers each kind by its own transport, with its own retries and refusals, without delaying other kinds', async () => {
    const posted: string[] = []
    const notes: Deliverers<{ mail: Mail; note: { text: string } }> = {
      mail: { deliver: null, isRefusal: () => false, attemptsMax: 1, waitMs: () => 0 },
      note: {
        deliver: async ({ text }) => {
          if (text !== 'fine') throw new Error(text)
          posted.push(text)
        },
        isRefusal: cause => cause instanceof Error && cause.message === '410 gone',
        attemptsMax: 2,
        waitMs: () => 1_000,
      },
    }
    const aNote = (text: string) => {
      const at = deps.clock.now
      const row = { kind: 'note', payload: { text }, state: 'waiting' as const, nextTryAt: at, createdAt: at }
      return deps.store.db.insert(outbox).values(row)
    }
    for (const text of ['fine', '410 gone', '503 busy']) await aNote(text)
    await enqueueMail()

    await deliverMail(deps)
    expect(await states()).toContain('fine: waiting 0')
    expect(deps.mails).toEqual([mail])

    await enqueueMail('second')
    await deliverDue(deps, notes)
    expect(posted).toEqual(['fine'])
    expect(await states()).toEqual([
      '410 gone: failed 1',
      '503 busy: waiting 1',
      'alex@example.org: kept 0',
      'alex@example.org: sent 1',
      'fine: sent 1',
    ])
    deps.clock.pass(1_000)
    await deliverDue(deps, notes)
    expect(await states()).toContain('503 busy: failed 2')
  })

  // The last one: from here on a worker delivers whatever comes.
  it('delivers a mail once its transaction has committed', async () => {
    await deps.queue.work(outboxHandlers(deps, all(deps)))
    await enqueueMail()
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1 }]))
    expect(deps.mails).toEqual([mail])
  })
})

const refuseNeighbor = async ({ to }: Mail) => {
  if (to === 'neighbor@example.org') throw new Error('450 try later')
  return '250 ok'
}

onTheStore('the outbox of several accounts', kind => {
  let deps: TestDeps
  let world: World
  beforeAll(async () => {
    deps = await openTestDeps(kind)
  })
  beforeEach(async () => {
    deps.mails.length = 0
    world = await worldIn(deps.store)
    deps.clock.now = world.now
  })
  afterAll(() => deps.close())

  it('delivers due mail, and records the outcome of each', async () => {
    const changes = await world.touched(() => deliverMail({ ...deps, mail: { kind: 'smtp', send: refuseNeighbor } }))
    expect(changes).toEqual([
      'outbox neighbor mail due: attempts, last_error, next_try_at',
      'outbox owner mail due: attempts, finished_at, next_try_at, state',
    ])
  })

  it('keeps due mail without a transport', async () => {
    const changes = await world.touched(() => deliverMail({ ...deps, mail: { kind: 'outbox', send: async () => '' } }))
    expect(changes).toEqual([
      'outbox neighbor mail due: finished_at, next_try_at, state',
      'outbox owner mail due: finished_at, next_try_at, state',
    ])
  })

  it('delivers the oldest twenty first', async () => {
    await deps.store.db.delete(outbox)
    const waiting = Array.from({ length: 30 }, (_, n) => {
      const at = new Date(world.now.getTime() - minutes(n))
      const payload = { ...mail, subject: `waiting for ${n}` }
      return { kind: 'mail' as const, payload, state: 'waiting' as const, nextTryAt: at, createdAt: at }
    })
    await deps.store.db.insert(outbox).values(waiting)
    await deliverDue(deps, deliverersOf(deps), AbortSignal.abort())
    const oldest = Array.from({ length: 20 }, (_, n) => `waiting for ${n + 10}`)
    expect(deps.mails.map(sent => sent.subject).sort()).toEqual(oldest)
  })

  it('stores a mail with the workspace it belongs to', async () => {
    const workspaceId = world.id('owner')
    const enqueueMail = () =>
      deps.store.transaction(tx => enqueue(deps, tx, { kind: 'mail', payload: mail }, { workspaceId }))
    expect(await world.touched(enqueueMail)).toEqual(['+ job outbox.deliver', '+ outbox of owner'])
  })

  it('deletes mail that was sent or failed long ago, and nothing that was sent yesterday or still waits', async () => {
    const [, forget] = periodicOutboxTasks(deps, all(deps))
    expect(await world.touched(async () => forget?.run(world.now, neverStops))).toEqual([
      '- outbox neighbor mail failed long ago',
      '- outbox neighbor mail sent long ago',
      '- outbox owner mail failed long ago',
      '- outbox owner mail sent long ago',
    ])
  })
})
