import { archetypes } from '@waxseal/core/fixtures/archetypes'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adviceOutcome } from './testing/advice-outcome.ts'
import { brokenDmarc, brokenSpf } from './testing/broken-records.ts'
import { sampledZones } from './testing/recorded-zones.ts'

/** The same zones in each run: a rare one that fails must not fail the work of someone else. */
const seed = 20_261_120

describe('an advice that spells out a record, once it is followed, neither lowers a policy nor widens SPF', () => {
  it.each(archetypes.map(archetype => [archetype.title, archetype] as const))('%s', async (_, archetype) => {
    expect(await adviceOutcome(archetype)).toEqual([])
  })

  it('in the recorded zones of the project', async () => {
    for (const zone of sampledZones()) expect(await adviceOutcome(zone), zone.domain).toEqual([])
  }, 60_000)

  it('in zones with a DMARC record broken in any form', async () => {
    await fc.assert(
      fc.asyncProperty(brokenDmarc, async subject => {
        expect(await adviceOutcome(subject)).toEqual([])
      }),
      { numRuns: 150, seed },
    )
  }, 120_000)

  it('in zones with an SPF record broken in any form', async () => {
    await fc.assert(
      fc.asyncProperty(brokenSpf, async subject => {
        expect(await adviceOutcome(subject)).toEqual([])
      }),
      { numRuns: 150, seed },
    )
  }, 120_000)
})
