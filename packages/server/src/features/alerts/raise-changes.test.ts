import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { alert, dnsChange, type domain } from '../../db/schema/index.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, type Owner } from '../../testing/factories.ts'
import { sampleOf } from '../../testing/scrape.ts'
import { onTheStore } from '../../testing/store.ts'
import { alertHandlers } from './jobs.ts'

const hour = 3_600_000
const start = new Date('2026-11-20T09:00:00Z')

type Change = Partial<typeof dnsChange.$inferInsert>

onTheStore('alerts of DNS changes', kind => {
  let deps: TestDeps
  let owner: Owner
  let about: typeof domain.$inferSelect
  beforeAll(async () => {
    deps = await openTestDeps(kind, { connections: 5 })
  })
  beforeEach(async () => {
    deps.clock.now = start
    owner = await anOwner(deps.store, { tier: 'pro' })
    about = await aDomain(deps.store, owner)
  })
  afterAll(() => deps.close())

  const raise = (event: { domainId: string; changeIds: string[] }) =>
    alertHandlers(deps)['dns.changed/raise-alerts'](event)
  /** Stores changes as a check that ends now does, and returns their event. */
  const changed = async (...changes: Change[]) => {
    deps.clock.pass(6 * hour)
    const rows = await deps.store.db
      .insert(dnsChange)
      .values(
        changes.map(change => ({
          workspaceId: about.workspaceId,
          domainId: about.id,
          changeType: 'mx_modified',
          severity: 'warning' as const,
          description: 'MX record of mx1.example.com removed',
          oldValue: ['10 mx1.example.com', '10 mx2.example.com'],
          newValue: ['10 mx2.example.com'],
          part: 'mx',
          fingerprint: crypto.randomUUID(),
          foundAt: deps.clock.now,
          ...change,
        })),
      )
      .returning({ id: dnsChange.id })
    return { domainId: about.id, changeIds: rows.map(({ id }) => id) }
  }
  const sent = async () => {
    const rows = await deps.store.db
      .select()
      .from(alert)
      .where(eq(alert.workspaceId, owner.workspace.id))
      .orderBy(alert.at)
    return rows.map(({ state, type, severity, description }) => `${state} ${type} ${severity}: ${description}`)
  }
  const removed = 'raised dns_mx_change warning: MX record of mx1.example.com removed'

  it('are raised once, however often and wherever the event comes', async () => {
    const event = await changed({})
    await Promise.all([raise(event), raise(event)])
    await raise(event)
    expect(await sent()).toEqual([removed])
    const counted = { type: 'dns_mx_change', state: 'raised' }
    expect(sampleOf(await deps.metrics.registry.metrics(), 'waxseal_alerts_total', counted)).toBe(1)
  })

  it('of a weaker DMARC policy are a DMARC failure, and of little weight none', async () => {
    const event = await changed(
      {
        changeType: 'dmarc_modified',
        severity: 'critical',
        description: 'DMARC policy weakened from reject to none',
        oldValue: 'v=DMARC1; p=reject',
        newValue: 'v=DMARC1; p=none',
        part: 'dmarc',
      },
      { changeType: 'a_modified', severity: 'info', description: 'A record changed', part: 'a' },
    )
    await raise(event)
    expect(await sent()).toEqual(['raised dmarc_fail critical: DMARC policy weakened from reject to none'])
  })

  it('are resolved when the records are as before', async () => {
    await raise(await changed({}))
    const back = { oldValue: ['10 mx2.example.com'], newValue: ['10 mx1.example.com', '10 mx2.example.com'] }
    await raise(await changed({ ...back, description: 'MX record of mx1.example.com added' }))
    expect(await sent()).toEqual([removed, 'resolved dns_mx_change info: MX record of mx1.example.com removed'])
  })

  it('are raised again when the records that replaced the lost ones are lost too', async () => {
    const gone = { changeType: 'mx_removed', severity: 'critical' as const, description: 'All mail servers removed' }
    const published = { changeType: 'mx_added', severity: 'info' as const, newValue: ['10 mx.new.example'] }
    await raise(await changed({ ...gone, oldValue: ['10 mx1.example.com'], newValue: null }))
    await raise(await changed({ ...published, oldValue: null }))
    deps.clock.pass(40 * 24 * hour)
    const again = await changed({ ...gone, oldValue: ['10 mx.new.example'], newValue: null })
    await raise(again)
    await raise(again)
    expect(await sent()).toEqual(Array(2).fill('raised dns_mx_change critical: All mail servers removed'))
  })

  it('are raised when a weak DMARC policy that people know of is removed', async () => {
    const dmarc = { changeType: 'dmarc_modified', severity: 'critical' as const, part: 'dmarc' }
    const [reject, none] = ['v=DMARC1; p=reject', 'v=DMARC1; p=none']
    const weakened = { ...dmarc, description: 'DMARC policy weakened from reject to none' }
    await raise(await changed({ ...weakened, oldValue: reject, newValue: none }))
    const removed = { ...dmarc, description: 'DMARC record removed, the policy was none' }
    await raise(await changed({ ...removed, oldValue: none, newValue: null }))
    expect(await sent()).toEqual([
      'raised dmarc_fail critical: DMARC policy weakened from reject to none',
      'raised dmarc_fail critical: DMARC record removed, the policy was none',
    ])
  })

  it('raise nothing when the event of a resolved one, or of its end, comes again', async () => {
    const lost = await changed({ severity: 'critical' })
    await raise(lost)
    const values = { oldValue: ['10 mx2.example.com'], newValue: ['10 mx1.example.com', '10 mx2.example.com'] }
    const back = await changed({ ...values, severity: 'critical' })
    for (const event of [back, lost, back]) await raise(event)
    expect((await sent()).map(line => line.split(' ')[0])).toEqual(['raised', 'resolved'])
  })

  it('are not raised of changes of another domain', async () => {
    const { changeIds } = await changed({})
    const other = await aDomain(deps.store, await anOwner(deps.store, { tier: 'pro' }))
    await raise({ domainId: other.id, changeIds })
    expect(await deps.store.db.select().from(alert).where(eq(alert.domainId, other.id))).toEqual([])
    expect(await sent()).toEqual([])
  })

  it('are not raised on Starter', async () => {
    owner = await anOwner(deps.store, { tier: 'free' })
    about = await aDomain(deps.store, owner)
    await raise(await changed({}))
    expect(await sent()).toEqual([])
  })
})
