import { describe, expect, it } from 'vitest'
import { type CheckId, severityOf } from '../check/index.ts'
import type { Finding, FindingId } from './checks.ts'
import { findingRows } from './findings.ts'
import { idsOf, reject, rua, scanOf, zoneOf } from './judged-zone.fixture.ts'
import { scoreOf } from './score.ts'

const rows = Object.entries(findingRows) as [FindingId, { check: CheckId; points: number | null }][]

/** The score with these findings; a domain that cannot be scored is below 0. */
function scoreWith(...ids: readonly FindingId[]): number {
  const findings = ids.map((id, at) => {
    return { id, check: findingRows[id].check, subject: String(at), facts: {}, evidence: ['x'] } as unknown as Finding
  })
  return scoreOf(findings).score ?? -1
}

describe('the harm of a finding', () => {
  it.each(rows)('%s alone is below 70 exactly if it is critical', (id, { points }) => {
    const isCritical = points === null || severityOf(points) === 'critical'
    expect(scoreWith(id) < 70).toBe(isCritical)
  })

  it('is never less with another finding beside it: no finding raises a score', () => {
    const raising = rows.flatMap(([one]) => {
      return rows.filter(([other]) => scoreWith(one, other) > Math.min(scoreWith(one), scoreWith(other)))
    })
    expect(raising).toEqual([])
  })
})

type Trouble = readonly [id: FindingId, domain: Parameters<typeof zoneOf>[0]]

/** Faults of one domain, by the check that finds them. Two of different checks can be there together. */
const troubles: readonly (readonly Trouble[])[] = [
  [
    ['spf_missing', { spf: null }],
    ['spf_plus_all', { spf: 'v=spf1 mx +all' }],
    ['spf_permerror', { spf: 'v=spf1 mx include:gone.example -all' }],
    ['spf_no_sender', { spf: 'v=spf1 ip4=93.184.216.35 -all' }],
    ['spf_too_open', { spf: 'v=spf1 ip4:52.0.0.0/7 -all' }],
    ['spf_neutral', { spf: 'v=spf1 mx ?all' }],
    ['spf_no_all', { spf: 'v=spf1 mx' }],
    ['spf_ptr', { spf: 'v=spf1 ptr -all' }],
  ],
  [
    ['dmarc_missing', { dmarc: null }],
    ['dmarc_invalid', { dmarc: 'v=DMARC1' }],
    ['dmarc_none', { dmarc: `v=DMARC1; p=none; ${rua}` }],
    ['dmarc_testing', { dmarc: `${reject}; t=y` }],
    ['dmarc_sp_weaker', { dmarc: `${reject}; sp=none` }],
    ['dmarc_rua_missing', { dmarc: 'v=DMARC1; p=reject' }],
  ],
  [
    ['mx_missing', { apex: { MX: [], A: [] } }],
    ['mx_implicit', { apex: { MX: [] } }],
    ['mx_all_unresolvable', { apex: { MX: [[10, 'gone.example.com']] } }],
    [
      'mx_some_unresolvable',
      {
        apex: {
          MX: [
            [10, 'mx1.example.com'],
            [20, 'gone.example.com'],
          ],
        },
      },
    ],
    [
      'null_mx_mixed',
      {
        apex: {
          MX: [
            [10, 'mx1.example.com'],
            [0, '.'],
          ],
        },
      },
    ],
  ],
]

/** Two faults of different checks, each pair once. */
const pairs = troubles.flatMap((ones, at) =>
  ones.flatMap(one => troubles.slice(at + 1).flatMap(others => others.map(other => [one, other] as const))),
)

describe('two faults of one domain', () => {
  it.each(pairs.map(([one, other]) => [one[0], other[0], one, other] as const))(
    '%s and %s are both found, and together score no better than either alone',
    async (oneId, otherId, [, one], [, other]) => {
      const [both, first, second] = await Promise.all(
        [{ ...one, ...other }, one, other].map(domain => scanOf(zoneOf(domain))),
      )
      expect(first && idsOf(first)).toContain(oneId)
      expect(second && idsOf(second)).toContain(otherId)
      expect(both && idsOf(both)).toEqual(expect.arrayContaining([oneId, otherId]))
      const alone = [first, second].map(scan => scan?.score ?? Number.NaN)
      expect(both?.score).toBeLessThanOrEqual(Math.min(...alone))
    },
  )
})
