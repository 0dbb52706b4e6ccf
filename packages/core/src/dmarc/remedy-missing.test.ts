import { describe, expect, it } from 'vitest'
import type { Zone } from '../dns/index.ts'
import { adviceOf as advice, at } from './testing/advice-of.ts'

const rua = 'rua=mailto:d@example.com'

describe('reports', () => {
  it('are added to the record at hand', async () => {
    expect(await advice(at('v=DMARC1; p=reject; sp=reject'))).toMatchObject([
      {
        id: 'dmarc_rua_missing',
        meaning: 'No one gets the reports that show who sends as example.com.',
        publish: '_dmarc.example.com v=DMARC1; p=reject; sp=reject; rua=mailto:dmarc@example.com',
      },
    ])
  })

  it('with a broken address are repaired', async () => {
    expect(await advice(at('v=DMARC1; p=reject; rua=agg@example.com'))).toEqual([
      {
        id: 'dmarc_rua_missing',
        meaning:
          'No one gets the reports that show who sends as example.com. In the record, mailto: is missing before agg@example.com.',
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
            'Add rua=mailto: to the record at _dmarc.example.com, with an address at a domain that receives mail. example.com receives none.',
          publish: null,
        },
      ])
    }
    const [missing] = await advice({}, { receivesMail: false })
    expect(missing?.advice).toBe(
      'Publish a TXT record at _dmarc.example.com with p=none and rua. Use a report address at a domain that receives mail, because example.com receives none.',
    )
  })

  it.each([
    ['https://example.com/r', 'In the record, rua has an address with https:, not mailto:', 'dmarc@example.com'],
    [
      'mail:agg@example.com',
      'In the record, mail:agg@example.com in rua is written instead of mailto:agg@example.com',
      'agg@example.com',
    ],
  ])('are missing with %s alone', async (uri, cause, address) => {
    const record = `v=DMARC1; p=reject; rua=mailto:${address}`
    expect(await advice(at(`v=DMARC1; p=reject; rua=${uri}`))).toEqual([
      {
        id: 'dmarc_rua_missing',
        meaning: `No one gets the reports that show who sends as example.com. ${cause}.`,
        advice: `Publish as TXT at _dmarc.example.com: ${record}`,
        publish: `_dmarc.example.com ${record}`,
      },
    ])
  })

  it('to the domain itself reach no one when it has a null MX', async () => {
    expect(await advice(at(`v=DMARC1; p=reject; ${rua}`), { receivesMail: false })).toEqual([
      {
        id: 'dmarc_rua_missing',
        meaning: 'The report addresses are at example.com, which receives no mail. No one gets the reports.',
        advice: 'Set rua in the record at _dmarc.example.com to an address at a domain that receives mail.',
        publish: null,
      },
    ])
    const text = `v=DMARC1; p=reject; ${rua},mailto:x@mail.example.com`
    expect(await advice(at(text), { receivesMail: false })).toEqual([])
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

const words = async (domain: string, zone: Zone = {}) => {
  const [finding] = await advice({ ...at(`v=DMARC1; p=reject; rua=mailto:d@${domain}`), ...zone })
  return finding
}

describe('reports to another domain without its authorization', () => {
  const instead = 'Use a report address at your own domain, or the one that a DMARC report service gives you.'

  it('are to be authorized there', async () => {
    expect(await words('reports.test', { 'reports.test': { MX: [[10, 'mx.reports.test']] } })).toEqual({
      id: 'dmarc_rua_unauthorised',
      meaning: 'reports.test does not authorize reports for this domain, so receivers send none there.',
      advice:
        'Ask the administrator of reports.test to publish as TXT at example.com._report._dmarc.reports.test: v=DMARC1',
      publish: 'example.com._report._dmarc.reports.test v=DMARC1',
    })
  })

  it('go elsewhere when it is a public mailbox provider', async () => {
    expect(await words('gmail.com', { 'gmail.com': { MX: [[10, 'mx.gmail.com']] } })).toEqual({
      id: 'dmarc_rua_unauthorised',
      meaning:
        'gmail.com is a public mailbox provider and does not authorize reports for this domain, so receivers send none there.',
      advice: instead,
      publish: null,
    })
  })

  it('go elsewhere when it does not exist', async () => {
    expect(await words('exmaple.test')).toEqual({
      id: 'dmarc_rua_unauthorised',
      meaning: 'exmaple.test does not exist, so receivers send no reports there.',
      advice: instead,
      publish: null,
    })
  })
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
        meaning: 'The TXT record at _dmarc.example.com is not a DMARC record: "v=spf1 -all".',
        advice: 'Publish as TXT at _dmarc.example.com: v=DMARC1; p=none; rua=mailto:dmarc@example.com',
        publish: '_dmarc.example.com v=DMARC1; p=none; rua=mailto:dmarc@example.com',
      },
    ])
  })

  it('with a wildcard answer at its name', async () => {
    const [finding] = await advice({ '*.example.com': { TXT: ['v=spf1 -all'] } })
    expect(finding?.meaning).toBe(
      'Only a wildcard TXT record answers at _dmarc.example.com. It is not a DMARC record: "v=spf1 -all".',
    )
  })

  it('below a broken record of the organization', async () => {
    const [finding] = await advice(at(`v=DMARC1, p=reject, ${rua}`), { domain: 'mail.example.com' })
    expect(finding).toMatchObject({
      id: 'dmarc_missing',
      meaning: 'Receivers ignore the record at _dmarc.example.com: v=DMARC1 ends in a comma, not a semicolon.',
      publish: `_dmarc.example.com ${record}`,
    })
  })

  it.each([
    ['example.com', '_dmarc.example.com'],
    ['mail.example.com', '_dmarc.example.com'],
  ])('behind an alias of itself names the loop: %s', async (domain, name) => {
    const zone: Zone = {
      '_dmarc.example.com': { CNAME: ['around.example.com'] },
      'around.example.com': { CNAME: ['_dmarc.example.com'] },
    }
    const [finding] = await advice(zone, { domain })
    expect(finding).toEqual({
      id: 'dmarc_missing',
      meaning: `${name} is an alias (CNAME) of itself, so receivers find no DMARC record.`,
      advice: `Point the alias (CNAME) at ${name} to a name that has a DMARC record, or remove the alias and publish at ${name} a TXT record of its own.`,
      publish: null,
    })
    const [nonMail] = await advice(zone, { domain, nonMail: true })
    expect(nonMail?.meaning).toContain(finding?.meaning ?? 'no finding')
  })

  it('whose lookup fails for another reason is unknown', async () => {
    const zone: Zone = { '_dmarc.example.com': { CNAME: ['far.example.net'] }, 'far.example.net': { fail: 'servfail' } }
    expect(await advice(zone)).toEqual([])
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
    [
      'a weaker sp, but not np',
      'v=DMARC1; p=quarantine; sp=none; np=quarantine',
      'v=DMARC1; p=reject; sp=none; np=reject',
    ],
    ['test mode', 'v=DMARC1; p=reject; t=y; pct=5', 'v=DMARC1; p=reject'],
    ['a broken record', 'v=dmarc1; p=none; rua=mailto:x@reports.test', 'v=DMARC1; p=reject; rua=mailto:x@reports.test'],
  ])('with %s rejects, with the rest of its record', async (_, text, record) => {
    const [finding] = await advice(at(text), { nonMail: true, receivesMail: false })
    expect(finding?.publish).toBe(`_dmarc.example.com ${record}`)
  })

  it.each([`v=DMARC1 p=reject; ${rua}`, 'v=DMARC1; p=strict'])(
    'below a broken record names the cause: %s',
    async text => {
      const options = { domain: 'parked.example.com', nonMail: true, receivesMail: false }
      const [finding] = await advice(at(text), options)
      expect(finding?.meaning).toContain('Receivers ignore the record at _dmarc.example.com: ')
      expect(finding?.advice).toBe('Publish as TXT at _dmarc.parked.example.com: v=DMARC1; p=reject')
    },
  )

  it('that inherits a weak policy gets a record of its own', async () => {
    const options = { domain: 'parked.example.com', nonMail: true, receivesMail: false }
    const [finding] = await advice(at(`v=DMARC1; p=none; ${rua}`), options)
    expect(finding?.publish).toBe(`_dmarc.parked.example.com v=DMARC1; p=reject; ${rua}`)
  })
})
