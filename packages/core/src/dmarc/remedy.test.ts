import { describe, expect, it } from 'vitest'
import type { Zone } from '../dns/index.ts'
import { adviceOf as advice, at } from './testing/advice-of.ts'

const rua = 'rua=mailto:d@example.com'

describe('a broken record', () => {
  it('that means reject is repaired as reject, and the true cause is named', async () => {
    expect(await advice(at(`v=DMARC1 p=reject; ${rua}`))).toEqual([
      {
        id: 'dmarc_invalid',
        meaning: 'Receivers ignore the record at _dmarc.example.com: a semicolon is missing after v=DMARC1.',
        advice: `Publish as TXT at _dmarc.example.com instead: v=DMARC1; p=reject; ${rua}`,
        publish: `_dmarc.example.com v=DMARC1; p=reject; ${rua}`,
      },
    ])
  })

  it('names a second fault, too', async () => {
    const [finding] = await advice(at('v=dmarc1; p=reject; rua=d@example.com'))
    expect(finding?.meaning).toBe(
      'Receivers ignore the record at _dmarc.example.com: v=dmarc1 is written instead of v=DMARC1. Also, mailto: is missing before d@example.com.',
    )
  })

  it('whose policy is unclear gets words, and no record', async () => {
    expect(await advice(at('v=DMARC1; p=strict'))).toEqual([
      {
        id: 'dmarc_invalid',
        meaning: 'Receivers ignore the record at _dmarc.example.com: p=strict is not allowed.',
        advice:
          'Correct the TXT record at _dmarc.example.com. Begin with v=DMARC1; p= and the policy that you intended (none, quarantine or reject).',
        publish: null,
      },
    ])
  })

  it('that means none gets a report address, without which it does nothing', async () => {
    expect(await advice(at('v=DMARC1; p=monitor'))).toMatchObject([
      {
        meaning: 'Receivers ignore the record at _dmarc.example.com: p=monitor is written instead of p=none.',
        publish: '_dmarc.example.com v=DMARC1; p=none; rua=mailto:dmarc@example.com',
      },
    ])
    expect(await advice(at('v=DMARC1; p=monitor'), { receivesMail: false })).toMatchObject([
      { publish: '_dmarc.example.com v=DMARC1; p=none' },
    ])
  })

  it('of several is one record with the strictest policy', async () => {
    expect(await advice(at(`v=DMARC1; p=none; ${rua}`, 'v=DMARC1; p=reject'))).toMatchObject([
      { id: 'dmarc_invalid', advice: `Keep one TXT record at _dmarc.example.com: v=DMARC1; p=reject; ${rua}` },
    ])
  })

  it('that receivers take for none is repaired, not told to monitor', async () => {
    expect(await advice(at(`v=DMARC1; p=rejct; ${rua}`))).toEqual([
      {
        id: 'dmarc_none',
        meaning: 'Receivers apply p=none, because p=rejct is written instead of p=reject.',
        advice: `Publish as TXT at _dmarc.example.com instead: v=DMARC1; p=reject; ${rua}`,
        publish: `_dmarc.example.com v=DMARC1; p=reject; ${rua}`,
      },
    ])
    const fix = 'Correct the policy in the TXT record at _dmarc.example.com to none, quarantine or reject.'
    expect(await advice(at(`v=DMARC1; p=; ${rua}`))).toMatchObject([{ id: 'dmarc_none', advice: fix, publish: null }])
    const below = await advice(at(`v=DMARC1; p=strict; ${rua}`), { domain: 'n.example.com' })
    expect(below[0]?.advice).toBe(fix)
  })

  it('of the organization is repaired where it is', async () => {
    const [finding] = await advice(at('v=DMARC1; p=rejct'), { domain: 'mail.example.com' })
    expect(finding).toMatchObject({ id: 'dmarc_invalid', publish: '_dmarc.example.com v=DMARC1; p=reject' })
  })
})

describe('a weak policy', () => {
  it('of the domain itself: the same record with quarantine', async () => {
    const text = `v=DMARC1; p=none; adkim=s; ${rua},mailto:x@example.com`
    expect(await advice(at(text))).toEqual([
      {
        id: 'dmarc_none',
        meaning: 'The policy is none, so receivers deliver mail that fails DMARC.',
        advice: `Wait until reports show that your own mail passes. Then publish as TXT at _dmarc.example.com: ${text.replace('none', 'quarantine')}`,
        publish: `_dmarc.example.com ${text.replace('none', 'quarantine')}`,
      },
    ])
  })

  it('of a subdomain: a record of its own or sp, never a higher p of the organization', async () => {
    expect(await advice(at(`v=DMARC1; p=none; ${rua}`), { domain: 'mail.example.com' })).toEqual([
      {
        id: 'dmarc_none',
        meaning: 'mail.example.com inherits p=none from _dmarc.example.com, so receivers deliver unauthenticated mail.',
        advice: `Wait until reports show that mail from mail.example.com passes. Then set sp=quarantine at _dmarc.example.com, or publish as TXT at _dmarc.mail.example.com: v=DMARC1; p=quarantine; ${rua}`,
        publish: `_dmarc.mail.example.com v=DMARC1; p=quarantine; ${rua}`,
      },
    ])
  })

  it('from sp names sp', async () => {
    const [finding] = await advice(at(`v=DMARC1; p=reject; sp=none; ${rua}`), { domain: 'mail.example.com' })
    expect(finding?.meaning).toContain('inherits sp=none from _dmarc.example.com')
    expect(finding?.publish).toBe(`_dmarc.mail.example.com v=DMARC1; p=quarantine; ${rua}`)
  })

  it('from a public suffix: first a record of its own with reports of its own', async () => {
    const zone: Zone = { '_dmarc.com': { TXT: ['v=DMARC1; p=none; psd=y; rua=mailto:psd@registry.test'] } }
    const [finding] = await advice(zone)
    expect(finding?.publish).toBe('_dmarc.example.com v=DMARC1; p=none; rua=mailto:dmarc@example.com')
    expect(finding?.advice).not.toContain('sp=')
  })

  it('in test mode: the same record without t and pct', async () => {
    expect(await advice(at(`v=DMARC1; p=reject; t=y; pct=20; ${rua}`))).toMatchObject([
      {
        id: 'dmarc_testing',
        advice: `Wait until reports show that your mail passes. Then publish as TXT at _dmarc.example.com, without t=y and pct=20: v=DMARC1; p=reject; ${rua}`,
      },
    ])
  })

  it('in test mode above a subdomain: a record of its own', async () => {
    const [finding] = await advice(at(`v=DMARC1; p=none; sp=reject; t=y; ${rua}`), { domain: 'mail.example.com' })
    expect(finding).toMatchObject({
      id: 'dmarc_testing',
      publish: `_dmarc.mail.example.com v=DMARC1; p=reject; ${rua}`,
    })
  })

  it('of subdomains: the same record without that tag', async () => {
    expect(await advice(at(`v=DMARC1; p=reject; sp=none; np=reject; ${rua}`))).toMatchObject([
      { id: 'dmarc_sp_weaker', publish: `_dmarc.example.com v=DMARC1; p=reject; np=reject; ${rua}` },
    ])
    const [both] = await advice(at(`v=DMARC1; p=reject; sp=none; np=none; ${rua}`))
    expect(both?.advice).toContain('without sp=none and np=none')
    const [nonexistent] = await advice(at(`v=DMARC1; p=reject; np=none; ${rua}`))
    expect(nonexistent?.advice).toBe(
      `Wait until reports show that you send nothing from subdomains that do not exist. Then publish as TXT at _dmarc.example.com, without np=none: v=DMARC1; p=reject; ${rua}`,
    )
  })

  it('without a policy tag says so', async () => {
    expect(await advice(at(`v=DMARC1; ${rua}`))).toEqual([
      {
        id: 'dmarc_none',
        meaning: 'Receivers apply p=none, because the policy tag p is missing.',
        advice: `Wait until reports show that your own mail passes. Then publish as TXT at _dmarc.example.com: v=DMARC1; p=quarantine; ${rua}`,
        publish: `_dmarc.example.com v=DMARC1; p=quarantine; ${rua}`,
      },
    ])
  })
})

const behind = (target: string, ...TXT: string[]): Zone => ({
  '_dmarc.example.com': { CNAME: [target] },
  [target]: { TXT },
})

/** The advice and the record for a text behind an alias into a vendor's zone. */
const words = async (text: string, options = {}) =>
  (await advice(behind('example.com.vendor.test', text), options)).map(({ advice, publish }) => [advice, publish])

describe('behind an alias', () => {
  it('of the same organization, the record is changed where it is', async () => {
    const zone = behind('dmarc.example.com', `v=DMARC1; p=none; ${rua}`)
    expect((await advice(zone))[0]?.publish).toBe(`dmarc.example.com v=DMARC1; p=quarantine; ${rua}`)
  })

  it('into the zone of a service, the record is changed there, or replaces the alias', async () => {
    const there =
      'at the service that hosts example.com.vendor.test, or replace the alias (CNAME) at _dmarc.example.com'
    const quarantine = `v=DMARC1; p=quarantine; ${rua}`
    const reject = `v=DMARC1; p=reject; ${rua}`
    expect(await words(`v=DMARC1; p=none; ${rua}`)).toEqual([
      [
        `Wait until reports show that your own mail passes. Then set p=quarantine ${there} with TXT: ${quarantine}`,
        `_dmarc.example.com ${quarantine}`,
      ],
    ])
    expect(await words(`v=DMARC1 p=reject; ${rua}`)).toEqual([
      [`Correct the record ${there} with TXT: ${reject}`, `_dmarc.example.com ${reject}`],
    ])
    expect(await words(`v=DMARC1; p=rejct; ${rua}`)).toEqual([
      [`Correct the policy ${there} with TXT: ${reject}`, `_dmarc.example.com ${reject}`],
    ])
    expect(await words('v=DMARC1; p=reject; rua=d@example.com')).toEqual([
      [`Add a report address ${there} with TXT: ${reject}`, `_dmarc.example.com ${reject}`],
    ])
    for (const text of [`v=DMARC1; p=none; ${rua}`, `v=DMARC1; p=quarantine; ${rua}`, `v=dmarc1; p=none; ${rua}`]) {
      expect(await words(text, { nonMail: true })).toEqual([
        [`Set p=reject ${there} with TXT: ${reject}`, `_dmarc.example.com ${reject}`],
      ])
    }
  })
})

describe('several findings about one record spell out one record', () => {
  it.each([
    ['v=DMARC1; p=reject; sp=none; t=y; rua=mailto:d@example.com', 'v=DMARC1; p=reject; rua=mailto:d@example.com'],
    ['v=DMARC1; p=none', 'v=DMARC1; p=none; rua=mailto:dmarc@example.com'],
    ['v=DMARC1; p=reject; sp=none; t=y', 'v=DMARC1; p=reject; sp=none; t=y; rua=mailto:dmarc@example.com'],
    [
      'v=DMARC1; p=quarantine; np=none; pct=5; rua=d@example.com',
      'v=DMARC1; p=quarantine; np=none; pct=5; rua=mailto:d@example.com',
    ],
    [
      'v=DMARC1; p=reject; sp=none; np=rejct; rua=mailto:d@example.com',
      'v=DMARC1; p=reject; sp=none; np=reject; rua=mailto:d@example.com',
    ],
  ])('%s', async (text, record) => {
    for (const { publish } of await advice(at(text))) expect(publish).toBe(`_dmarc.example.com ${record}`)
  })

  it('also where a subdomain inherits', async () => {
    const findings = await advice(at('v=DMARC1; p=none'), { domain: 'mail.example.com' })
    expect(findings.map(({ id, publish }) => [id, publish])).toEqual([
      ['dmarc_none', '_dmarc.mail.example.com v=DMARC1; p=none; rua=mailto:dmarc@mail.example.com'],
      ['dmarc_rua_missing', '_dmarc.mail.example.com v=DMARC1; p=none; rua=mailto:dmarc@mail.example.com'],
    ])
  })

  it('and name all that it leaves out', async () => {
    const findings = await advice(at(`v=DMARC1; p=reject; sp=none; t=y; ${rua}`))
    expect(findings.map(({ id, advice }) => [id, advice])).toEqual([
      [
        'dmarc_testing',
        `Wait until reports show that your mail and that of subdomains passes. Then publish as TXT at _dmarc.example.com, without t=y and sp=none: v=DMARC1; p=reject; ${rua}`,
      ],
      [
        'dmarc_sp_weaker',
        `Wait until reports show that your mail and that of subdomains passes. Then publish as TXT at _dmarc.example.com, without t=y and sp=none: v=DMARC1; p=reject; ${rua}`,
      ],
    ])
  })

  it('and ask for reports first', async () => {
    const [none, reports] = await advice(at('v=DMARC1; p=none'))
    expect([none?.advice, reports?.advice]).toEqual([
      'Add a report address, read the reports for some weeks, then set p=quarantine. Publish as TXT at _dmarc.example.com: v=DMARC1; p=none; rua=mailto:dmarc@example.com',
      'Publish as TXT at _dmarc.example.com: v=DMARC1; p=none; rua=mailto:dmarc@example.com',
    ])
    const [noMail] = await advice(at('v=DMARC1; p=none'), { receivesMail: false })
    expect(noMail).toMatchObject({
      advice:
        'Add a report address at a domain that receives mail, read the reports for some weeks, then set p=quarantine.',
      publish: null,
    })
  })

  it('and a domain without mail rejects first, its subdomains later', async () => {
    const findings = await advice(at(`v=DMARC1; p=quarantine; sp=none; ${rua}`), { nonMail: true })
    expect(findings.map(({ id, advice, publish }) => [id, advice, publish])).toEqual([
      [
        'nonmail_dmarc_quarantine',
        `Publish as TXT at _dmarc.example.com: v=DMARC1; p=reject; sp=none; ${rua}`,
        `_dmarc.example.com v=DMARC1; p=reject; sp=none; ${rua}`,
      ],
      ['dmarc_sp_weaker', 'Remove sp=none, or set the same policy as p.', null],
    ])
  })
})
