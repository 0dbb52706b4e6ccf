import { describe, expect, it } from 'vitest'
import { recordingResolver, type Zone, zoneResolver } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessDmarc } from './assess.ts'
import { askConsent } from './consent.ts'
import { discoverDmarc, discoverDmarc7489 } from './discover.ts'
import { findDmarcElsewhere } from './elsewhere.ts'

const orgDomain = (name: string) => name.split('.').slice(-2).join('.')
const rua = 'rua=mailto:d@example.com'

/** What a scan of the zone says about DMARC: for each finding its meaning, its advice, and the record to publish. */
async function advice(zone: Zone, { domain = 'example.com', nonMail = false, receivesMail = true } = {}) {
  const resolver = recordingResolver(zoneResolver(zone))
  const discovery = await discoverDmarc(resolver, domain, { exists: true })
  const { reading } = discovery
  const rfc7489 = await discoverDmarc7489(resolver, domain, orgDomain(domain))
  const external =
    reading.record && reading.location ? await askConsent(resolver, reading.record, reading.location, orgDomain) : []
  const elsewhere =
    reading.record === null && !reading.multiple
      ? await findDmarcElsewhere(resolver, domain, orgDomain(domain), discovery.walked)
      : []
  const value = { ...discovery, elsewhere, rfc7489, external }
  const findings = assessDmarc(value, { domain, evidence: resolver.evidence(), nonMail, receivesMail })
  return findings.map(finding => {
    const { meaning, advice, publish } = wordsOf(finding)
    if (publish !== null) expect(advice.endsWith(publish.value), advice).toBe(true)
    return { id: finding.id, meaning, advice, publish: publish && `${publish.name} ${publish.value}` }
  })
}
const at = (...texts: string[]): Zone => ({ '_dmarc.example.com': { TXT: texts } })

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
          'Correct the TXT record at _dmarc.example.com: begin with v=DMARC1; and then p=none, p=quarantine or p=reject, as you intended.',
        publish: null,
      },
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
        meaning: 'Receivers apply the policy none, because p=rejct is written instead of p=reject.',
        advice: `Publish as TXT at _dmarc.example.com instead: v=DMARC1; p=reject; ${rua}`,
        publish: `_dmarc.example.com v=DMARC1; p=reject; ${rua}`,
      },
    ])
    const fix = 'Correct it in the TXT record at _dmarc.example.com: a policy is none, quarantine or reject.'
    expect(await advice(at(`v=DMARC1; p=; ${rua}`))).toMatchObject([{ id: 'dmarc_none', advice: fix, publish: null }])
    const below = await advice(at(`v=DMARC1; p=monitor; ${rua}`), { domain: 'n.example.com' })
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
        meaning: 'The policy is none: receivers deliver mail that fails DMARC like any other.',
        advice: `Once reports show that your own mail passes, publish as TXT at _dmarc.example.com: ${text.replace('none', 'quarantine')}`,
        publish: `_dmarc.example.com ${text.replace('none', 'quarantine')}`,
      },
    ])
  })

  it('of a subdomain: a record of its own or sp, never a higher p of the organization', async () => {
    expect(await advice(at(`v=DMARC1; p=none; ${rua}`), { domain: 'mail.example.com' })).toEqual([
      {
        id: 'dmarc_none',
        meaning:
          'mail.example.com inherits the policy none (p=none at _dmarc.example.com): receivers deliver mail that fails DMARC like any other.',
        advice: `Once reports show that mail from mail.example.com passes, set sp=quarantine at _dmarc.example.com, or publish as TXT at _dmarc.mail.example.com: v=DMARC1; p=quarantine; ${rua}`,
        publish: `_dmarc.mail.example.com v=DMARC1; p=quarantine; ${rua}`,
      },
    ])
  })

  it('from sp names sp', async () => {
    const [finding] = await advice(at(`v=DMARC1; p=reject; sp=none; ${rua}`), { domain: 'mail.example.com' })
    expect(finding?.meaning).toContain('(sp=none at _dmarc.example.com)')
    expect(finding?.publish).toBe(`_dmarc.mail.example.com v=DMARC1; p=quarantine; ${rua}`)
  })

  it('from a public suffix: a record of its own, with reports of its own', async () => {
    const zone: Zone = { '_dmarc.com': { TXT: ['v=DMARC1; p=none; psd=y; rua=mailto:psd@registry.test'] } }
    const [finding] = await advice(zone)
    expect(finding?.publish).toBe('_dmarc.example.com v=DMARC1; p=quarantine; rua=mailto:dmarc@example.com')
    expect(finding?.advice).not.toContain('sp=')
  })

  it('in test mode: the same record without t and pct', async () => {
    expect(await advice(at(`v=DMARC1; p=reject; t=y; pct=20; ${rua}`))).toMatchObject([
      {
        id: 'dmarc_testing',
        advice: `Once reports show that your mail passes, publish without t=y as TXT at _dmarc.example.com: v=DMARC1; p=reject; ${rua}`,
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
  })

  it('behind an alias is changed where the record is', async () => {
    const zone: Zone = {
      '_dmarc.example.com': { CNAME: ['example.com.vendor.test'] },
      'example.com.vendor.test': { TXT: [`v=DMARC1; p=none; ${rua}`] },
    }
    expect((await advice(zone))[0]?.publish).toBe(`example.com.vendor.test v=DMARC1; p=quarantine; ${rua}`)
  })
})

describe('reports', () => {
  it('are added to the record at hand', async () => {
    expect(await advice(at('v=DMARC1; p=reject; sp=reject'))).toMatchObject([
      {
        id: 'dmarc_rua_missing',
        meaning: 'No one gets the daily reports that show which servers send mail as example.com.',
        publish: '_dmarc.example.com v=DMARC1; p=reject; sp=reject; rua=mailto:dmarc@example.com',
      },
    ])
  })

  it('with a broken address are repaired', async () => {
    expect(await advice(at('v=DMARC1; p=reject; rua=agg@example.com'))).toEqual([
      {
        id: 'dmarc_rua_missing',
        meaning:
          'No one gets the daily reports that show which servers send mail as example.com. In the record, mailto: is missing before agg@example.com.',
        advice: 'Publish as TXT at _dmarc.example.com: v=DMARC1; p=reject; rua=mailto:agg@example.com',
        publish: '_dmarc.example.com v=DMARC1; p=reject; rua=mailto:agg@example.com',
      },
    ])
    const [empty] = await advice(at('v=DMARC1; p=reject; rua=;'))
    expect(empty?.meaning).toContain('In the record, rua= has no value.')
  })

  it('go elsewhere when the domain takes no mail', async () => {
    for (const text of ['v=DMARC1; p=reject', 'v=DMARC1; p=reject; rua=dmarc@example.com']) {
      expect(await advice(at(text), { receivesMail: false })).toMatchObject([
        {
          advice:
            'Add rua=mailto: with an address at a domain that receives mail to the record at _dmarc.example.com: example.com receives none.',
          publish: null,
        },
      ])
    }
    const [missing] = await advice({}, { receivesMail: false })
    expect(missing?.advice).toBe(
      'Publish as TXT at _dmarc.example.com a record with p=none and rua. Use a report address at a domain that receives mail: example.com receives none.',
    )
  })

  it('of a subdomain: a record of its own with the policy that applies now', async () => {
    expect(await advice(at('v=DMARC1; p=reject; sp=quarantine'), { domain: 'mail.example.com' })).toMatchObject([
      { publish: '_dmarc.mail.example.com v=DMARC1; p=quarantine; rua=mailto:dmarc@mail.example.com' },
    ])
  })

  it.each(['mailto:a%2Cb@example.com', 'mailto:a%21b@example.com', 'mailto:a@example.com!10m'])(
    'are there with %s',
    async uri => {
      expect(await advice(at(`v=DMARC1; p=reject; rua=${uri}`))).toEqual([])
    },
  )
})

describe('a missing record', () => {
  const record = `v=DMARC1; p=reject; ${rua}`

  it.each([
    ['example.com', record],
    ['dmarc.example.com', record],
    ['_dmarc.example.com.example.com', record],
    ['_dmarc._dmarc.example.com', `v=DMARC1 p=reject; ${rua}`],
  ])('found at %s by mistake is moved, with its policy', async (name, text) => {
    expect(await advice({ [name]: { TXT: ['v=spf1 -all', text] } })).toEqual([
      {
        id: 'dmarc_missing',
        meaning: `The DMARC record is at ${name}, where receivers do not look for it.`,
        advice: `Remove the record from ${name} and publish as TXT at _dmarc.example.com: ${record}`,
        publish: `_dmarc.example.com ${record}`,
      },
    ])
  })

  it('with another text at its name', async () => {
    expect(await advice(at('v=spf1 -all'))).toEqual([
      {
        id: 'dmarc_missing',
        meaning: 'The TXT record at _dmarc.example.com is no DMARC record: "v=spf1 -all".',
        advice: 'Publish as TXT at _dmarc.example.com: v=DMARC1; p=none; rua=mailto:dmarc@example.com',
        publish: '_dmarc.example.com v=DMARC1; p=none; rua=mailto:dmarc@example.com',
      },
    ])
  })

  it('with a wildcard answer at its name', async () => {
    const [finding] = await advice({ '*.example.com': { TXT: ['v=spf1 -all'] } })
    expect(finding?.meaning).toBe(
      'At _dmarc.example.com only a wildcard TXT record answers, and it is no DMARC record: "v=spf1 -all".',
    )
  })

  it('below a broken record of the organization', async () => {
    const [finding] = await advice(at(`v=DMARC1, p=reject, ${rua}`), { domain: 'mail.example.com' })
    expect(finding).toMatchObject({
      id: 'dmarc_missing',
      meaning:
        'Receivers ignore the record at _dmarc.example.com: a comma is used instead of a semicolon after v=DMARC1.',
      publish: `_dmarc.example.com ${record}`,
    })
  })

  it('behind a dead alias: the alias is the cause, and no second record', async () => {
    const zone: Zone = { '_dmarc.example.com': { CNAME: ['gone.vendor.test'] } }
    expect(await advice(zone)).toEqual([
      {
        id: 'dmarc_missing',
        meaning: '_dmarc.example.com is an alias (CNAME) of gone.vendor.test, which has no DMARC record.',
        advice:
          'Point the alias (CNAME) at _dmarc.example.com to a name that has a DMARC record, or remove the alias and publish at _dmarc.example.com a TXT record of its own.',
        publish: null,
      },
    ])
    const [nonMail] = await advice(zone, { nonMail: true })
    expect(nonMail).toMatchObject({ id: 'nonmail_dmarc_missing', publish: null })
  })
})

describe('a domain without mail', () => {
  it.each([
    ['a weak policy', 'v=DMARC1; p=none; rua=mailto:x@reports.test', 'v=DMARC1; p=reject; rua=mailto:x@reports.test'],
    ['quarantine', 'v=DMARC1; p=quarantine', 'v=DMARC1; p=reject'],
    ['the same sp', 'v=DMARC1; p=quarantine; sp=quarantine', 'v=DMARC1; p=reject'],
    ['a weaker sp', 'v=DMARC1; p=quarantine; sp=none', 'v=DMARC1; p=reject; sp=none'],
    ['test mode', 'v=DMARC1; p=reject; t=y; pct=5', 'v=DMARC1; p=reject'],
    ['a broken record', 'v=dmarc1; p=none; rua=mailto:x@reports.test', 'v=DMARC1; p=reject; rua=mailto:x@reports.test'],
  ])('with %s rejects, with the rest of its record', async (_, text, record) => {
    const [finding] = await advice(at(text), { nonMail: true, receivesMail: false })
    expect(finding?.publish).toBe(`_dmarc.example.com ${record}`)
  })

  it('that inherits a weak policy gets a record of its own', async () => {
    const options = { domain: 'parked.example.com', nonMail: true, receivesMail: false }
    const [finding] = await advice(at(`v=DMARC1; p=none; ${rua}`), options)
    expect(finding?.publish).toBe(`_dmarc.parked.example.com v=DMARC1; p=reject; ${rua}`)
  })
})
