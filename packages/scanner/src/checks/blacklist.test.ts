import { type Blocklist, blocklists } from '@waxseal/core/blacklist'
import { type Resolver, unasked } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { sharedAccess } from '../blacklist/index.ts'
import { checked, domain, questions, reasons, row } from '../testing/checked-blacklist.ts'
import { zoneBlocklists } from '../testing/zone-blocklists.ts'
import { contextFor } from '../testing/zone-context.ts'
import { collectBlacklist } from './blacklist.ts'

const all: readonly Blocklist[] = blocklists

describe('the blocklist check', () => {
  it('asks 34 lists, and finds nothing about a clean domain', async () => {
    const section = await checked()
    expect(section.value).toMatchObject({ success: true, listedCount: 0, totalChecked: 34, off: [], custom: [] })
    expect(section.value.rows.map(({ list }) => list)).toEqual(all.map(({ id }) => id))
    expect(section.value.rows.filter(({ status }) => status !== 'clean')).toEqual([])
    expect(section.gaps).toEqual([])
    expect(reasons(section)).toEqual([])
  })

  it('asks ten lists on Starter, and says so', async () => {
    const { value } = await checked({ context: { tier: 'free' } })
    expect(value.totalChecked).toBe(10)
    expect(value.rows.map(({ list }) => list)).toEqual(all.slice(0, 10).map(({ id }) => id))
  })

  it('asks about the addresses of MX hosts and SPF, never a website’s', async () => {
    const section = await checked()
    expect(section.value.addresses.map(({ address, from }) => [address, from])).toEqual([
      ['8.26.56.10', 'mx'],
      ['8.26.56.32', 'spf'],
      ['2600::10', 'mx'],
    ])
    const asked = questions(section)
    expect(asked).toContain('10.56.26.8.bl.spamcop.net')
    expect(asked).toContain('32.56.26.8.bl.spamcop.net')
    expect(asked.filter(name => name.startsWith('1.56.26.8.'))).toEqual([])
  })

  it('asks about IPv6 addresses, in nibble format, only lists that support them', async () => {
    const asked = questions(await checked()).filter(name => name.startsWith('0.1.0.0.0.0.'))
    expect(asked.map(name => name.slice(64)).toSorted()).toEqual(
      all.flatMap(({ zone, families }) => (families.includes(6) ? [zone] : [])).toSorted(),
    )
  })

  it('asks the domain lists about the name and its organizational domain', async () => {
    const zone = { 'mail.example.com': { TXT: ['v=spf1 -all'] } }
    const section = await checked({ name: 'mail.example.com', zone })
    expect(section.value.names).toEqual(['example.com', 'mail.example.com'])
    expect(questions(section).filter(name => name.endsWith('dbl.spamhaus.org'))).toEqual([
      'example.com.dbl.spamhaus.org',
      'mail.example.com.dbl.spamhaus.org',
    ])
  })

  it('skips address lists for a domain without a mail server, and asks the domain lists', async () => {
    const section = await checked({ zone: { 'example.com': { MX: [[0, '.']], TXT: ['v=spf1 -all'] } } })
    expect(section.value).toMatchObject({ success: true, totalChecked: 34, addresses: [] })
    for (const { kind, status, trouble } of section.value.rows) {
      expect([status, trouble]).toEqual(kind === 'ip' ? ['error', 'not-applicable'] : ['clean', null])
    }
    expect(section.gaps).toEqual([])
  })

  it('follows an SPF redirect within the organization, and no include', async () => {
    const { value } = await checked({
      zone: {
        'example.com': { MX: [[0, '.']], TXT: ['v=spf1 redirect=_spf.example.com'] },
        '_spf.example.com': { TXT: ['v=spf1 ip4:8.26.56.40 include:other.example.net -all'] },
        'other.example.net': { TXT: ['v=spf1 ip4:8.26.56.41 -all'] },
      },
    })
    expect(value.addresses.map(({ address }) => address)).toEqual(['8.26.56.40'])
  })

  it('asks about at most 16 addresses, and says so', async () => {
    const TXT = ['v=spf1 ip4:8.26.56.0/28 ip4:8.27.0.1 -all']
    const section = await checked({ zone: { 'example.com': { MX: [[0, '.']], TXT } } })
    expect(section.value.addresses).toHaveLength(16)
    expect(section.value.notAsked).toBe(1)
    expect(section.notes).toContain('At most 16 addresses are looked up. 1 more was not.')
  })
})

describe('listings', () => {
  it('name the worst address in each row', async () => {
    const section = await checked({
      listings: [
        { list: 'spamhaus-zen', subject: '8.26.56.10', answers: ['127.0.0.10'] },
        { list: 'spamhaus-zen', subject: '8.26.56.32', answers: ['127.0.0.3', '127.0.0.4'] },
        { list: 'spamhaus-dbl', subject: 'example.com', answers: ['127.0.1.2'] },
      ],
    })
    expect(section.value.listedCount).toBe(2)
    expect(row(section, 'spamhaus-zen')?.listings[0]).toMatchObject({ subject: '8.26.56.32', labels: ['CSS', 'XBL'] })
    expect(reasons(section)).toEqual([
      'Listed on a critical blocklist: 8.26.56.32 on Spamhaus ZEN',
      'Listed on a critical blocklist: example.com on Spamhaus DBL',
    ])
  })

  it('are a note if a sender policy lists a host that SPF does not authorize', async () => {
    const section = await checked({
      listings: [{ list: 'spamhaus-zen', subject: '8.26.56.10', answers: ['127.0.0.11'] }],
    })
    expect(row(section, 'spamhaus-zen')).toMatchObject({ status: 'clean', listings: [{ note: true }] })
    expect(section.value.addresses[0]).toMatchObject({ address: '8.26.56.10', sends: false })
    expect(section.value.listedCount).toBe(0)
    expect(reasons(section)).toEqual([])
  })

  it('show a shared provider’s address with its owner, and count it once', async () => {
    const section = await checked({
      zone: {
        'example.com': { MX: [[1, 'aspmx.l.google.com']], TXT: ['v=spf1 ip4:8.26.56.50 -all'] },
        'aspmx.l.google.com': { A: ['8.26.56.60'] },
        '50.56.26.8.in-addr.arpa': { PTR: ['o1.em.sendgrid.net'] },
        'o1.em.sendgrid.net': { A: ['8.26.56.50'] },
      },
      listings: [
        { list: 'spamcop', subject: '8.26.56.60', answers: ['127.0.0.2'] },
        { list: 's5h', subject: '8.26.56.50', answers: ['127.0.0.2'] },
      ],
    })
    expect(section.value.addresses.map(({ owner }) => owner)).toEqual(['Google Workspace', 'SendGrid'])
    expect(section.value.listedCount).toBe(2)
    expect(reasons(section)).toEqual(['A shared provider address is listed'])
  })

  it('accept forward-confirmed reverse DNS as proof of an owner, except for rented machines', async () => {
    const { value } = await checked({
      zone: {
        'example.com': { MX: [[0, '.']], TXT: ['v=spf1 ip4:8.26.56.50 ip4:8.26.56.51 -all'] },
        '50.56.26.8.in-addr.arpa': { PTR: ['o1.em.sendgrid.net'] },
        '51.56.26.8.in-addr.arpa': { PTR: ['ip-8-26-56-51.ip.secureserver.net'] },
        'ip-8-26-56-51.ip.secureserver.net': { A: ['8.26.56.51'] },
      },
    })
    expect(value.addresses.map(({ owner }) => owner)).toEqual([null, null])
  })
})

describe('lists without a verdict', () => {
  it.each([
    ['a refusing list', { '2.0.0.127.bl.spamcop.net': { A: ['127.255.255.254'] } }, 'refused'],
    [
      'a list that lists the world',
      { '2.0.0.127.bl.spamcop.net': { A: ['127.0.0.2'] }, '1.0.0.127.bl.spamcop.net': { A: ['127.0.0.2'] } },
      'lists-everything',
    ],
    ['a rewritten NXDOMAIN', { '1.0.0.127.bl.spamcop.net': { A: ['203.0.113.80'] } }, 'rewritten'],
    [
      'a dead list',
      { '2.0.0.127.bl.spamcop.net': { fail: 'servfail' }, '1.0.0.127.bl.spamcop.net': { fail: 'servfail' } },
      'dead',
    ],
    [
      'a silent list',
      { '2.0.0.127.bl.spamcop.net': { fail: 'timeout' }, '1.0.0.127.bl.spamcop.net': { fail: 'timeout' } },
      'silent',
    ],
    ['a list without its test entry', { '2.0.0.127.bl.spamcop.net': {} }, 'test-entry'],
  ] as const)('%s is never listed, never clean', async (_, entries, trouble) => {
    const section = await checked({
      zone: { ...domain, '10.56.26.8.bl.spamcop.net': { A: ['127.0.0.2'] }, ...entries },
    })
    const verdict = row(section, 'spamcop')
    expect(verdict).toMatchObject({ status: 'error', trouble, listings: [] })
    expect(verdict?.reason).toMatch(/^[A-Z].*\.$/)
    expect(section.value).toMatchObject({ success: true, listedCount: 0, totalChecked: 34 })
    expect(section.gaps.map(({ question }) => question.name)).toEqual([expect.stringMatching(/\.bl\.spamcop\.net$/)])
    expect(section.evidence.map(({ id }) => id)).toContain(section.gaps[0]?.evidence)
    // The gap uses the row's own words, because the cause differs from list to list.
    expect(`${section.gaps[0]?.words}.`.toLowerCase()).toBe(verdict?.reason?.toLowerCase())
    expect(reasons(section)).toEqual([])
  })

  it('a refused answer for one address leaves the list without a verdict', async () => {
    const section = await checked({
      listings: [{ list: 'psbl', subject: '8.26.56.32', answers: ['127.255.255.255'] }],
    })
    expect(row(section, 'psbl')).toMatchObject({ status: 'error', trouble: 'refused' })
    expect(section.gaps).toMatchObject([{ reason: 'refused', question: { name: '32.56.26.8.psbl.surriel.com' } }])
  })

  it('failed address lookups leave the address lists unchecked, and cost no points', async () => {
    const section = await checked({ zone: { 'example.com': { fail: 'timeout' } } })
    expect(row(section, 'spamcop')).toMatchObject({ status: 'error', trouble: 'unanswered' })
    expect(row(section, 'spamhaus-dbl')?.status).toBe('clean')
    expect(section.gaps.map(({ question }) => `${question.type} ${question.name}`)).toEqual([
      'MX example.com',
      'TXT example.com',
    ])
  })

  it('one failed host lookup leaves the lists unknown too, without reporting answered queries as failed', async () => {
    const zone = {
      'example.com': {
        MX: [
          [10, 'mx.example.com'],
          [20, 'silent.example.net'],
        ],
        TXT: ['v=spf1 -all'],
      },
      'mx.example.com': { A: ['8.26.56.10'] },
      'silent.example.net': { fail: 'timeout' },
    } as const
    const section = await checked({ zone })
    expect(row(section, 'spamcop')).toMatchObject({
      status: 'error',
      reason: 'It lists none of the addresses found, but other address lookups failed.',
    })
    expect(section.gaps.map(({ question: { type, name } }) => `${type} ${name}`).toSorted()).toEqual([
      'A silent.example.net',
      'AAAA silent.example.net',
    ])
  })

  it('the report says when no list gave a verdict', async () => {
    const { value } = await checked({
      context: { blocklists: zoneBlocklists(domain) },
    })
    expect(value).toMatchObject({ success: false, listedCount: 0, totalChecked: 34 })
  })
})

it('the check did not run if no query was answered', async () => {
  const resolver: Resolver = { query: () => Promise.resolve(unasked('timeout', 0)) }
  const ask = () => resolver.query('.', 'A')
  const context = contextFor('example.com', {})
  const section = await collectBlacklist({
    ...context,
    resolver,
    confirming: resolver,
    blocklists: sharedAccess(ask, { rates: 'unlimited' })(),
  })
  expect(section).toMatchObject({ ran: false, reason: 'timeout' })
})
