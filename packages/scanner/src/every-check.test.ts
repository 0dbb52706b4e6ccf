import { type CheckId, checkIds, checkNames, identityKey, notAsked } from '@waxseal/core/check'
import { demoWorld } from '@waxseal/core/fixtures'
import { checks, presentScan, type ScanReply, type ScanResult } from '@waxseal/core/health'
import { defaultThreatSources } from '@waxseal/core/threat'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collect } from './checks/index.ts'
import { paintFor } from './paint.ts'
import { checkTexts } from './report-checks.ts'
import { type OpenWorld, openWorld } from './testing/world-scan.ts'
import { openThreat } from './threat/index.ts'

const now = () => new Date('2026-11-20T10:00:00Z')

function linesOf(check: CheckId, reply: ScanReply): readonly string[] {
  return checkTexts[check].lines(reply, paintFor(false))
}

describe('every check of the list', () => {
  /** What a scan of each domain finds, with the sources of threats that the demo asks. */
  const results: ScanResult[] = []
  let world: OpenWorld
  const threat = openThreat({ sources: defaultThreatSources({ resolverNamed: true }), now })
  beforeAll(async () => {
    world = await openWorld(now)
    for (const { name } of demoWorld.domains)
      results.push(await world.scan(name, undefined, { threat: threat.session }))
  })
  afterAll(async () => {
    threat.close()
    await world.stop()
  })

  it.each(checkIds)('%s has a name, collects, judges, and finds something in a domain of the world', check => {
    expect(checks[check]).toMatchObject({ id: check, ...checkNames[check] })
    expect(collect[check]).toBeTypeOf('function')
    const found = results.flatMap(({ findings }) => findings.filter(finding => finding.check === check))
    expect(found.map(({ id }) => id).filter(id => !Object.hasOwn(checks[check].findings, id))).toEqual([])
    expect(found.length).toBeGreaterThan(0)
  })

  it.each(checkIds)('%s has a section and a part of its own on the wire, and text in the report', check => {
    const reply = presentScan(ranWith(check))
    const without = presentScan({ ...ranWith(check), sections: { ...ranWith(check).sections, [check]: notAsked } })
    expect([reply, without].map(({ sections }) => sections[check].state === 'unchecked')).toEqual([false, true])
    expect(reply.results).not.toEqual(without.results)
    expect(linesOf(check, reply)).not.toEqual([])
    expect(linesOf(check, reply)).not.toEqual(linesOf(check, without))
  })

  it.each(demoWorld.domains.map(({ name }, at) => [name, at] as const))(
    'no two findings of %s share id and subject',
    (_, at) => {
      const { findings, deductions } = results[at] as ScanResult
      const named = new Set(findings.map(identityKey))
      expect(named.size).toBe(findings.length)
      for (const { finding: id, subject } of deductions) expect(named).toContain(identityKey({ id, subject }))
    },
  )

  /** The scan in which the check found something. */
  function ranWith(check: CheckId): ScanResult {
    const result = results.find(({ findings }) => findings.some(finding => finding.check === check))
    if (result === undefined) throw new Error(`no domain of the world has a finding of ${check}`)
    return result
  }
})

it('no two checks share a letter of the seal or the id of a finding', () => {
  const all = checkIds.map(check => checks[check])
  const ids = all.flatMap(({ findings }) => Object.keys(findings))
  expect(new Set(all.map(({ letter }) => letter)).size).toBe(checkIds.length)
  expect(new Set(ids).size).toBe(ids.length)
})
