import { identityKey } from '@waxseal/core/check'
import type { Zone } from '@waxseal/core/dns'
import { demoWorld } from '@waxseal/core/fixtures'
import { archetypes } from '@waxseal/core/fixtures/archetypes'
import { type FindingReply, presentScan, type ScanReply, type ScanResult } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scanArchetype } from './testing/archetype-scan.ts'
import { withAction } from './testing/publish-action.ts'
import { type OpenWorld, openWorld } from './testing/world-scan.ts'

const now = () => new Date('2026-11-20T10:00:00Z')
let world: OpenWorld
beforeAll(async () => {
  world = await openWorld(now)
})
afterAll(() => world.stop())

/** A stricter policy needs reports first: the record adds the address, and the next one then resolves the finding. */
const firstStep = /^Add a report address, read the reports for some weeks, then /

/** Scans a domain after its DNS was changed. */
type ScanChanged = (change: (zone: Zone) => Zone) => Promise<ScanResult>

function sameIn({ findings }: ScanReply, finding: FindingReply): FindingReply | undefined {
  return findings.find(each => identityKey(each) === identityKey(finding))
}

/** Publishes the record of each finding that has one, alone, and scans again. */
async function expectResolved(scanChanged: ScanChanged): Promise<void> {
  for (const finding of presentScan(await scanChanged(zone => zone)).findings) {
    const { action, advice, id, score_after: promised } = finding
    if (action.kind !== 'publish') continue
    const publish = (zone: Zone): Zone => withAction(zone, action)
    const after = presentScan(await scanChanged(publish))
    if (promised !== null) expect(after.health_score, `the score after ${id}`).toBe(promised)
    const left = sameIn(after, finding)
    if (!firstStep.test(advice)) {
      expect(left, `${id} stays`).toBeUndefined()
      continue
    }
    const next = left?.action
    if (next?.kind !== 'publish') throw new Error(`${id} has no second step`)
    const end = presentScan(await scanChanged(zone => withAction(publish(zone), next)))
    expect(sameIn(end, finding), `${id} stays after both steps`).toBeUndefined()
  }
}

describe('a finding whose action publishes a record is gone once it is published, and the score is the promised one', () => {
  it.each(archetypes.map(archetype => [archetype.title, archetype] as const))('%s', async (_, archetype) => {
    await expectResolved(change => scanArchetype({ ...archetype, zone: change(archetype.zone) }))
  })

  it.each(demoWorld.domains.map(({ name }) => name))('%s', async name => {
    await expectResolved(change => world.scan(name, undefined, { change }))
  })
})
