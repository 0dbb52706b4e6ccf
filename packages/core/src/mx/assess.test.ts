import { describe, expect, it } from 'vitest'
import type { DnsEvidence, Gap } from '../check/index.ts'
import type { RecordType } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { assessMx } from './assess.ts'
import type { MxHost } from './value.ts'

const via = {
  server: '192.0.2.53:53',
  authoritative: false,
  rcode: 'NOERROR',
  ede: [],
  authentic: 'no',
  cnames: [],
  ttl: 300,
  ms: 1,
  askedAt: 0,
  cached: false,
} as const
const asked = (name: string, type: RecordType): DnsEvidence => ({
  id: `${type} ${name}`,
  kind: 'dns',
  question: { name, type },
  outcome: 'no-data',
  answers: [],
  via,
})
const host = (name: string, state: MxHost['state'] = 'resolved', more: Partial<MxHost> = {}): MxHost => ({
  preference: 10,
  host: name,
  addresses: state === 'resolved' ? ['203.0.114.1'] : [],
  state,
  alias: null,
  ...more,
})

function assess(hosts: MxHost[], options: { implicit?: string[]; gaps?: Gap[]; nonMail?: boolean | null } = {}) {
  const names = ['example.com', ...hosts.map(item => item.host)]
  const evidence = names.flatMap(name => [asked(name, 'MX'), asked(name, 'A'), asked(name, 'AAAA')])
  return assessMx(
    { hosts, implicit: hosts.length === 0 ? (options.implicit ?? []) : null },
    {
      domain: 'example.com',
      evidence,
      gaps: options.gaps ?? [],
      nonMail: options.nonMail === undefined ? false : options.nonMail,
    },
  )
}
const ids = (...args: Parameters<typeof assess>) => assess(...args).map(({ id }) => id)
const aliasWords = (name: string) =>
  assess([host(name, 'resolved', { alias: 'mail.example.net', preference: 20 })]).map(wordsOf)[0]
const gap = (name: string, type: RecordType): Gap => ({ question: { name, type }, reason: 'timeout', evidence: 'x' })

describe('with MX records', () => {
  it('nothing is wrong with hosts that resolve', () => {
    expect(ids([host('mx1.example.com'), host('mx2.example.com')])).toEqual([])
  })

  it('a host that does not resolve is named, with what was asked', () => {
    expect(assess([host('mx1.example.com'), host('mx2.example.com', 'unresolvable')])).toEqual([
      {
        id: 'mx_some_unresolvable',
        check: 'mx',
        subject: 'mx2.example.com',
        facts: { host: 'mx2.example.com' },
        evidence: ['MX example.com', 'A mx2.example.com', 'AAAA mx2.example.com'],
      },
    ])
  })

  it('when no host resolves that is said once', () => {
    const hosts = Array.from({ length: 7 }, (_, at) =>
      host(`mx${at}.example.com`, 'unresolvable', { alias: 'gone.example' }),
    )
    expect(assess(hosts)).toMatchObject([
      {
        id: 'mx_all_unresolvable',
        facts: {
          hosts: 'mx0.example.com, mx1.example.com, mx2.example.com, mx3.example.com, mx4.example.com and 2 more',
        },
      },
    ])
  })

  it('a host that could not be asked for, or was cut, is no finding and keeps "all" from being said', () => {
    expect(ids([host('mx1.example.com', 'unchecked')])).toEqual([])
    for (const state of ['unchecked', 'cut'] as const)
      expect(ids([host('mx1.example.com', 'unresolvable'), host('mx2.example.com', state)])).toEqual([
        'mx_some_unresolvable',
      ])
  })

  it('addresses for names, private addresses and aliases are told host by host', () => {
    expect(
      assess([
        host('93.184.216.34', 'ip-literal'),
        host('mx1.example.com', 'private', { addresses: ['10.0.0.1'] }),
        host('mx2.example.com', 'resolved', { alias: 'mail.example.net' }),
      ]).map(({ id, facts }) => [id, facts]),
    ).toEqual([
      ['mx_ip_literal', { host: '93.184.216.34', domain: 'example.com', preference: 10 }],
      ['mx_private_address', { host: 'mx1.example.com', address: '10.0.0.1' }],
      ['mx_cname', { host: 'mx2.example.com', target: 'mail.example.net', domain: 'example.com', preference: 10 }],
    ])
  })

  it('a private address as the only MX is reached by no one, whatever a sender makes of it', () => {
    const [finding, ...others] = assess([host('10.0.0.1', 'ip-literal')])
    expect(finding?.id).toBe('mx_all_unresolvable')
    expect(others).toEqual([])
    expect(finding && wordsOf(finding)).toMatchObject({
      meaning: 'None of the mail servers (10.0.0.1) has a public address, so no mail arrives.',
      advice:
        'Point the MX records at host names with public addresses, in place of 10.0.0.1. If the domain takes no mail, publish the null MX alone: MX 0 .',
    })
    const beside = assess([host('10.0.0.1', 'ip-literal'), host('mx1.example.com', 'resolved')])
    expect(beside.map(({ id }) => id)).toEqual(['mx_ip_literal'])
    expect(beside.map(wordsOf)[0]?.advice).toContain('Publish the public address of the server')
  })

  it('no host with a public address is as bad as none that resolves, and is said once', () => {
    const inside = (name: string) => host(name, 'private', { addresses: ['10.0.0.1'] })
    const [all, ...more] = assess([inside('mx1.example.com'), host('mx2.example.com', 'unresolvable')]).map(wordsOf)
    expect(more).toEqual([])
    expect(all).toMatchObject({
      title: 'No MX host has a usable address',
      meaning:
        'None of the mail servers (mx1.example.com, mx2.example.com) has a public address (10.0.0.1), so no mail arrives.',
      advice:
        'Publish the public addresses of mx1.example.com, mx2.example.com as A or AAAA records, or point the MX records at hosts that have one. If the domain takes no mail, publish the null MX alone: MX 0 .',
    })
    // Beside a server that has one, or whose lookup failed, it is told by itself.
    expect(ids([inside('mx1.example.com'), host('mx2.example.com')])).toEqual(['mx_private_address'])
    expect(ids([inside('mx1.example.com'), host('mx2.example.com', 'unchecked')])).toEqual(['mx_private_address'])
    const options = { gaps: [gap('mx1.example.com', 'AAAA')] }
    expect(assess([inside('mx1.example.com')], options)).toEqual([])
  })

  it.each(['localhost', 'mail', 'exchange.local'])('%s is no name to publish addresses at', name => {
    expect(assess([host(name, 'unresolvable')]).map(wordsOf)[0]?.advice).toBe(
      `Replace ${name} in the MX records with the full name of your mail server. If the domain takes no mail, publish the null MX alone: MX 0 .`,
    )
    expect(assess([host(name, 'unresolvable'), host('mx.example.com')]).map(wordsOf)[0]?.advice).toBe(
      `Remove ${name} from the MX records.`,
    )
  })

  it('names the record to publish in place of an alias of the domain, and the operator of another one', () => {
    expect(aliasWords('mx.example.com')).toMatchObject({
      advice:
        'Publish at example.com: MX 20 mail.example.net, in place of the MX that names mx.example.com. Or replace the CNAME at mx.example.com with address records.',
      publish: { name: 'example.com', type: 'MX', value: '20 mail.example.net' },
    })
    expect(aliasWords('mx.example.org')).toMatchObject({
      advice:
        'Ask the operator of mx.example.org to replace its CNAME with address records. Until then, you can name mail.example.net in the MX record.',
      publish: null,
    })
  })

  it('names a host and both records in place of an address', () => {
    expect(assess([host('93.184.216.34', 'ip-literal')]).map(wordsOf)[0]?.advice).toBe(
      'Publish at mail.example.com, or at another name if that has records: A 93.184.216.34. Then publish at example.com: MX 10 mail.example.com, in place of the MX that names the address.',
    )
  })

  it('says of a doubled name that the final dot is missing, and which record it means', () => {
    const doubled = host('mx1.example.com.example.com', 'unresolvable', { meant: 'mx1.example.com' })
    const [all] = assess([doubled]).map(wordsOf)
    expect(all).toMatchObject({
      meaning:
        'None of the mail servers (mx1.example.com.example.com) has an address, so no mail arrives. The final dot after mx1.example.com is missing, so the panel appended example.com.',
      advice:
        'Publish at example.com: MX 10 mx1.example.com. Type the final dot if your DNS provider asks for full names.',
      publish: { name: 'example.com', type: 'MX', value: '10 mx1.example.com' },
    })
    const [some] = assess([doubled, host('mx2.example.com')]).map(wordsOf)
    expect(some?.meaning).toBe(
      'mx1.example.com.example.com has no address. The final dot after mx1.example.com is missing, so the panel appended example.com.',
    )
    expect(some?.publish).toEqual({ name: 'example.com', type: 'MX', value: '10 mx1.example.com' })
  })

  it('names the alias of a host that has no address: beside a CNAME there can be none', () => {
    const dead = host('mail.example.com', 'unresolvable', { alias: 'gone.example.net' })
    expect(assess([dead]).map(wordsOf)).toMatchObject([
      {
        meaning:
          'None of the mail servers (mail.example.com) has an address, so no mail arrives. mail.example.com is an alias (CNAME) of gone.example.net, which has no address.',
        advice:
          'Replace the CNAME at mail.example.com with A or AAAA records, or point the MX records at hosts that have addresses.',
      },
    ])
    expect(assess([dead, host('mx.example.com')]).map(wordsOf)).toMatchObject([
      {
        meaning:
          'mail.example.com has no address. mail.example.com is an alias (CNAME) of gone.example.net, which has no address.',
        advice:
          'Replace the CNAME at mail.example.com with A or AAAA records, or remove mail.example.com from the MX records.',
      },
    ])
  })

  it('one host under two preferences is told once', () => {
    expect(
      ids([
        host('a.example', 'unresolvable'),
        host('a.example', 'unresolvable', { preference: 20 }),
        host('b.example'),
      ]),
    ).toEqual(['mx_some_unresolvable'])
  })
})

describe('null MX', () => {
  it('alone is fine', () => {
    expect(ids([host('.', 'null', { preference: 0 })])).toEqual([])
  })

  it('together with others is not', () => {
    expect(ids([host('.', 'null'), host('mx1.example.com')])).toEqual(['null_mx_mixed'])
    expect(ids([host('.', 'null'), host('mx1.example.com', 'unresolvable')])).toEqual([
      'null_mx_mixed',
      'mx_all_unresolvable',
    ])
  })
})

describe('without MX records', () => {
  it('mail falls back to the address record, or nowhere', () => {
    expect(ids([], { implicit: ['203.0.114.1'] })).toEqual(['mx_implicit'])
    expect(ids([])).toEqual(['mx_missing'])
  })

  it('nothing is said while the address record could not be asked for', () => {
    expect(ids([], { gaps: [gap('example.com', 'AAAA')] })).toEqual([])
    expect(ids([], { gaps: [gap('example.com', 'A')] })).toEqual([])
    expect(ids([], { gaps: [gap('other.example', 'A'), gap('example.com', 'A')] })).toEqual([])
    expect(ids([], { gaps: [gap('example.com', 'TXT')] })).toEqual(['mx_missing'])
    expect(ids([], { implicit: ['203.0.114.1'], gaps: [gap('example.com', 'AAAA')] })).toEqual(['mx_implicit'])
    expect(ids([], { gaps: [gap('other.example', 'A')] })).toEqual(['mx_missing'])
  })

  it('nothing is said while SPF, which may say that no mail is wanted, could not be asked for', () => {
    expect(ids([], { nonMail: null })).toEqual([])
    expect(ids([], { nonMail: null, implicit: ['203.0.114.1'] })).toEqual([])
  })

  it('a domain without mail only lacks the null MX', () => {
    expect(ids([], { nonMail: true, implicit: ['203.0.114.1'] })).toEqual(['nonmail_no_null_mx'])
  })
})

it('a section that asked nothing cannot be judged', () => {
  const value = { hosts: [], implicit: [] }
  expect(() => assessMx(value, { domain: 'example.com', evidence: [], gaps: [], nonMail: false })).toThrow(/evidence/)
})
