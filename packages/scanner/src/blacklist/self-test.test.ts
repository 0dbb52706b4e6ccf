import { setImmediate } from 'node:timers/promises'
import { type AskedList, type Blocklist, blocklists, customAsked } from '@waxseal/core/blacklist'
import { type Answer, type FailureReason, unasked } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { selfTests } from './self-test.ts'

const all: readonly Blocklist[] = blocklists
const list = all.find(({ id }) => id === 'spamcop')
if (list === undefined) throw new Error('no SpamCop')

const { via } = unasked('cancelled', 0)
const listed = (address: string): Answer<'A'> => ({
  kind: 'records',
  via,
  records: [{ type: 'A', name: 'x.example', ttl: 60, address }],
})
const absent: Answer<'A'> = { kind: 'no-such-name', via }
const failed = (reason: FailureReason): Answer<'A'> => ({ kind: 'failed', reason, via })

const minute = 60_000

/** A list and a clock that the test controls. */
function world({ keeps = true } = {}) {
  const state = { now: 0, asked: [] as string[], answers: (labels: string): Answer<'A'> => well(labels) }
  const tests = selfTests(
    (of, labels) => {
      state.asked.push(labels)
      return Promise.resolve({ name: `${labels}.${of.zone}`, answer: state.answers(labels) })
    },
    () => new Date(state.now),
    keeps,
  )
  const trouble = async (of: AskedList) => (await tests.of(of)).trouble?.trouble ?? null
  return { state, tests, trouble }
}

const well = (labels: string): Answer<'A'> => (labels === '2.0.0.127' ? listed('127.0.0.2') : absent)

describe('a list’s self-test', () => {
  it('asks both entries once, however many scans need them at the same time', async () => {
    const { state, tests } = world()
    const [one, other] = await Promise.all([tests.of(list), tests.of(list)])
    expect(one).toBe(other)
    expect(state.asked.toSorted()).toEqual(['1.0.0.127', '2.0.0.127'])
  })

  it('that is not cached is shared while it runs, and repeated after that', async () => {
    const { state, tests, trouble } = world({ keeps: false })
    await Promise.all([tests.of(list), tests.of(list)])
    expect(state.asked).toHaveLength(2)
    state.answers = () => failed('servfail')
    expect(await trouble(list)).toBe('dead')
    state.answers = well
    expect(await trouble(list)).toBeNull()
    expect(state.asked).toHaveLength(6)
  })

  it('is valid for an hour when the list is healthy', async () => {
    const { state, trouble } = world()
    expect(await trouble(list)).toBeNull()
    state.answers = () => failed('servfail')
    state.now = 59 * minute
    expect(await trouble(list)).toBeNull()
    state.now = 61 * minute
    expect(await trouble(list)).toBe('dead')
  })

  it('is repeated after five minutes when the list is unhealthy, without delaying a scan', async () => {
    const { state, trouble } = world()
    state.answers = () => failed('timeout')
    expect(await trouble(list)).toBe('silent')
    state.answers = well
    state.now = 4 * minute
    expect(await trouble(list)).toBe('silent')
    expect(state.asked).toHaveLength(2)
    state.now = 6 * minute
    expect(await trouble(list)).toBe('silent')
    expect(state.asked).toHaveLength(4)
    await setImmediate()
    expect(await trouble(list)).toBeNull()
  })

  it('is discarded after an hour', async () => {
    const { state, trouble } = world()
    state.answers = () => failed('timeout')
    expect(await trouble(list)).toBe('silent')
    state.answers = well
    state.now = 62 * minute
    expect(await trouble(list)).toBeNull()
  })

  it('that our own limits cut short is repeated at once', async () => {
    const { state, trouble } = world()
    state.answers = () => failed('over-budget')
    expect(await trouble(list)).toBe('silent')
    state.answers = well
    expect(await trouble(list)).toBeNull()
  })

  it('of a user’s own list at the same zone does not count for the catalog’s list', async () => {
    const { state, trouble } = world()
    state.answers = () => absent
    const { zone } = list
    expect(await trouble(customAsked({ id: 'spamcop', name: 'Mine', zone, kind: 'ip' }))).toBe('test-entry')
    state.answers = well
    expect(await trouble(list)).toBeNull()
  })
})
