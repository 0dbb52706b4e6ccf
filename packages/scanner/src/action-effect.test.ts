import { identityKey } from '@waxseal/core/check'
import type { Zone } from '@waxseal/core/dns'
import { demoWorld } from '@waxseal/core/fixtures'
import { archetypes } from '@waxseal/core/fixtures/archetypes'
import { facts } from '@waxseal/core/fixtures/findings'
import {
  actionOf,
  type FindingId,
  type FindingReply,
  findingRows,
  presentScan,
  type ScanReply,
  type ScanResult,
} from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scanArchetype } from './testing/archetype-scan.ts'
import { type ExactAction, exactAction, type ServedPolicy, withAction } from './testing/publish-action.ts'
import { type OpenWorld, openWorld } from './testing/world-scan.ts'

const now = () => new Date('2026-11-20T10:00:00Z')

/** What was done since the first scan. */
interface Done {
  change: (zone: Zone) => Zone
  policy: ServedPolicy | null
}
const nothing: Done = { change: zone => zone, policy: null }

function and(done: Done, action: ExactAction): Done {
  return { change: zone => withAction(done.change(zone), action), policy: action.policy ?? done.policy }
}

/** A domain, and how it is scanned after something was done. */
type Subject = (done: Done) => Promise<ScanResult>

let world: OpenWorld
const subjects = new Map<string, Subject>([
  ...archetypes.map((archetype): [string, Subject] => [
    archetype.title,
    ({ change, policy }) => {
      const beside = { ...archetype.beside, ...(policy !== null && { policy: policy.text }) }
      return scanArchetype({ ...archetype, zone: change(archetype.zone), beside })
    },
  ]),
  ...demoWorld.domains.map(({ name }): [string, Subject] => [name, done => world.scan(name, undefined, done)]),
])
const replies = new Map<string, ScanReply>()

beforeAll(async () => {
  world = await openWorld(now)
  for (const [title, scanAfter] of subjects) replies.set(title, presentScan(await scanAfter(nothing)))
}, 120_000)
afterAll(() => world.stop())

/**
 * The findings here whose fix takes two steps: a stricter policy needs reports first. For test mode without reports, which
 * no fixture has, see `packages/core/src/health/score-after.test.ts`.
 */
const inTwoSteps: readonly string[] = ['dmarc_none', 'dmarc_sp_weaker']
const seenInTwoSteps = new Set<string>()

/** The findings that may come in the place of one that was resolved: the next step, or what could not be seen before. */
const followers: { readonly [Id in FindingId]?: readonly FindingId[] } = {
  dmarc_missing: ['dmarc_none', 'bimi_missing'],
  dmarc_invalid: ['dmarc_rua_missing', 'dmarc_testing', 'bimi_missing'],
  dmarc_none: ['bimi_missing'],
  spf_plus_all: ['spf_softfail_unenforced'],
  mx_all_unresolvable: ['ptr_missing'],
  mta_sts_missing: ['mta_sts_testing'],
  mta_sts_policy_unavailable: ['mta_sts_testing'],
  mta_sts_none: ['mta_sts_testing'],
}

/** Their records can lead to names that the first scan did not ask for, so only the next scan knows the score. */
const unpromised: readonly string[] = ['dmarc_none', 'spf_permerror', 'mx_all_unresolvable']

function sameIn({ findings }: ScanReply, finding: FindingReply): FindingReply | undefined {
  return findings.find(each => identityKey(each) === identityKey(finding))
}

/** Does what a finding says, alone, and scans again. */
async function expectResolved(scanAfter: Subject, before: ScanReply, finding: FindingReply): Promise<void> {
  const { id, score_after: promised, remains } = finding
  const action = exactAction(finding.action)
  if (action === null) return
  const done = and(nothing, action)
  const after = presentScan(await scanAfter(done))
  if (promised !== null) expect(after.health_score, `the score after ${id}`).toBe(promised)
  else if (before.health_score !== null) expect(unpromised, `${id} promises no score`).toContain(id)
  const added = after.findings.filter(each => sameIn(before, each) === undefined)
  const unexpected = added.filter(each => !followers[id as FindingId]?.includes(each.id as FindingId))
  expect(
    unexpected.map(each => each.id),
    `new after ${id}`,
  ).toEqual([])
  const left = sameIn(after, finding)
  if (left !== undefined) seenInTwoSteps.add(id)
  if (remains?.id !== id) expect(left, `${id} stays`).toBeUndefined()
  if (remains === null) {
    const costly = added.filter(({ check, points }) => check === finding.check && points < 0)
    if (promised !== null) expect(costly, `${id} says that nothing remains`).toEqual([])
    return
  }
  const second = left ?? after.findings.find(each => each.id === remains.id)
  if (second === undefined) throw new Error(`${id} does not lead to ${remains.id}`)
  if (remains.score_after === null) return
  const next = exactAction(second.action)
  if (next === null) throw new Error(`${id} has no second step`)
  const end = presentScan(await scanAfter(and(done, next)))
  expect(sameIn(end, second), `${id} stays after both steps`).toBeUndefined()
  expect(end.health_score, `the score after both steps of ${id}`).toBe(remains.score_after)
}

function canBeExact(id: FindingId): boolean {
  return (
    findingRows[id].publish !== undefined || exactAction(actionOf({ id, facts: facts[id] }, 'example.com')) !== null
  )
}

describe('what an action spells out', () => {
  it.each([...subjects])(
    'resolves its finding, adds no other, and gives the promised score: %s',
    async (title, scanAfter) => {
      const before = replies.get(title)
      if (before === undefined) throw new Error(`${title} was not scanned`)
      for (const finding of before.findings) await expectResolved(scanAfter, before, finding)
    },
  )

  it('takes two steps for these findings alone, and each says so', () => {
    expect([...seenInTwoSteps].toSorted()).toEqual(inTwoSteps)
  })

  it('is done here at least once for every finding that can have a record or a file', () => {
    const done = new Set(
      [...replies.values()].flatMap(({ findings }) =>
        findings.filter(({ action }) => exactAction(action) !== null).map(({ id }) => id),
      ),
    )
    const ids = Object.keys(facts) as FindingId[]
    const able = ids.filter(canBeExact)
    expect(able).toContain('mta_sts_policy_unavailable')
    expect(able.filter(id => !done.has(id))).toEqual([])
  })
})
