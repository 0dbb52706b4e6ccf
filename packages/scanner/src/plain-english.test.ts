import { archetypes } from '@waxseal/core/fixtures/archetypes'
import { wordsOf } from '@waxseal/core/health'
import { plainEnglishFaults } from '@waxseal/core/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Subject } from './testing/advice-effect.ts'
import { scanArchetype } from './testing/archetype-scan.ts'
import { brokenDmarc, brokenSpf } from './testing/broken-records.ts'
import { sampledZones } from './testing/recorded-zones.ts'

/** The checks whose words follow the rules. */
const checks: readonly string[] = ['spf', 'dns', 'mx', 'dmarc', 'dkim', 'blacklist', 'relay', 'threat', 'transport']

/** What is against the rules of plain English in the findings of a scan. */
async function faultsOf(subjects: readonly Subject[]): Promise<readonly string[]> {
  const results = await Promise.all(subjects.map(scanArchetype))
  const words = results.flatMap(({ findings }) =>
    findings.filter(({ check }) => checks.includes(check)).map(finding => [finding.id, wordsOf(finding)] as const),
  )
  return [...new Set(words.flatMap(([id, said]) => plainEnglishFaults(said).map(fault => `${id}: ${fault}`)))]
}

describe('every finding has a short title and meaning, and an advice that begins with a verb', () => {
  it.each(archetypes.map(archetype => [archetype.title, archetype] as const))('%s', async (_, archetype) => {
    expect(await faultsOf([archetype])).toEqual([])
  })

  it('in the recorded zones of the project', async () => {
    expect(await faultsOf(sampledZones())).toEqual([])
  }, 60_000)

  it.each([
    ['DMARC', brokenDmarc],
    ['SPF', brokenSpf],
  ])(
    'in zones with a broken %s record',
    async (_, broken) => {
      expect(await faultsOf(fc.sample(broken, { numRuns: 150, seed: 20_261_124 }))).toEqual([])
    },
    60_000,
  )
})
