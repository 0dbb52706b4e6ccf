import { type DnsRecordToPublish, identityKey } from '@waxseal/core/check'
import type { Zone } from '@waxseal/core/dns'
import { demoWorld } from '@waxseal/core/fixtures'
import { archetypes } from '@waxseal/core/fixtures/archetypes'
import { type FindingReply, presentScan, type ScanReply, type ScanResult } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scanArchetype } from './testing/archetype-scan.ts'
import { withAction } from './testing/publish-action.ts'
import { type OpenWorld, openWorld } from './testing/world-scan.ts'

/** Scans a domain in its zone with a change. */
type Subject = (change: (zone: Zone) => Zone) => Promise<ScanResult>

let world: OpenWorld
const subjects = new Map<string, Subject>([
  ...archetypes.map((archetype): [string, Subject] => [
    archetype.title,
    change => scanArchetype({ ...archetype, zone: change(archetype.zone) }),
  ]),
  ...demoWorld.domains.map(({ name }): [string, Subject] => [
    name,
    change => world.scan(name, undefined, { change, policy: null }),
  ]),
])
const replies = new Map<string, ScanReply>()

beforeAll(async () => {
  world = await openWorld(() => new Date('2026-11-20T10:00:00Z'))
  for (const [title, scan] of subjects) replies.set(title, presentScan(await scan(zone => zone)))
}, 120_000)
afterAll(() => world.stop())

/** What a record takes the place of: an SPF record, the MX records of the domain, or nothing. */
const replaced: Readonly<Record<string, string | null>> = { TXT: 'v=spf1', MX: 'any', A: null, AAAA: null, CAA: null }

function withRecord(zone: Zone, record: DnsRecordToPublish): Zone {
  return withAction(zone, { record, replaces: replaced[record.type] ?? null, policy: null })
}

/** The records that people publish together; each other one is an alternative to those beside it. */
function alternatives({ id, action: { advised = [] } }: FindingReply): readonly (readonly DnsRecordToPublish[])[] {
  // The policy file comes first: see action-effect.test.ts.
  if (id === 'mta_sts_missing') return []
  return id === 'mx_ip_literal' ? [advised] : advised.map(record => [record])
}

describe('a record that an advice names for a case', () => {
  it.each([...subjects])('resolves the finding when it is published: %s', async (title, scan) => {
    const { findings } = replies.get(title) as ScanReply
    for (const finding of findings) {
      for (const records of alternatives(finding)) {
        for (const record of records) expect(finding.advice).toContain(record.value)
        const after = presentScan(await scan(zone => records.reduce(withRecord, zone)))
        const left = after.findings.find(each => identityKey(each) === identityKey(finding))
        expect(left, `${finding.id} after ${records.map(({ value }) => value).join(', ')}`).toBeUndefined()
      }
    }
  })

  it('is published here for each finding that names one in a fixture', () => {
    const having = [...replies.values()].flatMap(({ findings }) =>
      findings.filter(finding => alternatives(finding).length > 0).map(({ id }) => id),
    )
    expect([...new Set(having)].toSorted()).toEqual([
      'caa_missing',
      'caa_renewal',
      'mx_all_unresolvable',
      'mx_implicit',
      'mx_ip_literal',
      'mx_missing',
      'spf_missing',
      'spf_none_pass',
      'spf_term_ignored',
    ])
  })
})
