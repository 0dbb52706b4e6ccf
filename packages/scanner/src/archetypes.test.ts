import { analyzeScan, markdownOf, scanFacts } from '@waxseal/core/assistant'
import { type FindingWords, severityOf } from '@waxseal/core/check'
import { type Archetype, archetypes, harmOrder } from '@waxseal/core/fixtures/archetypes'
import { type Finding, notScoredNote, presentScan, type ScanResult, wordsOf, worstFinding } from '@waxseal/core/health'
import { beforeAll, describe, expect, it } from 'vitest'
import { scanArchetype } from './testing/archetype-scan.ts'

const results = new Map<string, ScanResult>()

beforeAll(async () => {
  for (const archetype of archetypes) results.set(archetype.title, await scanArchetype(archetype))
}, 120_000)

function resultOf(title: string): ScanResult {
  const result = results.get(title)
  if (result === undefined) throw new Error(`no archetype is called "${title}"`)
  return result
}

/** The findings with their words; recommendations about transport are left out. */
function wordedOf({ findings }: ScanResult): readonly (readonly [Finding, FindingWords])[] {
  return findings
    .map(finding => [finding, wordsOf(finding)] as const)
    .filter(([{ check }, { points }]) => check !== 'transport' || points !== 0)
}

/** Throws where the program does not say of an archetype what it expects. */
function expectAsDescribed({ title, score, findings, notes = [], advice = {} }: Archetype): void {
  const result = resultOf(title)
  const worded = wordedOf(result)
  const ids = (free: boolean) => worded.filter(([, { points }]) => (points === 0) === free).map(([{ id }]) => id)
  expect({ score: result.score, findings: ids(false) }).toEqual({ score, findings })
  expect(ids(true)).toEqual(expect.arrayContaining([...notes]))

  const first = worded[0]?.[1]
  const said = first === undefined ? '' : `${first.meaning} ${first.advice}`
  if (advice.cause !== undefined) expect(said).toContain(advice.cause)
  if (advice.says !== undefined) expect(first?.advice).toContain(advice.says)
  if (advice.never !== undefined) expect(first?.advice).not.toContain(advice.never)
  if (advice.publish !== undefined) {
    expect(first?.publish).toEqual(advice.publish)
    expect(first?.advice).toContain(advice.publish.value)
  }
}

describe('a scan of an archetype', () => {
  it.each(archetypes.map(archetype => [archetype.title, archetype] as const))('%s', (_, archetype) => {
    expectAsDescribed(archetype)
  })
})

describe('a zone that no name server serves', () => {
  const alone = 'No name server answers for the zone, in this one scan'
  const seen = 'No name server answers for the zone, as monitoring has seen three times'
  it.each([
    [alone, 'unknown', null, 'because the lookups of MX, SPF and DMARC failed'],
    [seen, 'bad', 'critical', 'because of this finding: No name server answers for the zone'],
  ] as const)('%s: is told alike by report, list and assistant', (title, look, severity, words) => {
    const reply = presentScan(resultOf(title))
    expect(notScoredNote(reply).look).toBe(look)
    expect(worstFinding(reply)?.severity ?? null).toBe(severity)
    expect(markdownOf(analyzeScan(scanFacts(reply), { scope: 'business', dnsChanges: [] }, null))).toContain(words)
  })
})

describe('the order of harm', () => {
  it('is asserted of at least 25 pairs', () => {
    expect(harmOrder.length).toBeGreaterThanOrEqual(25)
    expect(new Set(harmOrder.map(pair => pair.join(' < '))).size).toBe(harmOrder.length)
  })

  it.each(harmOrder)('%s < %s', (worse, better) => {
    const [lower, higher] = [worse, better].map(title => resultOf(title).score)
    expect(lower).toBeTypeOf('number')
    expect(lower).toBeLessThan(higher ?? Number.NaN)
  })

  it('has no domain with a critical finding at 70 or above', () => {
    for (const { title, score } of archetypes) {
      const result = resultOf(title)
      const isCritical = wordedOf(result).some(([, { points }]) => points !== null && severityOf(points) === 'critical')
      if (!isCritical) continue
      // Only where none is expected, a missing score is no score that could hide the finding.
      if (score === null) expect(result.score, title).toBeNull()
      else expect(result.score, title).toBeLessThan(70)
    }
  })
})
