import type { Section } from '@waxseal/core/check'
import { opinion } from '@waxseal/core/fixtures/threat'
import type { ThreatValue } from '@waxseal/core/threat'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Deps } from '../../deps.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aScanResult, type Owner } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { aThreatSection } from '../../testing/threat.ts'
import { countUp, used } from '../usage/store.ts'
import { runScan } from './run-scan.ts'
import { startScan } from './start-scan.ts'
import { claimRun } from './store.ts'
import { takeThreatLookup } from './threat-quota.ts'

const forever = new AbortController().signal

const answered = aThreatSection(opinion())
const silent: Section<ThreatValue> = { ran: false, reason: 'timeout', evidence: [] }
const noOpinion = aThreatSection(opinion({ says: 'unknown' }))

/** A scan that asks for permission as a real one does; `took` gets the answer. */
function scanThat(section: Section<ThreatValue>, took: (room: boolean) => void = () => {}): Deps['scan'] {
  return async ({ name, takeThreatLookup: take }) => {
    const room = await take()
    took(room)
    const limited: Section<ThreatValue> = { ran: false, reason: 'rate-limited', evidence: [] }
    const result = aScanResult({ name })
    return { ...result, sections: { ...result.sections, threat: room ? section : limited } }
  }
}

onTheStore("the day's threat look-ups", kind => {
  let deps: TestDeps
  let owner: Owner
  let domainId: string
  beforeAll(async () => {
    deps = await openTestDeps(kind, { connections: 5 })
  })
  beforeEach(async () => {
    deps.clock.now = new Date('2026-11-20T09:00:00Z')
    owner = await anOwner(deps.store, { tier: 'pro' })
    domainId = (await aDomain(deps.store, owner)).id
  })
  afterAll(() => deps.close())

  const counted = (period = '2026-11-20') =>
    used(deps.store.db, { workspaceId: owner.workspace.id, kind: 'threat', period })
  const useUp = (n: number) =>
    deps.store.transaction(async tx => {
      for (let at = 0; at < n; at++)
        await countUp(tx, { workspaceId: owner.workspace.id, kind: 'threat', period: '2026-11-20' })
    })
  const scanned = async (scan: Deps['scan'], by = owner, of = domainId) => {
    const runId = await startScan(deps, by, of)
    await runScan({ ...deps, scan }, runId, forever)
  }

  it('are counted once for a scan that asked a source', async () => {
    await scanned(scanThat(answered))
    expect(await counted()).toBe(1)
    await scanned(scanThat(answered))
    expect(await counted()).toBe(2)
  })

  it('are not counted for a scan that asked no source', async () => {
    await scanned(async ({ name }) => aScanResult({ name }))
    expect(await counted()).toBe(0)
  })

  it.each([
    ['no source answered', silent],
    ['no source had an opinion', noOpinion],
  ])('are returned when %s', async (_, section) => {
    await scanned(scanThat(section))
    expect(await counted()).toBe(0)
  })

  it('are returned when the scan fails', async () => {
    await scanned(async ({ takeThreatLookup: take }) => {
      await take()
      throw new Error('broke')
    })
    expect(await counted()).toBe(0)
  })

  it('end at the plan’s limit: 10 for Starter, and the eleventh scan asks no source', async () => {
    const starter = { ...owner, workspace: { ...owner.workspace, tier: 'free' as const } }
    await useUp(9)
    const took: boolean[] = []
    await scanned(
      scanThat(answered, room => took.push(room)),
      starter,
    )
    await scanned(
      scanThat(answered, room => took.push(room)),
      starter,
    )
    expect(took).toEqual([true, false])
    expect(await counted()).toBe(10)
  })

  it('of Business are 1,000, or what the operator sets', async () => {
    const business = { ...owner, workspace: { ...owner.workspace, tier: 'business' as const } }
    const took: boolean[] = []
    const scan = scanThat(answered, room => took.push(room))
    const runId = await startScan(deps, business, domainId)
    await useUp(2)
    await runScan({ ...deps, env: { ...deps.env, threatLookupsBusiness: 2 }, scan }, runId, forever)
    await scanned(scan, business)
    expect(took).toEqual([false, true])
  })

  it('reset at midnight UTC; a returned lookup counts for the day that used it', async () => {
    deps.clock.now = new Date('2026-11-20T23:59:59Z')
    await scanned(async input => {
      const result = await scanThat(silent)(input)
      deps.clock.now = new Date('2026-11-21T00:00:05Z')
      return result
    })
    expect([await counted(), await counted('2026-11-21')]).toEqual([0, 0])
    await scanned(scanThat(answered))
    expect([await counted(), await counted('2026-11-21')]).toEqual([0, 1])
  })

  it('are counted once for a run that is resumed after its worker died', async () => {
    const runId = await startScan(deps, owner, domainId)
    const dead = await claimRun(deps.store.db, runId, deps.now(), 30_000)
    if (dead === undefined) throw new Error('a new run could not be claimed')
    expect(await takeThreatLookup(deps, dead)).toBe(true)
    deps.clock.pass(31_000)
    await runScan({ ...deps, scan: scanThat(answered) }, runId, forever)
    expect(await counted()).toBe(1)
  })

  it('cannot be exceeded by simultaneous scans', async () => {
    await useUp(248)
    const domains = await Promise.all([1, 2, 3, 4].map(() => aDomain(deps.store, owner)))
    const took: boolean[] = []
    await Promise.all(
      domains.map(({ id }) =>
        scanned(
          scanThat(answered, room => took.push(room)),
          owner,
          id,
        ),
      ),
    )
    expect(took).toHaveLength(4)
    expect(took.filter(room => room)).toHaveLength(2)
    expect(await counted()).toBe(250)
  })
})
