import { describe, expect, it } from 'vitest'
import { recordingResolver, type Zone, zoneResolver } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessDmarc, isDmarcEnforced } from './assess.ts'
import { askConsent } from './consent.ts'
import { discoverDmarc, discoverDmarc7489 } from './discover.ts'

const orgDomain = (name: string) => name.split('.').slice(-2).join('.')

/** Collects as a scan does, and judges. */
async function assess(zone: Zone, options: { domain?: string; nonMail?: boolean | null } = {}) {
  const { domain = 'example.com', nonMail = false } = options
  const resolver = recordingResolver(zoneResolver(zone))
  const { reading, organizationalDomain, walked } = await discoverDmarc(resolver, domain)
  const rfc7489 = await discoverDmarc7489(resolver, domain, orgDomain(domain))
  const external =
    reading.record && reading.location ? await askConsent(resolver, reading.record, reading.location) : []
  const value = { reading, rfc7489, organizationalDomain, walked, external }
  const findings = assessDmarc(value, { domain, evidence: resolver.evidence(), nonMail })
  return { value, findings, ids: findings.map(({ id }) => id) }
}
const dmarc = (...texts: string[]): Zone => ({ '_dmarc.example.com': { TXT: texts } })
const rua = 'rua=mailto:d@example.com'

describe('a domain with mail', () => {
  it.each([
    ['reject with reports', `v=DMARC1; p=reject; ${rua}`, []],
    ['quarantine with reports', `v=DMARC1; p=quarantine; ${rua}`, []],
    ['monitoring only', `v=DMARC1; p=none; ${rua}`, ['dmarc_none']],
    ['monitoring without reports', 'v=DMARC1; p=none', ['dmarc_none', 'dmarc_rua_missing']],
    ['no p but reports', `v=DMARC1; ${rua}`, ['dmarc_none']],
    ['bad p but reports', `v=DMARC1; p=strict; ${rua}`, ['dmarc_none']],
    ['bad p without reports', 'v=DMARC1; p=strict', ['dmarc_invalid']],
    ['v not first', 'p=reject; v=DMARC1', ['dmarc_invalid']],
    ['test mode', `v=DMARC1; p=reject; t=y; ${rua}`, ['dmarc_testing']],
    ['pct=0 with an enforcing policy', `v=DMARC1; p=reject; pct=0; ${rua}`, ['dmarc_testing']],
    ['test mode of a policy that asks for nothing', `v=DMARC1; p=none; t=y; ${rua}`, ['dmarc_none']],
    ['weaker below', `v=DMARC1; p=reject; sp=none; ${rua}`, ['dmarc_sp_weaker']],
    ['weaker for names that do not exist', `v=DMARC1; p=reject; np=quarantine; ${rua}`, ['dmarc_sp_weaker']],
    ['stronger below', `v=DMARC1; p=none; sp=reject; ${rua}`, ['dmarc_none']],
  ] as const)('%s', async (_, text, ids) => {
    expect((await assess(dmarc(text))).ids).toEqual(ids)
  })

  it('gets no finding about reports while it may be a domain without mail', async () => {
    expect((await assess(dmarc('v=DMARC1; p=reject'), { nonMail: null })).ids).toEqual([])
    expect((await assess(dmarc('v=DMARC1; p=none'), { nonMail: null })).ids).toEqual(['dmarc_none'])
  })

  it('without a record', async () => {
    const { findings } = await assess({})
    expect(findings).toEqual([
      {
        id: 'dmarc_missing',
        check: 'dmarc',
        subject: null,
        facts: {
          domain: 'example.com',
          receivesMail: null,
          record: 'v=DMARC1; p=none; rua=mailto:dmarc@example.com',
        },
        evidence: ['TXT _dmarc.example.com', 'TXT _dmarc.com'],
      },
    ])
  })

  it('with two records', async () => {
    const { findings } = await assess(dmarc('v=DMARC1; p=reject', `v=DMARC1; p=none; ${rua}`))
    expect(findings).toMatchObject([{ id: 'dmarc_invalid', evidence: ['TXT _dmarc.example.com'] }])
    const [finding] = findings
    expect(finding && wordsOf(finding).meaning).toBe(
      'Receivers ignore the record at _dmarc.example.com: 2 DMARC records are published there.',
    )
  })

  it('an external report address without authorization is named, once for each domain', async () => {
    const text = 'v=DMARC1; p=reject; rua=mailto:a@r.test,mailto:b@r.test,mailto:c@s.test; ruf=mailto:d@t.test'
    const { findings } = await assess({ ...dmarc(text), 'example.com._report._dmarc.s.test': { TXT: ['v=DMARC1'] } })
    expect(findings).toEqual([
      {
        id: 'dmarc_rua_unauthorised',
        check: 'dmarc',
        subject: 'r.test',
        facts: { destination: 'r.test', record: 'example.com._report._dmarc.r.test' },
        evidence: ['TXT _dmarc.example.com', 'TXT example.com._report._dmarc.r.test'],
      },
    ])
  })

  it('a report address whose lookup failed is no finding', async () => {
    const zone = {
      ...dmarc('v=DMARC1; p=reject; rua=mailto:a@r.test'),
      'example.com._report._dmarc.r.test': { fail: 'timeout' },
    } as const
    expect((await assess(zone)).ids).toEqual([])
  })

  it('a record whose lookup failed is no finding', async () => {
    const { ids, value } = await assess({ '_dmarc.example.com': { fail: 'servfail' } })
    expect(ids).toEqual([])
    expect(isDmarcEnforced(value)).toBeNull()
  })
})

describe('a subdomain', () => {
  it('inherits: no finding of its own, and sp is its policy', async () => {
    const zone = dmarc(`v=DMARC1; p=reject; sp=none; ${rua}`)
    expect((await assess(zone, { domain: 'mail.example.com' })).findings).toMatchObject([
      { id: 'dmarc_none', facts: { location: 'example.com' } },
    ])
    const strict = dmarc(`v=DMARC1; p=reject; ${rua}`)
    expect((await assess(strict, { domain: 'mail.example.com' })).ids).toEqual([])
  })

  it('ignores sp in a record of its own (RFC 9989 section 4.7)', async () => {
    const zone = {
      ...dmarc(`v=DMARC1; p=reject; ${rua}`),
      '_dmarc.mail.example.com': { TXT: [`v=DMARC1; p=reject; sp=none; ${rua}`] },
    }
    expect((await assess(zone, { domain: 'mail.example.com' })).ids).toEqual([])
  })
})

describe('a domain without mail', () => {
  it.each([
    ['reject, reports or not', 'v=DMARC1; p=reject', []],
    ['quarantine', 'v=DMARC1; p=quarantine', ['nonmail_dmarc_quarantine']],
    ['none', 'v=DMARC1; p=none', ['nonmail_dmarc_weak']],
    ['test mode', 'v=DMARC1; p=reject; t=y', ['nonmail_dmarc_weak']],
    ['a broken record, no worse than none', 'v=DMARC1; p=strict', ['nonmail_dmarc_missing']],
  ] as const)('%s', async (_, text, ids) => {
    expect((await assess(dmarc(text), { nonMail: true })).ids).toEqual(ids)
  })

  it('without a record', async () => {
    expect((await assess({}, { nonMail: true })).ids).toEqual(['nonmail_dmarc_missing'])
  })
})

it('enforcement is quarantine or reject', async () => {
  const enforced = async (policy: string) => isDmarcEnforced((await assess(dmarc(`v=DMARC1; p=${policy}`))).value)
  expect([await enforced('none'), await enforced('quarantine'), await enforced('reject')]).toEqual([false, true, true])
  expect(isDmarcEnforced((await assess({})).value)).toBe(false)
})
