import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { zoneResolver } from '../dns/index.ts'
import { type DmarcSettings, defaultDmarcSettings, dmarcRecordOf } from './build.ts'
import { discoverDmarc, discoverDmarc7489 } from './discover.ts'
import { dmarcOutcome } from './outcome.ts'
import { anyDmarcSettings } from './testing/settings.ts'
import type { DmarcPolicy, DmarcReading } from './value.ts'

function rows(given: Partial<DmarcSettings>): string[] {
  const { domain, subdomains, nonexistent } = dmarcOutcome({ ...defaultDmarcSettings, ...given })
  return [domain, subdomains, nonexistent].map(({ policy, from, rfc7489 }) => `${policy} by ${from}, ${rfc7489}`)
}

describe('the policy for the domain, for subdomains, for nonexistent subdomains', () => {
  it.each<[Partial<DmarcSettings>, string[]]>([
    [{ policy: 'reject' }, ['reject by p, reject', 'reject by p, reject', 'reject by p, reject']],
    [{ policy: 'reject', sp_policy: 'none' }, ['reject by p, reject', 'none by sp, none', 'none by sp, none']],
    [{ policy: 'none', np_policy: 'reject' }, ['none by p, none', 'none by p, none', 'reject by np, none']],
    [
      { policy: 'reject', sp_policy: 'none', np_policy: 'quarantine' },
      ['reject by p, reject', 'none by sp, none', 'quarantine by np, none'],
    ],
  ])('%j', (given, expected) => {
    expect(rows(given)).toEqual(expected)
  })
})

const notes = (given: Partial<DmarcSettings>) => dmarcOutcome({ ...defaultDmarcSettings, ...given }).notes

describe('the notes', () => {
  it('describe how receivers of RFC 7489 differ', () => {
    expect(notes({ policy: 'reject' })).toEqual([])
    expect(notes({ policy: 'none', np_policy: 'reject' })).toEqual([
      'Older receivers (RFC 7489) ignore np and apply none to nonexistent subdomains too.',
    ])
    expect(notes({ policy: 'reject', testing: true })).toEqual([
      'With t=y, newer receivers (RFC 9989) apply the next milder policy: quarantine for reject, none for quarantine. Older receivers (RFC 7489) ignore t and apply the full policy.',
    ])
    expect(notes({ policy: 'reject', pct: 25 })).toEqual([
      'RFC 9989 removed pct. Newer receivers apply the policy to all mail, older receivers (RFC 7489) to 25% of it.',
    ])
  })

  it('ignore tags without effect', () => {
    expect(notes({ policy: 'none', testing: true, pct: 10 })).toEqual([])
    expect(notes({ policy: 'none', np_policy: 'none' })).toEqual([])
    // A receiver that knows pct does not know np, and has no policy for a part of the mail.
    expect(notes({ policy: 'none', np_policy: 'reject', pct: 10 })).toEqual([expect.stringContaining('ignore np')])
  })
})

/** What a record requests besides the policy, by the RFC that defines the tag: t is of RFC 9989, pct of RFC 7489. */
function heldBack({ policy, record }: DmarcReading): { t: boolean; pct: boolean } {
  const acts = policy !== 'none'
  return { t: acts && record?.t === true, pct: acts && (record?.pct ?? 100) < 100 }
}

it('the readings of RFC 9989 and RFC 7489 match the rows, and agree unless a note says otherwise', async () => {
  await fc.assert(
    fc.asyncProperty(anyDmarcSettings, async settings => {
      const resolver = zoneResolver({ '_dmarc.example.com': { TXT: [dmarcRecordOf(settings)] } })
      const outcome = dmarcOutcome(settings)
      const cases = [
        ['example.com', true, outcome.domain],
        ['mail.example.com', true, outcome.subdomains],
        ['gone.example.com', false, outcome.nonexistent],
      ] as const
      const differ = { np: false, t: false, pct: false }
      for (const [name, exists, row] of cases) {
        const { reading } = await discoverDmarc(resolver, name, { exists })
        const old = await discoverDmarc7489(resolver, name, 'example.com')
        expect([reading.policy, old.policy]).toEqual([row.policy, row.rfc7489] satisfies DmarcPolicy[])
        differ.np ||= reading.policy !== old.policy
        // A receiver of one RFC enforces less than the policy; a receiver of the other enforces all of it.
        differ.t ||= heldBack(reading).t
        differ.pct ||= heldBack(old).pct
      }
      const told = (words: string): boolean => outcome.notes.some(note => note.includes(words))
      const noted = { np: told('ignore np'), t: told('With t=y'), pct: told('RFC 9989 removed pct') }
      expect(noted).toEqual(differ)
      expect(outcome.notes).toHaveLength(Object.values(differ).filter(Boolean).length)
    }),
    { numRuns: 500 },
  )
})

/**
 * The policies of both RFCs for mail from a domain that has a record, below an organizational domain with this record.
 */
async function readBelow(above: { TXT?: string[] }): Promise<(DmarcPolicy | null)[]> {
  const zone = { '_dmarc.mail.example.com': { TXT: ['v=DMARC1; p=reject'] }, '_dmarc.example.com': above }
  const { reading } = await discoverDmarc(zoneResolver(zone), 'a.mail.example.com', { exists: true })
  const old = await discoverDmarc7489(zoneResolver(zone), 'a.mail.example.com', 'example.com')
  return [reading.policy, old.policy]
}

it('below a subdomain a receiver of RFC 7489 uses only the organizational domain', async () => {
  expect(await readBelow({})).toEqual(['reject', null])
  expect(await readBelow({ TXT: ['v=DMARC1; p=quarantine'] })).toEqual(['quarantine', 'quarantine'])
})
