import { opinion } from '@waxseal/core/fixtures/threat'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { usageCounter } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { actorOf, aScanResult } from '../../testing/factories.ts'
import { type World, worldIn } from '../../testing/neighbors.ts'
import { onTheStore } from '../../testing/store.ts'
import { aThreatSection } from '../../testing/threat.ts'
import { addDomains } from '../domains/add-domains.ts'
import { takeUpScans } from './jobs.ts'
import { runScan } from './run-scan.ts'
import { startScan } from './start-scan.ts'

const forever = new AbortController().signal
const failing: Deps['scan'] = () => Promise.reject(new Error('a bug'))

/** A scan with or without permission for threat lookups, which misses a selector that it once confirmed. */
const threatening =
  (may: boolean): Deps['scan'] =>
  async ({ name, takeThreatLookup }) => {
    expect(await takeThreatLookup()).toBe(may)
    const result = aScanResult({ name })
    const { dkim } = result.sections
    if (!dkim.ran) throw new Error('the factory checked DKIM')
    const changed = { dkim: { ...dkim, value: { ...dkim.value, missing: ['k2'] } }, threat: aThreatSection(opinion()) }
    return { ...result, sections: { ...result.sections, ...changed } }
  }

/** Sets the owner's number of used threat lookups of the day. */
const countThreats = async ({ db, id }: World, n: number) =>
  db
    .update(usageCounter)
    .set({ n })
    .where(and(eq(usageCounter.workspaceId, id('owner')), eq(usageCounter.kind, 'threat')))

onTheStore('a scan beside those of others', kind => {
  let deps: TestDeps
  let world: World
  beforeAll(async () => {
    deps = await openTestDeps(kind)
  })
  beforeEach(async () => {
    world = await worldIn(deps.store)
    deps.clock.now = world.now
  })
  afterAll(() => deps.close())

  it('scans its own domain, with that domain’s last result and selectors', async () => {
    const scan = vi.fn(deps.scan)
    for (const name of ['owner/shared', 'neighbor/shared']) {
      await runScan({ ...deps, scan }, world.id(`${name} run open`), forever)
    }
    deps.clock.pass(3_600_000)
    for (const name of ['owner/own', 'neighbor/own']) {
      await runScan({ ...deps, scan }, world.id(`${name} run open`), forever)
    }
    expect(scan.mock.calls.map(([input]) => [input.name, input.previous?.name, input.previous?.score])).toEqual([
      ['shared.example', 'shared.example', 63],
      ['shared.example', 'shared.example', 73],
      ['owner.example', 'owner.example', null],
      ['neighbor.example', 'neighbor.example', null],
    ])
    expect(scan.mock.calls.map(([input]) => [input.selectors, input.confirmedSelectors])).toEqual(
      Array.from({ length: 4 }, () => [
        ['s1', 's2'],
        ['k1', 'k2'],
      ]),
    )
  })

  it('changes only rows of its own run, domain, selectors and lookups', async () => {
    const scan = threatening(true)
    const run = () => runScan({ ...deps, scan }, world.id('owner/shared run open'), forever)
    expect(await world.touched(run)).toEqual([
      '+ job scan.completed/keep-findings of owner/shared',
      '+ job scan.completed/prune-documents of owner/shared',
      '+ job scan.completed/raise-alerts of owner/shared',
      '+ scan of owner/shared owner/shared run open owner',
      '+ scan_document of owner/shared',
      '- dkim_selector owner/shared k2',
      'domain owner/shared: auth_status, auth_text, badges, blacklist_count, issues, last_scan_at, mx_count, score, scored_at',
      'scan_run owner/shared run open: attempts, finished_at, started_at, state, threat_day',
      'usage_counter owner threat 2026-11-20: n',
    ])
  })

  it('uses no threat lookup when none is left', async () => {
    await countThreats(world, 300)
    const scan = threatening(false)
    const run = () => runScan({ ...deps, scan }, world.id('owner/shared run open'), forever)
    const counters = (await world.touched(run)).filter(line => /^usage_counter|^scan_run/.test(line))
    expect(counters).toEqual(['scan_run owner/shared run open: attempts, finished_at, started_at, state'])
  })

  it('returns one scan to its workspace when it fails', async () => {
    const run = () => runScan({ ...deps, scan: failing }, world.id('owner/shared run open'), forever)
    expect(await world.touched(run)).toEqual([
      'scan_run owner/shared run open: attempts, finished_at, started_at, state',
      'usage_counter owner scan 2026-11: n',
    ])
  })

  it('counts once for its workspace when it starts, and sends one job', async () => {
    const owner = await actorOf(deps, 'user of owner')
    const { added } = await addDomains(deps, owner, 'new.example, newer.example')
    for (const { id, name } of added) {
      expect(await world.touched(() => startScan(deps, owner, id))).toEqual([
        '+ job scan.run',
        `+ rate_limit scans of ${name}`,
        `+ rate_limit scans of ${name} by owner`,
        '+ scan_run of owner',
        'usage_counter owner scan 2026-11: n',
      ])
    }
  })

  it('joins the running scan of its own domain', async () => {
    const owner = await actorOf(deps, 'user of owner')
    const join = () => startScan(deps, owner, world.id('owner/shared'))
    expect(world.named(await join())).toBe('owner/shared run open')
    expect(await world.touched(join)).toEqual([])
  })

  it('is sent again when no worker seems to run it', async () => {
    deps.clock.pass(86_400_000)
    expect(await world.touched(() => takeUpScans(deps, deps.now()))).toEqual(
      ['neighbor/own', 'neighbor/shared', 'owner/own', 'owner/shared'].map(
        name => `+ job scan.run of ${name} run open`,
      ),
    )
  })
})
