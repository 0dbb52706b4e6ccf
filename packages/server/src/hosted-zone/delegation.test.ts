import { type Answer, type ZoneEntry, zoneResolver } from '@waxseal/core/dns'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { openTestDeps, type TestDeps } from '../testing/deps.ts'
import { onTheStore, theStore } from '../testing/store.ts'
import { zoneLookups } from '../testing/zone-lookups.ts'
import { checkDelegation, checkDelegationWhenDue, zoneStateOf } from './delegation.ts'
import { zoneRow } from './records.ts'
import { settleZone } from './zone.ts'

const name = '_waxseal-zone.waxseal.email'
const env = readEnv({ HOSTED_ZONE: 'waxseal.email', NAMESERVER_HOSTS: 'ns1.waxseal.email=192.0.2.1' })
const signal = new AbortController().signal

it('without a zone everything is a preview, below a name that never exists', async () => {
  const deps = await openTestDeps(theStore())
  expect(await zoneStateOf(deps)).toEqual({
    name: null,
    suffix: '.hosted-zone.invalid',
    state: 'preview',
    problem: null,
    provider: 'Waxseal',
  })
  await checkDelegation(deps, signal)
  expect(await zoneRow(deps.store.db)).toBeUndefined()
  await deps.close()
})

onTheStore('the delegation of the hosted zone', kind => {
  let deps: TestDeps
  let nonce = ''
  /** The DNS from now on. */
  let world: { [name: string]: ZoneEntry } = {}
  let mark: Partial<Answer['via']> = {}
  let asked = 0
  beforeEach(async () => {
    world = { 'waxseal.email': {} }
    mark = {}
    asked = 0
    deps = await openTestDeps(kind, {
      env,
      lookups: () =>
        zoneLookups({
          async query(name, type, signal) {
            asked++
            const answer = await zoneResolver(world).query(name, type, signal)
            return { ...answer, via: { ...answer.via, ...mark } }
          },
        }),
    })
    await settleZone(deps)
    nonce = (await zoneRow(deps.store.db))?.nonce ?? ''
  })
  afterEach(() => deps.close())

  const state = async () => {
    const { state, problem } = await zoneStateOf(deps)
    return { state, problem }
  }
  const checked = async () => {
    await checkDelegation(deps, signal)
    return state()
  }
  const proved = { state: 'proved', problem: null }

  const afterMinutes = async (minutes: number) => {
    const before = asked
    deps.clock.pass(minutes * 60_000)
    await checkDelegationWhenDue(deps, signal)
    return asked > before
  }

  it('is unproved until a look-up finds the random value', async () => {
    expect(await state()).toEqual({ state: 'unproved', problem: 'The delegation was not looked up yet.' })
    expect(await checked()).toEqual({ state: 'unproved', problem: `${name} does not exist yet.` })
    world = { ...world, [name]: { A: ['192.0.2.1'] } }
    expect(await checked()).toEqual({ state: 'unproved', problem: `${name} has no TXT record yet.` })
    world = { ...world, [name]: { TXT: ['waxseal-zone=another'] } }
    expect(await checked()).toEqual({ state: 'unproved', problem: `${name} has another value.` })
    world = { ...world, [name]: { TXT: [nonce] } }
    expect(await checked()).toEqual(proved)
    expect(await zoneStateOf(deps)).toMatchObject({
      name: 'waxseal.email',
      suffix: '.waxseal.email',
      provider: 'Waxseal',
    })
  })

  it('stays proved while it cannot be looked up, and is unproved again after another answer', async () => {
    world = { ...world, [name]: { TXT: [nonce] } }
    expect(await checked()).toEqual(proved)
    world = { ...world, [name]: { fail: 'timeout' } }
    expect(await checked()).toEqual(proved)
    expect((await zoneRow(deps.store.db))?.problem).toBe(
      `${name} could not be looked up: the DNS servers did not answer in time.`,
    )
    world = { 'waxseal.email': {} }
    mark = { unconfirmed: 'timeout' }
    expect(await checked()).toEqual(proved)
    mark = { authentic: 'bogus' }
    world = { ...world, [name]: { TXT: [nonce] } }
    expect(await checked()).toEqual(proved)
    mark = {}
    world = { 'waxseal.email': {} }
    expect(await checked()).toEqual({ state: 'unproved', problem: `${name} does not exist yet.` })
  })

  it('is not proved by an answer with broken DNSSEC, which receivers do not accept', async () => {
    world = { ...world, [name]: { TXT: [nonce] } }
    mark = { authentic: 'bogus' }
    expect((await checked()).state).toBe('unproved')
  })

  it('is looked up every five minutes, and every hour once it is proved', async () => {
    expect(await afterMinutes(0)).toBe(true)
    expect(await afterMinutes(4)).toBe(false)
    expect(await afterMinutes(1)).toBe(true)
    world = { ...world, [name]: { TXT: [nonce] } }
    expect(await afterMinutes(5)).toBe(true)
    expect(await afterMinutes(59)).toBe(false)
    expect(await afterMinutes(1)).toBe(true)
  })

  it('of another zone than the one in the database is unknown', async () => {
    const other = {
      ...deps,
      env: { ...env, hostedZone: env.hostedZone && { ...env.hostedZone, name: 'other.example' } },
    }
    await checkDelegation(other, signal)
    expect(asked).toBe(0)
    expect((await zoneStateOf(other)).state).toBe('unproved')
  })
})
