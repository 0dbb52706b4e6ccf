import { checkIds, dnsEvidence } from '@waxseal/core/check'
import { dkim2048 } from '@waxseal/core/fixtures'
import { presentScan } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lab, startLab } from './lab.ts'
import { findingIds, scanOne } from './scanning.ts'

const records = `
@ MX 10 mx
mx A 8.26.56.10
@ TXT "v=spf1 mx -all"
_dmarc TXT "v=DMARC1; p=none; rua=mailto:reports@{zone}"
s1._domainkey TXT ${(dkim2048.match(/.{1,255}/g) ?? []).map(part => `"${part}"`).join(' ')}
`
const zones = [
  { name: 'signed.example', dnssec: 'signed' },
  { name: 'unsigned.example' },
  { name: 'wrong-ds.example', dnssec: 'wrong-ds' },
  { name: 'expired.example', dnssec: 'expired' },
] as const

/** The checks that query the domain's own zone. These scans use no threat sources and no SMTP tests. */
const aboutTheZone = ['dns', 'mx', 'spf', 'dmarc', 'dkim'] as const
const asking = [...aboutTheZone, 'blacklist', 'transport'] as const

let lab: Lab
beforeAll(async () => {
  lab = await startLab(zones.map(zone => ({ ...zone, records: records.replaceAll('{zone}', zone.name) })))
})
afterAll(() => lab.stop())

describe('a scan through a validating resolver', () => {
  it('distinguishes answers validated from the root from those that were not', async () => {
    const signed = await scanOne('signed.example', { resolver: lab.resolver })
    const unsigned = await scanOne('unsigned.example', { resolver: lab.resolver })
    for (const check of asking) {
      const found = dnsEvidence(signed.sections[check].evidence).filter(
        // Name servers of the zone do not validate.
        ({ outcome, via }) => outcome === 'records' && !via.authoritative,
      )
      expect(found.length).toBeGreaterThan(0)
      expect(found.map(({ via }) => via.authentic)).toEqual(found.map(() => 'yes'))
      // The absence of a DS record is an answer of the parent zone, which is signed.
      const own = dnsEvidence(unsigned.sections[check].evidence).filter(
        ({ question: { name, type } }) => name.endsWith('unsigned.example') && type !== 'DS',
      )
      expect(own.map(({ via }) => via.authentic)).toEqual(own.map(() => 'no'))
    }
    expect(findingIds(signed)).toEqual(['dmarc_none'])
    expect(findingIds(unsigned)).toEqual(['dmarc_none'])
    expect(signed.score).toBe(85)
  })

  it.each(['wrong-ds.example', 'expired.example'])(
    'reports broken DNSSEC at %s, and still judges the zone’s records',
    async name => {
      const result = await scanOne(name, { resolver: lab.resolver })
      expect(findingIds(result)).toEqual(['dmarc_none', 'dnssec_bogus'])
      expect(result.score).toBe(45)
      const { mx, spf, dmarc, dns } = result.sections
      expect(mx.ran && mx.value.hosts).toMatchObject([
        { host: `mx.${name}`, addresses: ['8.26.56.10'], state: 'resolved' },
      ])
      expect(spf.ran && spf.value.tree).toMatchObject({ lookups: 1, ending: '-', permerrors: [], complete: true })
      expect(dmarc.ran && dmarc.value.reading).toMatchObject({ policy: 'none', location: name })
      expect(dns.ran && dns.value.bogus).toBeTruthy()
    },
  )

  it('marks every section that rests on answers that were not validated', async () => {
    const reply = presentScan(await scanOne('wrong-ds.example', { resolver: lab.resolver }))
    for (const check of aboutTheZone) {
      expect(reply.sections[check]).toMatchObject({ state: 'checked', bogus: true })
    }
    for (const check of ['blacklist', 'transport'] as const) expect(reply.sections[check].bogus).toBe(true)
    expect(reply.findings.find(finding => finding.id === 'dnssec_bogus')).toMatchObject({
      severity: 'critical',
      points: -40,
      title: 'DNSSEC is broken',
    })
    const whole = presentScan(await scanOne('signed.example', { resolver: lab.resolver }))
    for (const check of checkIds) expect(whole.sections[check].bogus).toBe(false)
  })
})
