import type { Zone, ZoneEntry } from '@waxseal/core/dns'
import { type MailHostReport, type RelayProbe, type RelayTarget, untouched } from '@waxseal/core/relay'
import { describe, expect, it } from 'vitest'
import { contextOf, findingsOf, mailZone, transport } from './transport.fixture.ts'
import { collectTransport } from './transport.ts'

const now = () => new Date('2026-11-20T10:00:00Z')

/** A probe that finds a healthy server and records its targets. */
function probe(changes: Partial<MailHostReport> = {}): RelayProbe & { asked: RelayTarget[] } {
  const asked: RelayTarget[] = []
  return {
    asked,
    probe(target) {
      asked.push(target)
      const report = untouched(target, now(), { reason: 'It refused to relay.' })
      return Promise.resolve({ ...report, contacted: true, greeting: target.host, starttls: 'offered', ...changes })
    },
  }
}

const certificate: NonNullable<MailHostReport['tls']>['certificate'] = {
  names: ['mx.example.com'],
  issuer: 'R11',
  notBefore: '2026-10-01T00:00:00.000Z',
  notAfter: '2026-12-31T00:00:00.000Z',
  selfSigned: false,
  trusted: true,
  chainProblem: null,
  problem: null,
  sha256: 'a1'.repeat(32),
  spkiSha256: 'a3'.repeat(32),
  chain: [],
}

/** A probe of a server whose certificate this organization issued. */
function showing(authority: string): RelayProbe {
  return probe({ tls: { protocol: 'TLSv1.3', certificate: { ...certificate, authority } } })
}

describe('the questions', () => {
  it('of a domain with one mail host are few, and asked once', async () => {
    const context = contextOf(mailZone())
    const section = await collectTransport(context)
    expect(section.ran).toBe(true)
    const asked = new Set(context.calls)
    expect(asked).toEqual(
      new Set([
        'MX example.com',
        'A mx.example.com',
        'AAAA mx.example.com',
        'PTR 10.56.26.8.in-addr.arpa',
        'PTR 0.1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.6.2.ip6.arpa',
        'TLSA _25._tcp.mx.example.com',
        'TXT _mta-sts.example.com',
        'TXT _smtp._tls.example.com',
        'TXT default._bimi.example.com',
        'CAA example.com',
        'CAA com',
        'NS example.com',
        'DS example.com',
        'DS com',
        'DNSKEY example.com',
      ]),
    )
  })

  it('of a name deep below its zone are limited, and what they did not reach is not reported as missing', async () => {
    const name = 'a.b.c.d.e.f.g.h.example.com'
    const zone: Zone = mailZone({
      [name]: { MX: [[10, 'mx.example.com']] },
      'example.com': { NS: ['ns.example.com'], CAA: [{ flags: 0, tag: 'issue', value: 'ca.example.net' }] },
    })
    const context = Object.assign(contextOf(zone), { name })
    const section = await collectTransport(context)
    if (!section.ran) throw new Error('did not run')
    expect(section.value.caa.at(-1)).toEqual({ name: 'example.com', records: null })
    expect(section.value.dnssec).toMatchObject({ ds: null, keys: null })
    expect(findingsOf(section)).not.toContain('caa_missing')
    expect(findingsOf(section)).not.toContain('dnssec_unsigned')
    expect(context.calls).not.toContain('CAA example.com')
  })

  it('of twenty hosts with many addresses have an end', async () => {
    const zone: Record<string, ZoneEntry> = {
      'example.com': { MX: Array.from({ length: 60 }, (_, at) => [at, `mx${at}.example.com`] as const) },
    }
    for (let at = 0; at < 60; at++) {
      zone[`mx${at}.example.com`] = { A: Array.from({ length: 40 }, (_, n) => `8.26.${at}.${n}`) }
      for (let n = 0; n < 40; n++)
        zone[`${n}.${at}.26.8.in-addr.arpa`] = { PTR: Array.from({ length: 40 }, (_, ptr) => `p${ptr}.example.net`) }
    }
    const context = contextOf(zone)
    await collectTransport(context)
    expect(new Set(context.calls).size).toBeLessThan(200)
  })

  it('that all fail leave the section unchecked', async () => {
    const silent: ZoneEntry = { fail: 'timeout' }
    const names = ['example.com', '_mta-sts.example.com', '_smtp._tls.example.com', 'default._bimi.example.com', 'com']
    const section = await collectTransport(contextOf(Object.fromEntries(names.map(name => [name, silent]))))
    expect(section).toMatchObject({ ran: false, reason: 'timeout' })
  })

  it('that failed are gaps, and nothing is reported as missing', async () => {
    const zone = mailZone({
      '_mta-sts.example.com': { fail: 'servfail' },
      '_smtp._tls.example.com': { fail: 'timeout' },
      'default._bimi.example.com': { fail: 'refused' },
      '10.56.26.8.in-addr.arpa': { fail: 'timeout' },
      '0.1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.6.2.ip6.arpa': { fail: 'timeout' },
      '_25._tcp.mx.example.com': { fail: 'servfail' },
    })
    const section = await transport(zone)
    expect(section.gaps.map(({ question }) => question.type).sort()).toEqual([
      'PTR',
      'PTR',
      'TLSA',
      'TXT',
      'TXT',
      'TXT',
    ])
    expect(findingsOf(section)).toEqual(['dnssec_unsigned', 'caa_missing'])
  })
})

describe('what is missing', () => {
  it('is reported only when the zone itself confirms it', async () => {
    const live = mailZone({ '_smtp._tls.example.com': { TXT: ['v=TLSRPTv1; rua=mailto:tls@example.com'] } })
    const { value, evidence } = await transport(mailZone(), { live })
    expect(value.tlsRpt.texts).toEqual(['v=TLSRPTv1; rua=mailto:tls@example.com'])
    const asked = evidence.filter(piece => piece.kind === 'dns' && piece.via.authoritative).map(({ id }) => id)
    expect(asked).toContain('TXT _mta-sts.example.com @authoritative')
    expect(asked).toContain('CAA example.com @authoritative')
    expect(asked.join()).not.toMatch(/CAA com |DS /)
  })

  it('does not include what a wildcard brings', async () => {
    const { value } = await transport(mailZone({ '*.example.com': { TXT: ['v=spf1 -all'] } }))
    expect([value.mtaSts.texts, value.tlsRpt.texts, value.bimi.texts]).toEqual([[], [], []])
  })
})

describe('mail hosts', () => {
  it('are tested by the probe of the relay check, with the same targets, and the transcript is evidence', async () => {
    const relay = probe()
    const section = await transport(mailZone(), { relay })
    expect(relay.asked).toEqual([
      { host: 'mx.example.com', address: '8.26.56.10', addresses: ['8.26.56.10', '2600::10'] },
    ])
    expect(section.value.smtp).toBe('on')
    expect(section.value.sessions).toHaveLength(1)
    expect(section.value.sessions[0]).not.toHaveProperty('transcript')
    expect(section.evidence.filter(({ kind }) => kind === 'smtp').map(({ id }) => id)).toEqual([
      'SMTP mx.example.com [8.26.56.10]:25',
    ])
  })

  it('are not tested where that is switched off', async () => {
    const { value } = await transport(mailZone())
    expect([value.smtp, value.sessions]).toEqual(['off', []])
  })

  it('that do not exist are not applicable: a null MX, or neither MX nor address', async () => {
    expect((await transport({ 'example.com': { MX: [[0, '.']] } }, { relay: probe() })).value.mail).toBe('none')
    expect((await transport({ 'example.com': { TXT: ['v=spf1 -all'] } }, { relay: probe() })).value.mail).toBe('none')
  })

  it('that could not be asked for are unchecked', async () => {
    const mx = await transport({ 'example.com': { fail: { MX: 'timeout' } } })
    expect([mx.value.mail, mx.value.reason]).toEqual(['unchecked', 'timeout'])
    const address = await transport({ 'example.com': { fail: { AAAA: 'servfail' } } })
    expect([address.value.mail, address.value.reason]).toEqual(['unchecked', 'servfail'])
  })

  it('without MX are the domain itself, which is never tested: no MX record asked for mail there', async () => {
    const relay = probe()
    const { value } = await transport({ 'example.com': { A: ['8.26.56.9'] } }, { relay })
    expect([value.mail, value.hosts, value.sessions]).toEqual(['hosts', ['example.com'], []])
    expect(relay.asked).toEqual([])
  })
})

describe('BIMI and CAA', () => {
  it('of a subdomain are those of the domain above it where it has none', async () => {
    const zone: Zone = {
      'news.example.com': { MX: [[10, 'mx.example.com']] },
      'default._bimi.example.com': { TXT: ['v=BIMI1; l=https://example.com/l.svg'] },
      'example.com': { CAA: [{ flags: 0, tag: 'issue', value: 'ca.example' }] },
    }
    const context = Object.assign(contextOf(zone), { name: 'news.example.com' })
    const above = await collectTransport(context)
    expect(above.ran && above.value.bimi).toEqual({
      name: 'default._bimi.example.com',
      texts: ['v=BIMI1; l=https://example.com/l.svg'],
    })
    expect(above.ran && above.value.caa.map(({ name, records }) => [name, records?.length])).toEqual([
      ['news.example.com', 0],
      ['example.com', 1],
      ['com', 0],
    ])
  })

  it('of a mail host are looked up where those of the domain forbid the renewal of its certificate', async () => {
    const forbidding: ZoneEntry = {
      MX: [[10, 'mx.example.com']],
      CAA: [{ flags: 0, tag: 'issue', value: 'ca.example.net' }],
    }
    const below = async (authority: string, own: ZoneEntry = {}) => {
      const zone = mailZone({ 'example.com': forbidding, 'mx.example.com': { A: ['8.26.56.10'], ...own } })
      const section = await transport(zone, { relay: showing(authority) })
      return [section.value.caaBelow, findingsOf(section).filter(id => id.startsWith('caa'))]
    }
    expect(await below("Let's Encrypt")).toEqual([[{ name: 'mx.example.com', records: [] }], ['caa_renewal']])
    const records = [{ flags: 0, tag: 'issue', value: 'letsencrypt.org' }]
    expect(await below("Let's Encrypt", { CAA: records })).toEqual([[{ name: 'mx.example.com', records }], []])
    expect(await below('Example Authority')).toEqual([undefined, []])
  })

  it('keep no more of hostile records than can be read', async () => {
    const zone = mailZone({
      'default._bimi.example.com': { TXT: Array.from({ length: 500 }, (_, at) => `v=BIMI1; ${at}${'x'.repeat(5000)}`) },
      'example.com': {
        MX: [[10, 'mx.example.com']],
        CAA: Array.from({ length: 900 }, (_, at) => ({ flags: 0, tag: 'issue', value: `${at}${'x'.repeat(9000)}` })),
      },
    })
    const { value } = await transport(zone)
    expect(JSON.stringify(value).length).toBeLessThan(100_000)
  })
})
