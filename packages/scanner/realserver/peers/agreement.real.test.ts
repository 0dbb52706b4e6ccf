import { zonesOf } from '@waxseal/core/dns'
import { recordedFolder } from '@waxseal/core/testing/recorded'
import { describe, expect, it } from 'vitest'
import { startLab } from '../lab.ts'
import { type Agreement, compare, type Difference, queriesOf } from './agreement.ts'
import { labZones } from './answers.ts'
import { causeOf, causes } from './causes.ts'
import { countFeatures } from './features.ts'
import { missingPeers, type PeerQuery } from './peer.ts'
import { recordedSubjects } from './recorded-subjects.ts'
import { addressesEach, type SpfWorld, spfWorldOf } from './spf-world.ts'

const missing = missingPeers()
if (missing.length > 0) console.log(`agreement with other SPF evaluators: not run, ${missing.join(', ')} missing`)

const nameServer = '127.0.0.1'

async function compareIn(world: Pick<SpfWorld, 'zone'>, queries: readonly PeerQuery[]): Promise<Agreement> {
  const lab = await startLab(labZones(world.zone))
  try {
    return await compare(nameServer, queries)
  } finally {
    await lab.stop()
  }
}

const folder = recordedFolder()
if (folder === null) console.log('agreement on recorded records: not run, the recordings are not here')

/**
 * Every tenth of 250 generated records, and of the others those that have what is rare. `npm run soak -- spf-peers` asks
 * about 5,000.
 */
const rare = [21, 24, 35, 52, 59, 79, 107, 139, 189, 224]
const chosen = [...Array.from({ length: 25 }, (_, tenth) => 10 * tenth), ...rare]

/** The text about an unexplained difference. */
function told({ peer, about, query, ours, theirs }: Difference): string {
  const said = about === 'result' ? [ours.result, theirs.result] : [ours.explanation, theirs.explanation]
  return `${peer}: ${query.ip} ${query.sender}: we ${said[0]} (${ours.problem}), it ${said[1]} (${theirs.problem})`
}

describe.skipIf(missing.length > 0)('our SPF evaluation beside pyspf, Mail::SPF and mailauth', () => {
  it('differs from each only where RFC 7208 proves the other wrong or is ambiguous', async () => {
    const tries = causes.map(({ example }) =>
      example.chance ? Array.from({ length: 8 }, () => ({ ...example.query })) : [example.query],
    )
    const zone = zonesOf(...causes.map(({ example }) => example.zone))
    const { differences } = await compareIn({ zone }, tries.flat())
    for (const [at, cause] of causes.entries()) {
      const own = differences.filter(({ peer, query }) => peer === cause.peer && tries[at]?.includes(query))
      const shown = own.map(({ about, ours, theirs }) =>
        about === 'result' ? [ours.result, theirs.result] : [ours.explanation, theirs.explanation],
      )
      const { name, clause, example } = cause
      expect(shown, `${cause.peer} ${name}: ${clause}`).toContainEqual([example.ours, example.theirs])
      expect(own.map(difference => causeOf(difference, zone)?.name)).toContain(name)
    }
  })

  it('agrees on 35 generated records for 20 addresses each, which have every feature, except for those causes', async () => {
    const world = spfWorldOf(2611, chosen)
    const agreement = await compareIn(world, world.subjects.flatMap(queriesOf))
    expect(agreement.evaluations).toBe(chosen.length * addressesEach)
    const unexplained = agreement.differences.filter(difference => causeOf(difference, world.zone) === null)
    expect(unexplained.map(told)).toEqual([])
    expect(agreement.differences.length).toBeLessThan(agreement.evaluations * 0.2)

    const never = Object.entries(countFeatures(world, agreement)).filter(([, count]) => count < 10)
    expect(never).toEqual([])
    expect(Object.keys(agreement.results).sort()).toEqual([
      'fail',
      'neutral',
      'none',
      'pass',
      'permerror',
      'softfail',
      'temperror',
    ])
  })

  it.skipIf(folder === null)('agrees on every recorded real record', async () => {
    const { zones, hosts, subjects } = recordedSubjects(folder ?? '')
    const lab = await startLab(zones, { hosts })
    try {
      expect(subjects.length).toBeGreaterThan(170)
      const { differences, results } = await compare(nameServer, subjects.flatMap(queriesOf))
      console.log(JSON.stringify(results))
      expect(differences.filter(difference => causeOf(difference, {}) === null).map(told)).toEqual([])
    } finally {
      await lab.stop()
    }
  })
})
