import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { aFlattening, cloudflareEnv, nameserverEnv } from '../testing/hosted-zone.ts'
import { theStore } from '../testing/store.ts'
import { periodicZoneTasks } from './jobs.ts'
import { changesAfter, setHostedRecords } from './records.ts'
import { settleZone } from './zone.ts'

const dayMs = 24 * 3_600_000
const publisher = { kind: 'cloudflare', publish: async () => {}, published: async () => new Map() } as const
const names = (of: TestDeps) => periodicZoneTasks(of).map(({ name }) => name)

describe('the upkeep of the hosted zone', () => {
  let deps: TestDeps
  beforeEach(async () => {
    deps = await openTestDeps(theStore(), { env: nameserverEnv(0) })
    await settleZone(deps)
  })
  afterEach(() => deps.close())

  it('publishes only to a provider, and does nothing without a zone', () => {
    const both = ['check the delegation', 'remove old hosted records']
    expect(names(deps)).toEqual(both)
    expect(names({ ...deps, env: cloudflareEnv(), publisher })).toEqual(['publish hosted records', ...both])
    expect(names({ ...deps, env: { ...deps.env, hostedZone: null } })).toEqual([])
  })

  it('removes a part after its two days, and forgets the name after thirty more', async () => {
    const flatteningId = await aFlattening(deps.store)
    const set = (labels: readonly string[]) =>
      deps.store.transaction(tx =>
        setHostedRecords(tx, {
          flatteningId,
          records: labels.map(label => ({ name: `${label}.waxseal.email`, value: label })),
          ttl: 300,
          now: deps.now(),
        }),
      )
    await set(['a', 'p1'])
    await set(['a'])
    const afterDays = async (days: number) => {
      deps.clock.pass(days * dayMs)
      const removal = periodicZoneTasks(deps).at(-1)
      await removal?.run(deps.now(), new AbortController().signal)
      const rows = await changesAfter(deps.store.db, 1, 10)
      return Object.fromEntries(rows.map(({ name, value }) => [name.split('.')[0], value]))
    }
    expect(await afterDays(1)).toEqual({ a: 'a', p1: 'p1' })
    expect(await afterDays(1)).toEqual({ a: 'a', p1: null })
    expect(await afterDays(29)).toEqual({ a: 'a', p1: null })
    expect(await afterDays(2)).toEqual({ a: 'a' })
  })
})
