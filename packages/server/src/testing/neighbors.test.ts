import { existsSync, globSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { decision, domain, generatedSpf, scanDocument } from '../db/schema/index.ts'
import { type World, worldOn } from './neighbors.ts'
import { allRows, tablesOf } from './row-changes.ts'
import { onTheStore } from './store.ts'

const ofNoWorkspace = [
  'hosted_zone',
  'identity_jwks',
  'operation',
  'relay_memory',
  'threat_cache',
  'threat_quota',
  'visitor_link',
]

onTheStore('the world of neighbors', kind => {
  const aWorld = worldOn(kind)
  let world: World
  beforeEach(async () => {
    world = await aWorld()
  })

  it('has rows of both workspaces in every table', async () => {
    const tables = await tablesOf(world.db)
    const rows = [...(await allRows(world.db, tables)).values()]
    /** A workspace, what it has at least once, and a user of the sign-in library. */
    const billing = ['billing_customer', 'subscription', 'test_customer']
    const counts = ['finding_count']
    const once = [
      'workspace',
      'identity_user',
      'identity_two_factor',
      'sign_in_memory',
      'sign_in_try',
      'alert_settings',
      'report_identity',
      ...billing,
      ...counts,
    ]
    for (const { name } of tables.filter(({ isOurs }) => isOurs)) {
      const texts = rows.flatMap(({ table, row }) => (table.name === name ? JSON.stringify(world.named(row)) : []))
      const of = (who: string) => texts.filter(text => text.includes(who)).length
      // An installation has one zone, and one key of VirusTotal.
      expect([name, texts.length >= (['hosted_zone', 'threat_quota'].includes(name) ? 1 : 2)]).toEqual([name, true])
      const isOwned = !ofNoWorkspace.includes(name)
      const least = once.includes(name) ? 1 : 2
      if (isOwned) expect([name, of('owner') >= least, of('neighbor') >= least]).toEqual([name, true, true])
    }
  })

  it('lists the rows that a call adds, changes and removes, with their columns', async () => {
    const { db, id, touched, now } = world
    const lines = await touched(async () => {
      await db.insert(domain).values({ workspaceId: id('neighbor'), name: 'new.example', createdAt: now })
      await db
        .update(domain)
        .set({ tags: ['owner', 'shared'], score: null })
        .where(eq(domain.id, id('owner/shared')))
      await db
        .update(scanDocument)
        .set({ body: new Uint8Array([1]) })
        .where(eq(scanDocument.scanId, id('owner/own scan 1')))
      await db.delete(decision).where(eq(decision.domainId, id('neighbor/own')))
    })
    expect(lines).toEqual([
      '+ domain of neighbor',
      '- decision neighbor/own decision on dmarc_missing',
      '- decision neighbor/own decision on spf_missing',
      'domain owner/shared: score, tags',
      'scan_document owner/own scan 1: body',
    ])
  })

  it('detects a change without its where clause', async () => {
    const lines = await world.touched(async () => {
      await world.db.update(generatedSpf).set({ record: 'v=spf1 -all' })
    })
    expect(lines).toEqual(
      ['neighbor/own', 'neighbor/shared', 'owner/own', 'owner/shared'].map(name => `generated_spf ${name}: record`),
    )
  })

  it('shows no row that was changed back, or added and removed again', async () => {
    const { db, id, touched, now } = world
    const ours = eq(domain.id, id('owner/shared'))
    const [shared] = await db.select().from(domain).where(ours)
    const tags = shared?.tags ?? []
    const lines = await touched(async () => {
      await db
        .update(domain)
        .set({ tags: ['other'] })
        .where(ours)
      await db.update(domain).set({ tags }).where(ours)
      await db.insert(domain).values({ workspaceId: id('neighbor'), name: 'new.example', createdAt: now })
      await db.delete(domain).where(eq(domain.name, 'new.example'))
    })
    expect(lines).toEqual([])
  })

  it('shows no row without a change', async () => {
    expect(await world.touched(async () => world.db.select().from(domain))).toEqual([])
  })
})

it('every feature’s store has tests in this world', () => {
  const stores = globSync('features/**/*store.ts', { cwd: new URL('..', import.meta.url).pathname })
  expect(stores.length).toBeGreaterThan(5)
  for (const store of stores) {
    const test = store.replace(/\.ts$/, '.test.ts')
    expect([test, existsSync(new URL(`../${test}`, import.meta.url))]).toEqual([test, true])
  }
})
