import { describe, expect, it } from 'vitest'
import type { BrokenZone, Zone } from '../dns/index.ts'
import { wordsOf } from './index.ts'
import { idsOf, lost, nullMx, reject, rua, scanOf, zoneOf } from './judged-zone.fixture.ts'

const brokenIn = (zone: string, more: Partial<BrokenZone> = {}) =>
  ({
    authentic: 'bogus',
    broken: { zone, whole: true, fault: { code: 'expired', date: '2026-10-30' }, ...more },
  }) as const
const elsewhere = brokenIn('example.net')

async function found(zone: Zone) {
  const result = await scanOf(zone)
  return { ids: idsOf(result), lost: lost(result), words: result.findings.map(wordsOf), findings: result.findings }
}
const withMx = (...hosts: string[]) => zoneOf({ spf: 'v=spf1 -all', apex: { MX: hosts.map(host => [10, host]) } })

describe('a mail host in another zone with broken DNSSEC', () => {
  it('is named, with the effect on senders that validate and what to do', async () => {
    const zone = withMx('mx1.example.com', 'mx.example.net')
    const { lost, words, findings } = await found({ ...zone, 'mx.example.net': { A: ['93.184.216.36'], ...elsewhere } })
    expect(lost).toEqual({ mx_bogus: -15 })
    expect(findings).toMatchObject([
      { subject: 'example.net', evidence: ['MX example.com', 'A mx.example.net', 'AAAA mx.example.net'] },
    ])
    expect(words).toMatchObject([
      {
        reason: 'MX host in a zone with broken DNSSEC: example.net',
        meaning:
          'DNSSEC of example.net is broken: its signatures expired on 2026-10-30. Validating senders deliver no mail to mx.example.net.',
        advice:
          'Ask the operator of example.net to sign example.net again, and check that the signer renews signatures before they expire. Or replace mx.example.net in the MX records with a host that senders can resolve.',
      },
    ])
  })

  it('costs once for each broken zone, and all its hosts are named', async () => {
    const zone = withMx('mx1.example.com', 'mx1.example.net', 'mx2.example.net', 'mx.example.org')
    const { words, findings } = await found({
      ...zone,
      'mx1.example.net': { A: ['93.184.216.36'], ...elsewhere },
      'mx2.example.net': { A: ['93.184.216.37'], ...elsewhere },
      'mx.example.org': { A: ['93.184.216.38'], ...brokenIn('example.org') },
    })
    expect(findings.map(({ id, subject }) => [id, subject])).toEqual([
      ['mx_bogus', 'example.org'],
      ['mx_bogus', 'example.net'],
    ])
    expect(findings[1]?.evidence).toContain('A mx2.example.net')
    expect(words[1]?.meaning).toContain('deliver no mail to mx1.example.net, mx2.example.net.')
  })

  it('is no host that resolves: when all are so, or have no address, no MX host resolves', async () => {
    const zone = {
      ...withMx('mx.example.net', 'gone.example.net'),
      'mx.example.net': { A: ['93.184.216.36'], ...elsewhere },
    }
    const { lost, words } = await found(zone)
    expect(lost).toEqual({ mx_all_unresolvable: -35 })
    expect(words[0]?.meaning).toBe(
      'DNSSEC is broken in example.net, so validating senders deliver no mail. No address exists for gone.example.net.',
    )
    expect(words[0]?.advice).toContain(' Replace gone.example.net in the MX records, or remove it. Or point')
  })

  it('is told with the cause and the advice of its own zone when all of several zones are broken', async () => {
    const missing = { fault: { code: 'signatures-missing' } } as const
    const { lost, words } = await found({
      ...withMx('mx.example.net', 'mx.example.org'),
      'mx.example.net': { A: ['93.184.216.36'], ...elsewhere },
      'mx.example.org': { A: ['93.184.216.37'], ...brokenIn('example.org', missing) },
    })
    expect(lost).toEqual({ mx_all_unresolvable: -35 })
    expect(words[0]?.meaning).toMatch(
      /^DNSSEC is broken in example\.net, example\.org, so validating senders deliver no mail/,
    )
    expect(words[0]?.advice).toMatch(/^Ask the operator of example\.net to .+ Ask the operator of example\.org to /)
  })

  it('whose record alone does not validate in the own zone is no broken zone, and its DS record stays', async () => {
    const some = brokenIn('example.com', { whole: false, fault: { code: 'signatures-wrong' } })
    const { lost, words } = await found({
      ...withMx('mx.example.com'),
      'mx.example.com': { A: ['93.184.216.36'], ...some },
    })
    expect(lost).toEqual({ mx_all_unresolvable: -35 })
    expect(words[0]?.meaning).toMatch(/^DNSSEC of example\.com is partly broken: /)
    expect(words[0]?.advice).toBe(
      'Sign every record of example.com again. Or point the MX records at hosts that senders can resolve.',
    )
  })

  it('is told once, with the effect on SPF, when the term mx needs it too', async () => {
    const zone = zoneOf({ apex: { MX: ['mx1.example.com', 'mx.example.net'].map(host => [10, host]) } })
    const { lost, words } = await found({ ...zone, 'mx.example.net': { A: ['93.184.216.36'], ...elsewhere } })
    expect(lost).toEqual({ mx_bogus: -15 })
    expect(words[0]?.meaning).toMatch(/receivers return temperror at the SPF term mx\.$/)
  })

  it('counts while one of its lookups is answered and validates', async () => {
    const zone = withMx('mx.example.net')
    expect((await found({ ...zone, 'mx.example.net': { A: ['93.184.216.36'] } })).ids).toEqual([])
  })

  it('below the domain is the own zone only where that zone is the broken one', async () => {
    const hosts = withMx('mx1.example.com', 'mx.mail.example.com')
    const child = { A: ['93.184.216.36'], ...brokenIn('mail.example.com') }
    const { lost, words } = await found({ ...hosts, 'mx.mail.example.com': child })
    expect(lost).toEqual({ mx_bogus: -15 })
    expect(words[0]?.advice).toMatch(/^Sign mail\.example\.com again/)
    const own = { A: ['93.184.216.36'], ...brokenIn('example.com') }
    expect((await found({ ...hosts, 'mx.mail.example.com': own })).lost).toEqual({ dnssec_bogus: -40 })
  })
})

describe('a term of SPF that needs another zone with broken DNSSEC', () => {
  it('is named, with the zone and the cause, which costs once for all terms', async () => {
    const zone = zoneOf({ spf: 'v=spf1 mx include:spf.example.net a:www.example.net -all' })
    const { words } = await found({
      ...zone,
      'spf.example.net': { TXT: ['v=spf1 include:deep.example.net -all'], ...elsewhere },
      'deep.example.net': { TXT: ['v=spf1 ip4:192.0.2.1 -all'], ...elsewhere },
      'www.example.net': { A: ['93.184.216.36'], ...elsewhere },
    })
    expect(words.map(({ reason, points }) => [reason, points])).toEqual([
      ['SPF depends on a zone with broken DNSSEC: example.net', -12],
    ])
    expect(words[0]?.meaning).toBe(
      'DNSSEC of example.net is broken: its signatures expired on 2026-10-30. Validating receivers return temperror at include:spf.example.net, a:www.example.net.',
    )
    expect(words[0]?.advice).toMatch(
      / If one of include:spf\.example\.net, a:www\.example\.net names no server that still sends for you, remove it\.$/,
    )
  })

  it('costs once for each broken zone', async () => {
    const zone = zoneOf({ spf: 'v=spf1 mx include:example.net include:example.org -all' })
    const { findings } = await found({
      ...zone,
      'example.net': { TXT: ['v=spf1 ip4:192.0.2.1 -all'], ...elsewhere },
      'example.org': { TXT: ['v=spf1 ip4:192.0.2.2 -all'], ...brokenIn('example.org') },
    })
    expect(findings.map(({ id, subject }) => [id, subject])).toEqual([
      ['spf_include_bogus', 'example.net'],
      ['spf_include_bogus', 'example.org'],
    ])
  })

  it('without a record is a permerror and nothing else: a sound zone would not change that', async () => {
    const zone = zoneOf({ spf: 'v=spf1 mx include:example.net -all' })
    expect((await found({ ...zone, 'example.net': { A: ['192.0.2.1'], ...elsewhere } })).lost).toEqual({
      spf_permerror: -18,
    })
    const other = { TXT: ['v=spf1 ip4:192.0.2.1 -all'], ...elsewhere }
    const beside = zoneOf({ spf: 'v=spf1 mx include:example.net include:spf.example.net -all' })
    const { lost, words } = await found({ ...beside, 'example.net': { ...elsewhere }, 'spf.example.net': other })
    expect(lost).toEqual({ spf_permerror: -18, spf_include_bogus: -12 })
    expect(words[1]?.meaning).toContain('temperror at include:spf.example.net.')
  })

  it('is told with the terms that lead to it', async () => {
    const zone = zoneOf({ spf: 'v=spf1 mx redirect=spf.example.org' })
    const { words, findings } = await found({
      ...zone,
      'spf.example.org': { TXT: ['v=spf1 include:example.net -all'] },
      'example.net': { TXT: ['v=spf1 ip4:192.0.2.1 -all'], ...elsewhere },
    })
    expect(findings.map(({ subject }) => subject)).toEqual(['example.net'])
    expect(words[0]?.meaning).toContain('temperror at redirect=spf.example.org → include:example.net.')
    expect(words[0]?.advice).toMatch(
      / If redirect=spf\.example\.org names no server that still sends for you, replace it with -all\.$/,
    )
  })

  it('shows in the tree, which holds the records all the same', async () => {
    const zone = {
      ...zoneOf({ spf: 'v=spf1 include:example.net -all' }),
      'example.net': { TXT: ['v=spf1 -all'], ...elsewhere },
    }
    const { spf } = (await scanOf(zone)).sections
    expect(spf.ran && spf.value.tree?.root.terms[0]).toMatchObject({
      child: { record: 'v=spf1 -all' },
      problem: 'DNSSEC of example.net is broken: its signatures expired on 2026-10-30',
      bogus: { zone: 'example.net' },
    })
  })

  it('is no finding where the own zone is the broken one', async () => {
    const zone = zoneOf({ spf: 'v=spf1 include:spf.example.com -all' })
    const own = { TXT: ['v=spf1 ip4:192.0.2.1 -all'], ...brokenIn('example.com') }
    expect((await found({ ...zone, 'spf.example.com': own })).lost).toEqual({ dnssec_bogus: -40 })
  })
})

describe('a DMARC record in another zone with broken DNSSEC', () => {
  it('behind an alias is no policy for receivers that validate', async () => {
    const zone = {
      ...zoneOf({ dmarc: null }),
      '_dmarc.example.com': { CNAME: ['_dmarc.example.net'] },
      '_dmarc.example.net': { TXT: [reject], ...elsewhere },
    }
    const { lost, words } = await found(zone)
    expect(lost).toEqual({ dmarc_bogus: -15 })
    expect(words[0]?.meaning).toBe(
      'DNSSEC of example.net is broken: its signatures expired on 2026-10-30. Validating receivers apply no policy to mail from example.com.',
    )
  })

  it.each([
    `v=DMARC1; p=none; ${rua}`,
    `v=DMARC1; p=none; sp=reject; ${rua}`,
    `${reject}; t=y`,
    `v=DMARC1; p=quarantine; sp=none; t=y; ${rua}`,
    'v=DMARC1; p=quarantine; rua=mailto:reports@gone.example',
    reject,
  ])('never costs more than a missing one, also of a domain without mail: %s', async record => {
    for (const domain of [{}, { spf: 'v=spf1 -all', apex: nullMx }]) {
      const zone = zoneOf({ ...domain, dmarc: null })
      const alias = { ...zone, '_dmarc.example.com': { CNAME: ['_dmarc.example.net'] } }
      const missing = (await scanOf(alias)).score ?? 0
      const bogus = await scanOf({ ...alias, '_dmarc.example.net': { TXT: [record], ...elsewhere } })
      expect(bogus.score).toBeGreaterThanOrEqual(missing)
      expect(idsOf(bogus).includes('dmarc_bogus')).toBe(!record.includes('p=none;') || record.includes('p=quarantine'))
    }
  })

  it('that alone does not validate in a zone that does, is told as that', async () => {
    const zone = { ...zoneOf(), '_dmarc.example.com': { TXT: [reject], ...brokenIn('example.com', { whole: false }) } }
    expect((await found(zone)).lost).toEqual({ dmarc_bogus: -15 })
  })
})

describe('DNSSEC is broken', () => {
  it('for the domain when its zone is, or one above it, and the zone is named', async () => {
    const { 'example.com': apex, ...rest } = zoneOf()
    const { lost, words } = await found({ ...rest, 'example.com': { ...apex, ...brokenIn('com') } })
    expect(lost).toEqual({ dnssec_bogus: -40 })
    expect(words[0]?.meaning).toBe(
      'DNSSEC of com is broken: its signatures expired on 2026-10-30. Validating resolvers cannot resolve example.com.',
    )
  })

  it('for a domain that is itself an alias into a broken zone, which counts once', async () => {
    const { 'example.com': apex, ...rest } = zoneOf()
    const site = { ...apex, MX: [[10, 'mx.example.net']] as const, ...elsewhere }
    const mx = { A: ['93.184.216.36'], ...elsewhere }
    const zone = { ...rest, 'example.com': { CNAME: ['site.example.net'] }, 'site.example.net': site }
    const { score, ...result } = await scanOf({ ...zone, 'mx.example.net': mx })
    expect(score).toBe(60)
    expect(lost({ score, ...result })).toEqual({ dnssec_bogus: -40 })
    const words = result.findings.map(wordsOf).find(({ reason }) => reason === 'DNSSEC is broken')
    expect(words?.meaning).toBe(
      'example.com is an alias of site.example.net, where DNSSEC is broken: its signatures expired on 2026-10-30. Validating resolvers refuse it.',
    )
    expect(words?.advice).toBe(
      'Ask the operator of example.net to sign example.net again, and check that the signer renews signatures before they expire. Or replace the alias at example.com with your own records.',
    )
  })

  it('for some records when only the domain’s own do not validate', async () => {
    const { 'example.com': apex, ...rest } = zoneOf()
    const some = brokenIn('example.com', { whole: false })
    const { words } = await found({ ...rest, 'example.com': { ...apex, ...some } })
    expect(words[0]?.meaning).toBe(
      'DNSSEC of example.com is partly broken: its signatures expired on 2026-10-30. Validating resolvers refuse some records of example.com.',
    )
  })

  it('reads as before in scans that stored words', () => {
    const facts = { domain: 'example.com', detail: 'a signature has expired' }
    expect(wordsOf({ id: 'dnssec_bogus', facts }).meaning).toBe(
      'DNSSEC of example.com is broken: a signature has expired. Validating resolvers cannot resolve example.com.',
    )
  })
})
