import { dnsEvidence } from '@waxseal/core/check'
import type { DnssecFaultCode } from '@waxseal/core/dns'
import { presentScan, type ScanResult } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LabDnssec } from './internet.ts'
import { type Lab, type LabZone, startLab } from './lab.ts'
import { complete, factsOf, spfCheck, wordsOf } from './mail-zone.ts'
import { findingIds, scanAll, scanOne } from './scanning.ts'

/** Each way to break a zone, with the cause to report. */
const causes = [
  ['expired', 'expired'],
  ['not-yet-valid', 'not-yet-valid'],
  ['wrong-ds', 'ds-without-key'],
  ['wrong-algorithm', 'ds-algorithm'],
  ['wrong-digest', 'ds-digest'],
  ['no-keys', 'no-keys'],
  ['no-signatures', 'signatures-missing'],
] as const satisfies readonly (readonly [LabDnssec, DnssecFaultCode])[]

/** A zone in order that depends on another one in everything. */
const dependent = (zone: string, other: string) => `
@ MX 10 mx.${other}.
@ MX 20 mx
mx A 8.26.56.10
@ TXT "v=spf1 ip4:8.26.57.0/24 include:${other} a:mx.${other} -all"
_dmarc CNAME ${zone.replaceAll('.', '-')}.dmarc.${other}.
s1._domainkey CNAME s1._domainkey.${other}.
sub TXT "v=spf1 -all"
`

const zones: LabZone[] = [
  {
    name: 'whole.example',
    dnssec: 'signed',
    records: `${complete('whole.example', 'mx')}\nsub CNAME expired.example.`,
  },
  ...causes.flatMap(([how]): LabZone[] => {
    const name = `uses-${how}.example`
    const other = `${how}.example`
    const policy = `${name.replaceAll('.', '-')}.dmarc TXT "v=DMARC1; p=reject; rua=mailto:reports@${name}"`
    return [
      { name, dnssec: 'signed', records: dependent(name, other) },
      { name: other, dnssec: how, records: `${complete(other, 'mx')}\nsub TXT "v=spf1 -all"\n${policy}` },
    ]
  }),
  {
    name: 'all-mx.example',
    dnssec: 'signed',
    records: complete('all-mx.example', 'mx.expired.example.').replace('v=spf1 mx', 'v=spf1 ip4:8.26.56.10'),
  },
  {
    name: 'parent.example',
    dnssec: 'signed',
    records: `@ MX 20 mx\n${complete('parent.example', 'mx.mail').replace('v=spf1 mx', 'v=spf1 a:mx.parent.example')}`,
  },
  { name: 'mail.parent.example', dnssec: 'expired', records: 'mx A 8.26.56.11' },
  {
    name: 'spoiled.example',
    dnssec: 'spoiled-dmarc',
    records: `${complete('spoiled.example', 'mx')}\nsub TXT "v=spf1 mx:spoiled.example -all"\nsub MX 10 mx\n`,
  },
]

/** A resolver without extended errors, as Debian's default, leaves the cause to what the zones publish. */
describe.each([
  ['with extended errors', true],
  ['without extended errors', false],
])('a scan through a validating resolver %s', (_, ede) => {
  let lab: Lab
  let results: Map<string, ScanResult>
  const of = (name: string): ScanResult => {
    const result = results.get(name)
    if (result === undefined) throw new Error(`${name} was not scanned`)
    return result
  }
  beforeAll(async () => {
    lab = await startLab(zones, { ede })
    const names = causes.flatMap(([how]) => [`uses-${how}.example`, `${how}.example`])
    const others = [
      'whole.example',
      'all-mx.example',
      'parent.example',
      'spoiled.example',
      'sub.spoiled.example',
      'sub.whole.example',
    ]
    results = await scanAll([...names, ...others, 'sub.expired.example', 'sub.uses-expired.example'], {
      resolver: lab.resolver,
    })
  })
  afterAll(() => lab.stop())

  it.each(causes)('reports an MX host, an SPF term, DMARC and DKIM in a zone that is broken by %s', (how, code) => {
    const name = `uses-${how}.example`
    const zone = `${how}.example`
    const result = of(name)
    expect(findingIds(result)).toEqual(['dkim_bogus', 'dmarc_bogus', 'mx_bogus', 'spf_include_bogus'])
    // All of it is one cause, and costs what the own zone would.
    expect(result.score).toBe(60)
    for (const id of ['dkim_bogus', 'dmarc_bogus', 'mx_bogus', 'spf_include_bogus'])
      for (const facts of factsOf(result, id))
        expect(facts).toMatchObject({ broken: { zone, whole: true, fault: { code } } })
    expect(factsOf(result, 'mx_bogus')).toMatchObject([{ hosts: `mx.${zone}` }])
    expect(factsOf(result, 'spf_include_bogus')).toMatchObject([{ terms: `include:${zone}, a:mx.${zone}` }])
    expect(wordsOf(result)).toContain(`DNSSEC of ${zone} is broken: `)
    expect(wordsOf(result)).not.toContain(`every answer of ${name}`)
    const { sections } = presentScan(result)
    expect(['dns', 'mx', 'spf', 'dmarc', 'dkim'].map(check => sections[check as 'mx'].bogus_zones)).toEqual([
      [],
      [zone],
      [zone],
      [zone],
      [zone],
    ])
    // The records are judged as they are published.
    const { spf, mx } = result.sections
    expect(spf.ran && spf.value.tree).toMatchObject({ ending: '-', permerrors: [], complete: true })
    expect(mx.ran && mx.value.hosts.map(({ state, bogus }) => [state, bogus?.zone])).toEqual([
      ['resolved', zone],
      ['resolved', undefined],
    ])
  })

  it.each(causes)('reports the zone itself when it is broken by %s, once', (how, code) => {
    const name = `${how}.example`
    const result = of(name)
    expect(findingIds(result)).toEqual(['dnssec_bogus'])
    expect(factsOf(result, 'dnssec_bogus')).toMatchObject([{ broken: { zone: name, whole: true, fault: { code } } }])
    expect(wordsOf(result)).toContain(`Validating resolvers cannot resolve ${name}`)
  })

  it('names the zone above, of a name inside a broken zone', () => {
    const result = of('sub.expired.example')
    expect(factsOf(result, 'dnssec_bogus')).toMatchObject([{ broken: { zone: 'expired.example', whole: true } }])
    expect(wordsOf(result)).toContain('DNSSEC of expired.example is broken: its signatures expired on 2020-02-01.')
  })

  it('names the zone that the domain itself is an alias into', () => {
    const result = of('sub.whole.example')
    expect(factsOf(result, 'dnssec_bogus')).toMatchObject([
      { alias: 'expired.example', broken: { zone: 'expired.example', whole: true, fault: { code: 'expired' } } },
    ])
    expect(result.score).toBe(60)
    expect(wordsOf(result)).toContain('sub.whole.example is an alias of expired.example, where DNSSEC is broken: ')
  })

  it('reports that no MX host resolves when all of them are in broken zones', () => {
    const result = of('all-mx.example')
    expect(findingIds(result)).toEqual(['mx_all_unresolvable'])
    expect(factsOf(result, 'mx_all_unresolvable')).toMatchObject([
      { hosts: 'mx.expired.example', broken: [{ zone: 'expired.example', fault: { code: 'expired' } }] },
    ])
  })

  it('names a zone below the domain, with its effect', () => {
    const result = of('parent.example')
    expect(findingIds(result)).toEqual(['mx_bogus'])
    expect(factsOf(result, 'mx_bogus')).toMatchObject([
      { hosts: 'mx.mail.parent.example', broken: { zone: 'mail.parent.example', fault: { code: 'expired' } } },
    ])
    expect(wordsOf(result)).toContain('Sign mail.parent.example again')
  })

  it('tells one record that does not validate from a zone, also for the subdomain that inherits it', () => {
    for (const name of ['spoiled.example', 'sub.spoiled.example']) {
      expect(factsOf(of(name), 'dmarc_bogus')).toMatchObject([
        { location: 'spoiled.example', broken: { zone: 'spoiled.example', whole: false } },
      ])
      expect(findingIds(of(name))).not.toContain('dnssec_bogus')
    }
  })

  it("reports the parent's DMARC record behind a broken alias to the subdomain that inherits it", () => {
    expect(factsOf(of('sub.uses-expired.example'), 'dmarc_bogus')).toMatchObject([
      { location: 'uses-expired.example', broken: { zone: 'expired.example', fault: { code: 'expired' } } },
    ])
  })

  it('asks nothing more while everything validates', () => {
    const result = of('whole.example')
    expect(findingIds(result)).toEqual([])
    expect(result.score).toBe(100)
    const asked = Object.values(result.sections).flatMap(({ evidence }) => dnsEvidence(evidence))
    expect(asked.filter(({ via }) => via.broken !== undefined)).toEqual([])
  })

  it('spf check answers temperror where a validating receiver does, and names the zone', async () => {
    const sender = 'a@uses-expired.example'
    const reason = 'DNSSEC of expired.example is broken (its signatures expired on 2020-02-01)'
    expect(await spfCheck(lab.resolver, '8.26.56.10', 'a@whole.example')).toMatchObject({ reply: { result: 'pass' } })
    // A term before the broken one decides as ever.
    expect(await spfCheck(lab.resolver, '8.26.57.1', sender)).toMatchObject({ code: 0, reply: { result: 'pass' } })
    expect(await spfCheck(lab.resolver, '8.26.99.1', sender)).toMatchObject({
      code: 1,
      reply: { result: 'temperror', problem: `the TXT lookup of expired.example failed because ${reason}` },
    })
    expect(await spfCheck(lab.resolver, '8.26.56.10', 'a@expired.example')).toMatchObject({
      code: 1,
      reply: { result: 'temperror', problem: `the TXT lookup of expired.example failed because ${reason}` },
    })
  })

  it('reports the same in a second scan, when the resolver has cached the failure', async () => {
    const again = await scanOne('uses-expired.example', { resolver: lab.resolver })
    expect(findingIds(again)).toEqual(findingIds(of('uses-expired.example')))
    for (const id of ['mx_bogus', 'dmarc_bogus'])
      expect(factsOf(again, id)).toMatchObject([{ broken: { fault: { code: 'expired', date: '2020-02-01' } } }])
  })
})
