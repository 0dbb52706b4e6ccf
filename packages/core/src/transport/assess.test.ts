import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wordsOf } from '../health/index.ts'
import { assessParts, assessTransport } from './assess.ts'
import { address, contextOf, domain, host, partOf, session, valueOf } from './healthy.fixture.ts'
import type { TransportValue } from './value.ts'

describe('a domain with everything in place', () => {
  it('has nine parts, all ok, and nothing to recommend', () => {
    const parts = assessParts(valueOf(), contextOf())
    expect(parts.map(({ title, state }) => `${title}: ${state}`)).toEqual([
      'STARTTLS: ok',
      'Certificates of the mail servers: ok',
      'PTR and greeting: ok',
      'MTA-STS: ok',
      'TLS reporting: ok',
      'DANE: ok',
      'DNSSEC: ok',
      'BIMI: ok',
      'CAA: ok',
    ])
    expect(assessTransport(valueOf(), contextOf())).toEqual([])
    for (const { summary, evidence } of parts) {
      expect(summary).toMatch(/^[A-Z].*\.$/)
      expect(evidence.length).toBeGreaterThan(0)
    }
  })
})

it('a TLS reporting record with a second rua gets the one with all its addresses (RFC 8460 section 3)', () => {
  const texts = ['v=TLSRPTv1; rua=mailto:a@example.com; rua=mailto:b@example.com,mailto:a@example.com']
  const value = valueOf({ tlsRpt: { name: '_smtp._tls.example.com', texts } })
  expect(assessTransport(value, contextOf()).map(wordsOf)).toMatchObject([
    {
      title: 'The TLS reporting record repeats rua',
      advice:
        'Publish as TXT at _smtp._tls.example.com instead: v=TLSRPTv1; rua=mailto:a@example.com,mailto:b@example.com',
    },
  ])
  expect(assessParts(value, contextOf()).find(({ id }) => id === 'tls-rpt')?.state).toBe('recommendation')
})

describe('a domain with nothing of it', () => {
  const bare: Partial<TransportValue> = {
    sessions: [session({ starttls: 'not-offered', tls: null, greeting: 'localhost' })],
    reverse: [{ host, address, record: '10.56.26.8.in-addr.arpa', names: [], confirmed: false }],
    mtaSts: { name: '_mta-sts.example.com', texts: [], policy: null },
    tlsRpt: { name: '_smtp._tls.example.com', texts: [] },
    dane: [{ host, record: `_25._tcp.${host}`, tlsa: [], authentic: 'no', hostAuthentic: 'no' }],
    dnssec: { zone: domain, ds: 0, keys: 0, authentic: 'no', validating: null },
    bimi: { name: 'default._bimi.example.com', texts: [] },
    caa: [{ name: domain, records: [] }],
  }

  it('is recommended all of it, each with the clause and the record to publish, and loses no point', () => {
    const findings = assessTransport(valueOf(bare), contextOf())
    expect(findings.map(({ id }) => id)).toEqual([
      'starttls_missing',
      'ptr_missing',
      'greeting_invalid',
      'mta_sts_missing',
      'tls_rpt_missing',
      'dnssec_unsigned',
      'bimi_missing',
      'caa_missing',
    ])
    expect(findings.every(finding => wordsOf(finding).points === 0)).toBe(true)
    expect(new Set(findings.map(finding => wordsOf(finding).reason)).size).toBe(findings.length)
    const advice = (id: string) =>
      findings.filter(finding => finding.id === id).map(finding => wordsOf(finding).advice)[0]
    expect(advice('mta_sts_missing')).toBe(
      'Serve at https://mta-sts.example.com/.well-known/mta-sts.txt, line by line: version: STSv1 / mode: testing / mx: mx.example.com / max_age: 604800. Then publish as TXT at _mta-sts.example.com: v=STSv1; id=1',
    )
    expect(advice('tls_rpt_missing')).toBe(
      'Publish as TXT at _smtp._tls.example.com: v=TLSRPTv1; rua=mailto:tls-reports@example.com',
    )
    expect(advice('ptr_missing')).toContain('10.56.26.8.in-addr.arpa PTR mx.example.com')
  })

  it('rests each recommendation on the question it follows from', () => {
    const rests = assessTransport(valueOf(bare), contextOf()).map(({ id, evidence }) => [id, ...evidence])
    expect(rests).toContainEqual(['tls_rpt_missing', 'TXT _smtp._tls.example.com'])
    expect(rests).toContainEqual(['starttls_missing', `SMTP ${host} [${address}]:25`])
    expect(rests).toContainEqual(['dnssec_unsigned', 'DS example.com', 'DNSKEY example.com'])
    expect(rests).toContainEqual(['caa_missing', 'CAA example.com'])
  })
})

describe('what could not be asked', () => {
  it('is unchecked in every part, and recommends nothing', () => {
    const value = valueOf({
      mail: 'unchecked',
      reason: 'timeout',
      hosts: [],
      sessions: [],
      reverse: [],
      mtaSts: { name: '_mta-sts.example.com', texts: null, policy: null },
      tlsRpt: { name: '_smtp._tls.example.com', texts: null },
      dane: [],
      dnssec: { zone: domain, ds: null, keys: null, authentic: 'no', validating: null },
      bimi: { name: 'default._bimi.example.com', texts: null },
      caa: [{ name: domain, records: null }],
    })
    const parts = assessParts(value, contextOf())
    expect(new Set(parts.map(({ state }) => state))).toEqual(new Set(['unchecked']))
    expect(assessTransport(value, contextOf())).toEqual([])
  })

  it('is told where tests over SMTP are switched off', () => {
    const off = partOf('starttls', { smtp: 'off', sessions: [] })
    expect([off.state, off.summary]).toEqual(['off', 'SMTP tests are turned off.'])
    expect(partOf('certificate', { smtp: 'off', sessions: [] }).summary).toBe('SMTP tests are turned off.')
  })
})

describe('a domain that takes no mail', () => {
  it('is asked only for what has nothing to do with receiving', () => {
    const value = valueOf({ mail: 'none', hosts: [], sessions: [], reverse: [], dane: [] })
    const states = assessParts(value, contextOf({ nonMail: true })).map(({ id, state }) => `${id} ${state}`)
    expect(states).toEqual([
      'starttls not-applicable',
      'certificate not-applicable',
      'reverse not-applicable',
      'mta-sts not-applicable',
      'tls-rpt not-applicable',
      'dane not-applicable',
      'dnssec ok',
      'bimi not-applicable',
      'caa ok',
    ])
  })
})

describe('a domain without an MX that is not meant for mail, though it has an address', () => {
  const parked: Partial<TransportValue> = {
    hosts: [domain],
    sessions: [],
    reverse: [{ host: domain, address, record: '10.56.26.8.in-addr.arpa', names: [], confirmed: false }],
    mtaSts: { name: '_mta-sts.example.com', texts: [], policy: null },
    tlsRpt: { name: '_smtp._tls.example.com', texts: [] },
    dane: [{ host: domain, record: `_25._tcp.${domain}`, tlsa: [], authentic: 'yes', hostAuthentic: 'yes' }],
  }
  const inbound = ['starttls', 'certificate', 'reverse', 'mta-sts', 'tls-rpt', 'dane'] as const

  it('is advised nothing that only mail servers need: it is told to publish a null MX', () => {
    const context = contextOf({ nonMail: true })
    expect(assessTransport(valueOf(parked), context)).toEqual([])
    for (const id of inbound) {
      expect(partOf(id, parked, { nonMail: true })).toMatchObject({
        state: 'not-applicable',
        summary: 'The domain is not used for mail. Its SPF record allows no sender, and it has no MX record.',
      })
    }
  })

  it('is advised nothing either while its SPF record, which decides that, could not be asked for', () => {
    expect(assessTransport(valueOf(parked), contextOf({ nonMail: null }))).toEqual([])
    for (const id of inbound) {
      expect(partOf(id, parked, { nonMail: null })).toMatchObject({
        state: 'unchecked',
        summary: 'The lookups that show whether the domain is used for mail failed.',
      })
    }
  })

  it('is advised all of it where it sends mail: mail then comes to its address', () => {
    const ids = assessTransport(valueOf(parked), contextOf({ nonMail: false })).map(({ id }) => id)
    // No server of its own was asked for TLS, so no TLSA record is advised.
    expect(ids).toEqual(['ptr_missing', 'mta_sts_missing', 'tls_rpt_missing'])
  })
})

describe('whatever stands in the records', () => {
  const octets = fc.string({
    unit: fc.integer({ min: 0, max: 255 }).map(code => String.fromCharCode(code)),
    maxLength: 300,
  })
  const begun = fc
    .tuple(fc.constantFrom('', 'v=STSv1; ', 'v=TLSRPTv1; rua=', 'v=BIMI1; l=', 'version: STSv1\nmx: ', 'mx: '), octets)
    .map(([start, rest]) => start + rest)

  it('the parts say something, in printable words', () => {
    fc.assert(
      fc.property(fc.array(begun, { maxLength: 3 }), begun, octets, (texts, text, tag) => {
        const { mtaSts, tlsRpt, bimi } = valueOf()
        const policy = mtaSts.policy && { ...mtaSts.policy, text, contentType: null }
        const value = valueOf({
          mtaSts: { ...mtaSts, texts: [...texts, 'v=STSv1; id=1'], policy },
          tlsRpt: { ...tlsRpt, texts },
          bimi: { ...bimi, texts },
          caa: [{ name: domain, records: [{ flags: 128, tag, value: text }] }],
          sessions: [session({ greeting: text, starttls: 'offered' }, { names: texts, issuer: text, trusted: false })],
          dane: [],
        })
        for (const { summary, details, findings } of assessParts(value, contextOf())) {
          const words = findings.flatMap(finding => Object.values(wordsOf(finding)).map(String))
          for (const line of [summary, ...details, ...words]) expect(line).toMatch(/^[^\p{C}]{1,900}$/u)
        }
      }),
    )
  })
})
