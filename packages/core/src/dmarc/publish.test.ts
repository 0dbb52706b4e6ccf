import fc from 'fast-check'
import { expect, it } from 'vitest'
import { octetsOfText, recordingResolver, type Zone, zoneResolver } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessDmarc } from './assess.ts'
import { askConsent } from './consent.ts'
import { discoverDmarc, discoverDmarc7489 } from './discover.ts'
import { findDmarcElsewhere } from './elsewhere.ts'
import { type DmarcPolicy, type DmarcReading, isWeaker } from './value.ts'

const orgDomain = (name: string) => name.split('.').slice(-2).join('.')
const policy = fc.constantFrom('none', 'quarantine', 'reject', 'rejct', 'strict', '')
const tag = (name: string) => policy.map(value => `${name}=${value}`)
const text = fc
  .tuple(
    fc.constantFrom('v=DMARC1; ', 'v=DMARC1 ', 'v=dmarc1; ', ' v=DMARC1; ', '"v=DMARC1; ', 'v=spf1 -all', ''),
    fc.uniqueArray(
      fc.oneof(
        tag('p'),
        tag('sp'),
        tag('np'),
        fc.constantFrom('t=y', 'pct=20', 'pct=0%', 'psd=n', 'psd=y', 'adkim=s', 'foo=reject'),
        fc.constantFrom('rua=mailto:d@example.com', 'rua=d@example.com', 'rua=mailto:x@reports.test!10m', 'rua='),
      ),
      { maxLength: 6 },
    ),
    fc.constantFrom('; ', ';', ', ', ' '),
  )
  .map(([start, tags, separator]) => octetsOfText(start + tags.join(separator)))

/** TXT records, and aliases, at the names that matter. */
const zones: fc.Arbitrary<Zone> = fc
  .record({
    org: fc.array(text, { maxLength: 2 }),
    sub: fc.oneof(fc.constant([]), fc.array(text, { maxLength: 2 })),
    apex: fc.oneof(fc.constant([]), fc.array(text, { maxLength: 1 })),
    alias: fc.boolean(),
  })
  .map(({ org, sub, apex, alias }) => ({
    'mail.example.com': { A: ['192.0.2.1'] },
    'example.com': { TXT: apex },
    '_dmarc.mail.example.com': { TXT: sub },
    ...(alias
      ? { '_dmarc.example.com': { CNAME: ['dmarc.vendor.test'] }, 'dmarc.vendor.test': { TXT: org } }
      : { '_dmarc.example.com': { TXT: org } }),
  }))

async function findingsOf(zone: Zone, domain: string, nonMail: boolean, receivesMail: boolean) {
  const resolver = recordingResolver(zoneResolver(zone))
  const discovery = await discoverDmarc(resolver, domain, { exists: true })
  const { record, location, multiple } = discovery.reading
  const rfc7489 = await discoverDmarc7489(resolver, domain, orgDomain(domain))
  const external = record && location ? await askConsent(resolver, record, location) : []
  const elsewhere =
    record === null && !multiple ? await findDmarcElsewhere(resolver, domain, orgDomain(domain), discovery.walked) : []
  const value = { ...discovery, elsewhere, rfc7489, external }
  return assessDmarc(value, { domain, evidence: resolver.evidence(), nonMail, receivesMail })
}

/** What receivers apply to mail of the domain, of a subdomain, of another one, and of one that does not exist. */
async function readingsOf(zone: Zone): Promise<readonly DmarcReading[]> {
  const asked = [
    ['example.com', true],
    ['mail.example.com', true],
    ['other.example.com', true],
    ['gone.example.com', false],
  ] as const
  const resolver = zoneResolver(zone)
  const found = await Promise.all(asked.map(([name, exists]) => discoverDmarc(resolver, name, { exists })))
  return found.map(({ reading }) => reading)
}

function strengthOf({ policy }: DmarcReading): DmarcPolicy {
  return policy ?? 'none'
}

it('the record of an advice never lowers a policy and never turns on test mode, whatever is published', async () => {
  const cases = fc.tuple(zones, fc.constantFrom('example.com', 'mail.example.com'), fc.boolean(), fc.boolean())
  await fc.assert(
    fc.asyncProperty(cases, async ([zone, domain, nonMail, receivesMail]) => {
      const before = await readingsOf(zone)
      for (const finding of await findingsOf(zone, domain, nonMail, receivesMail && !nonMail)) {
        const { publish, advice } = wordsOf(finding)
        if (publish === null) continue
        expect(advice).toContain(publish.value)
        const after = await readingsOf({ ...zone, [publish.name]: { TXT: [publish.value] } })
        for (const [at, now] of after.entries()) {
          const then = before[at]
          if (then === undefined) throw new Error('the same names')
          const lowered = isWeaker(strengthOf(now), strengthOf(then))
          expect({ lowered, id: finding.id, publish }).toEqual({ lowered: false, id: finding.id, publish })
          const isNew = now.testing && !then.testing && strengthOf(then) !== 'none'
          expect({ isNew, id: finding.id, publish }).toEqual({ isNew: false, id: finding.id, publish })
        }
      }
    }),
    { numRuns: 500 },
  )
})
