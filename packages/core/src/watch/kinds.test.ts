import { describe, expect, it } from 'vitest'
import { rsaKeys } from '../dkim/keys.fixture.ts'
import { wordFaults } from '../testing/index.ts'
import { changeTypes } from './change.ts'
import { compareSnapshot } from './compare.ts'
import { kindRows } from './kinds.data.ts'
import { hours, noon, partOf, snapshotAt } from './watched.fixture.ts'

function withKeys(values: readonly string[]): string[] {
  return values.map(value => value.replace('{2048}', rsaKeys[2048]).replace('{1024}', rsaKeys[1024]))
}

/** Decision 4.22. */
const severities = { broken: 'critical', risk: 'warning', neutral: 'info', better: 'info' } as const

describe('every kind of change has its severity and its sentence', () => {
  it.each(kindRows)('%s: %j → %j', (part, before, after, verb, effect, description) => {
    const { memory } = compareSnapshot(null, snapshotAt(noon, partOf(part, ...withKeys(before))))
    const next = snapshotAt(hours(1), partOf(part, ...withKeys(after)))
    const { changes } = compareSnapshot(memory, next, { unconfirmed: 'report' })
    expect(changes).toHaveLength(1)
    const type = `${part.split(' ')[0]?.replaceAll('-', '_')}_${verb}`
    expect(changes[0]).toMatchObject({
      change_type: type,
      severity: severities[effect],
      change_description: description,
      part,
    })
    expect(changeTypes).toContain(type)
  })

  it('in plain words of at most 120 characters', () => {
    for (const [, , , , , description] of kindRows) {
      expect(description.length).toBeLessThanOrEqual(120)
      expect(wordFaults(description)).toEqual([])
    }
  })
})
