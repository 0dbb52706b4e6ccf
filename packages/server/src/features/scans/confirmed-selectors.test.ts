import type { DkimKey, DkimValue } from '@waxseal/core/dkim'
import type { ScanResult } from '@waxseal/core/health'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Deps } from '../../deps.ts'
import { openTestDeps, type TestDeps } from '../../testing/deps.ts'
import { aDomain, anOwner, aScanResult, type Owner } from '../../testing/factories.ts'
import { onTheStore } from '../../testing/store.ts'
import { insertSelector, selectorsOf } from '../domains/selector-store.ts'
import { removeDomain } from '../domains/store.ts'
import { runScan } from './run-scan.ts'
import { startScan } from './start-scan.ts'
import { claimRun } from './store.ts'

const forever = new AbortController().signal

function aKey(selector: string, state: DkimKey['state']): DkimKey {
  return {
    selector,
    hostname: `${selector}._domainkey.example.com`,
    source: 'catalogue',
    cnames: [],
    provider: null,
    record: 'v=DKIM1; p=MIIB',
    state,
    keyType: 'rsa',
    keyBits: 2048,
    publicKey: 'MIIB',
    revoked: state === 'revoked',
    testing: false,
    errors: [],
    warnings: [],
  }
}

/** A scan that found these keys. */
function found(changes: Partial<DkimValue>): Deps['scan'] {
  return async ({ name }) => {
    const result = aScanResult({ name })
    const { dkim } = result.sections
    if (!dkim.ran) throw new Error('the factory checked DKIM')
    const value: DkimValue = { ...dkim.value, state: 'found', ...changes }
    return { ...result, sections: { ...result.sections, dkim: { ...dkim, value } } }
  }
}

const rotated = (n: number) => found({ keys: [aKey(`m${String(n).padStart(2, '0')}`, 'working')] })

onTheStore('the DKIM selectors a scan confirmed', kind => {
  let deps: TestDeps
  let owner: Owner
  let domainId: string
  beforeAll(async () => {
    deps = await openTestDeps(kind)
  })
  beforeEach(async () => {
    owner = await anOwner(deps.store, { tier: 'pro' })
    domainId = (await aDomain(deps.store, owner)).id
  })
  afterAll(() => deps.close())

  const scanned = async (scan: Deps['scan']): Promise<void> =>
    runScan({ ...deps, scan }, await startScan(deps, owner, domainId), forever)
  const kept = async () =>
    (await selectorsOf(deps.store.db, domainId)).map(({ selector, source }) => `${selector}: ${source}`)

  it('are stored with the scan if their key works, however weak; revoked and broken ones are not', async () => {
    await scanned(
      found({ keys: [aKey('s1', 'working'), aKey('old', 'weak'), aKey('s2', 'revoked'), aKey('s3', 'broken')] }),
    )
    expect(await kept()).toEqual(['old: confirmed', 's1: confirmed'])
  })

  it('are looked up by the next scan, beside those that the owner added', async () => {
    const added = { domainId, selector: 'mine', source: 'user', addedAt: deps.now(), author: null } as const
    await deps.store.transaction(tx => insertSelector(tx, added))
    await scanned(found({ keys: [aKey('mine', 'working'), aKey('s1', 'working')] }))
    expect(await kept()).toEqual(['mine: user', 's1: confirmed'])
    const next = vi.fn(deps.scan)
    await scanned(next)
    expect(next.mock.calls[0]?.[0]).toMatchObject({ selectors: ['mine'], confirmedSelectors: ['s1'] })
  })

  it('stay when a later scan does not find them or could not ask', async () => {
    await scanned(found({ keys: [aKey('s1', 'working')] }))
    await scanned(found({ state: 'none-unsure', keys: [], missing: ['s1'] }))
    await scanned(async ({ name }) => {
      const result = aScanResult({ name })
      const dkim: ScanResult['sections']['dkim'] = { ran: false, reason: 'timeout', evidence: [] }
      return { ...result, sections: { ...result.sections, dkim } }
    })
    expect(await kept()).toEqual(['s1: confirmed'])
  })

  it('leave room for new ones even if all old ones are found again', async () => {
    const old = Array.from({ length: 29 }, (_, n) => aKey(`k${n}`, 'working'))
    await scanned(found({ keys: old }))
    await scanned(found({ keys: [...old, aKey('new', 'working'), aKey('newer', 'working')] }))
    expect(await kept()).toHaveLength(30)
    expect(await kept()).toContain('new: confirmed')
  })

  it('are dropped when there are too many: those unseen for longest first', async () => {
    const day = 86_400_000
    for (let n = 0; n < 32; n++) {
      await scanned(rotated(n))
      deps.clock.pass(day)
    }
    const names = (await kept()).map(row => row.split(':')[0])
    expect(names).toHaveLength(30)
    expect([names[0], names.at(-1)]).toEqual(['m02', 'm31'])
    const next = vi.fn(deps.scan)
    await scanned(next)
    expect(next.mock.calls[0]?.[0].confirmedSelectors?.slice(0, 2)).toEqual(['m31', 'm30'])
  })

  it('are deleted 90 days after their key was last found, once a scan confirms that it is gone', async () => {
    const day = 86_400_000
    const missing = found({ state: 'none-unsure', keys: [], missing: ['s1', 'mine'] })
    await deps.store.transaction(tx =>
      insertSelector(tx, { domainId, selector: 'mine', source: 'user', addedAt: deps.now(), author: null }),
    )
    await scanned(found({ keys: [aKey('s1', 'working')] }))
    deps.clock.pass(60 * day)
    await scanned(found({ keys: [aKey('s1', 'working')] }))
    deps.clock.pass(90 * day)
    await scanned(missing)
    expect(await kept()).toEqual(['mine: user', 's1: confirmed'])
    deps.clock.pass(day)
    await scanned(found({ state: 'unchecked', keys: [], missing: [] }))
    expect(await kept()).toEqual(['mine: user', 's1: confirmed'])
    await scanned(missing)
    expect(await kept()).toEqual(['mine: user'])
  })

  it('are not stored from a discarded scan: its worker lost the run, or the domain is gone', async () => {
    const scan = found({ keys: [aKey('s1', 'working')] })
    const runId = await startScan(deps, owner, domainId)
    const robbed: Deps['scan'] = async input => {
      deps.clock.pass(60_000)
      await claimRun(deps.store.db, runId, deps.now(), 20_000)
      return scan(input)
    }
    await runScan({ ...deps, scan: robbed }, runId, forever)
    expect(await kept()).toEqual([])
    deps.clock.pass(60_000)
    const deleting: Deps['scan'] = async input => {
      await removeDomain(deps.store.db, owner.workspace.id, domainId)
      return scan(input)
    }
    await expect(runScan({ ...deps, scan: deleting }, runId, forever)).resolves.toBeUndefined()
    expect(await kept()).toEqual([])
  })
})
