import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { discoverDmarc, discoverDmarc7489, dmarcWalk } from './discover.ts'

const record = (text: string) => ({ TXT: [text] })
const find = (domain: string, zone: Zone, exists: boolean | null = true) =>
  discoverDmarc(zoneResolver(zone), domain, { exists })
const read = (domain: string, zone: Zone) => discoverDmarc7489(zoneResolver(zone), domain, 'example.com')
const tagged = (tags: string) => ({ '_dmarc.example.com': record(`v=DMARC1; p=reject; ${tags}`) })

describe('the tree walk', () => {
  it('queries the domain and its parents, including the top-level name', () => {
    expect(dmarcWalk('a.mail.example.com')).toEqual(['a.mail.example.com', 'mail.example.com', 'example.com', 'com'])
    expect(dmarcWalk('com')).toEqual(['com'])
  })

  it('never queries more than eight names: from a longer one it jumps to seven labels (example of RFC 9989 section 4.10)', () => {
    expect(dmarcWalk('a.b.c.d.e.f.g.h.i.j.mail.example.com')).toEqual([
      'a.b.c.d.e.f.g.h.i.j.mail.example.com',
      'g.h.i.j.mail.example.com',
      'h.i.j.mail.example.com',
      'i.j.mail.example.com',
      'j.mail.example.com',
      'mail.example.com',
      'example.com',
      'com',
    ])
    expect(dmarcWalk('b.c.d.e.f.g.h.com')).toHaveLength(8)
  })

  it('queries all names at once', async () => {
    let open = 0
    let most = 0
    const resolver = zoneResolver(
      {},
      {
        wait: async () => {
          most = Math.max(most, ++open)
          await Promise.resolve()
          open--
        },
      },
    )
    await discoverDmarc(resolver, 'a.b.example.com')
    expect(resolver.calls.map(call => `${call.type} ${call.name}`)).toEqual([
      'TXT _dmarc.a.b.example.com',
      'TXT _dmarc.b.example.com',
      'TXT _dmarc.example.com',
      'TXT _dmarc.com',
    ])
    expect(most).toBe(4)
  })
})

describe('which record applies', () => {
  it('the domain’s own first', async () => {
    const { reading, organizationalDomain } = await find('mail.example.com', {
      '_dmarc.mail.example.com': record('v=DMARC1; p=quarantine'),
      '_dmarc.example.com': record('v=DMARC1; p=reject'),
    })
    expect(reading).toMatchObject({ location: 'mail.example.com', inherited: false, policy: 'quarantine' })
    expect(organizationalDomain).toBe('example.com')
  })

  it('else the organizational domain’s, never one in between: sp for names that exist, np for names that do not', async () => {
    const zone = {
      '_dmarc.mail.example.com': record('v=DMARC1; p=none'),
      '_dmarc.example.com': record('v=DMARC1; p=reject; sp=quarantine; np=none'),
    }
    expect((await find('a.mail.example.com', zone)).reading).toMatchObject({
      location: 'example.com',
      inherited: true,
      policy: 'quarantine',
    })
    expect((await find('a.mail.example.com', zone, false)).reading.policy).toBe('none')
    expect((await find('a.mail.example.com', zone, null)).reading.policy).toBe('quarantine')
  })

  it('psd=n makes a domain the organizational one and ends the walk', async () => {
    const { reading, organizationalDomain } = await find('a.mail.example.com', {
      '_dmarc.mail.example.com': record('v=DMARC1; p=reject; psd=n'),
      '_dmarc.example.com': record('v=DMARC1; p=none'),
    })
    expect(reading).toMatchObject({ location: 'mail.example.com', policy: 'reject' })
    expect(organizationalDomain).toBe('mail.example.com')
  })

  it('psd=y makes the name below it the organizational domain', async () => {
    const psd = { '_dmarc.bank': record('v=DMARC1; p=reject; psd=y') }
    const below = await find('mail.giant.bank', psd)
    expect(below.organizationalDomain).toBe('giant.bank')
    expect(below.reading).toMatchObject({ location: 'bank', inherited: true, policy: 'reject' })
    const own = await find('mail.giant.bank', {
      ...psd,
      '_dmarc.giant.bank': record('v=DMARC1; p=none; sp=quarantine'),
    })
    expect(own.reading).toMatchObject({ location: 'giant.bank', policy: 'quarantine' })
  })

  it('without any record none does', async () => {
    const { reading, organizationalDomain } = await find('mail.example.com', {})
    expect(reading).toMatchObject({ location: null, record: null, policy: null, unchecked: false, multiple: false })
    expect(organizationalDomain).toBe('mail.example.com')
  })

  it('several records at a name cancel each other', async () => {
    const two = { TXT: ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] }
    expect((await find('example.com', { '_dmarc.example.com': two })).reading).toMatchObject({
      location: 'example.com',
      record: null,
      policy: null,
      multiple: true,
    })
    const above = { '_dmarc.example.com': record('v=DMARC1; p=reject') }
    expect((await find('a.example.com', { ...above, '_dmarc.a.example.com': two })).reading).toMatchObject({
      location: 'example.com',
      policy: 'reject',
      multiple: true,
    })
  })

  it('other TXT records at the name do not count, as behind a wildcard', async () => {
    const zone = { '*.example.com': { TXT: ['v=spf1 -all', 'hello'] } }
    expect((await find('example.com', zone)).reading).toMatchObject({ location: null, record: null })
    const both = { '_dmarc.example.com': { TXT: ['v=spf1 -all', 'v=DMARC1; p=reject'] } }
    expect((await find('example.com', both)).reading.policy).toBe('reject')
  })

  it('a record with v not first is kept to report it as broken', async () => {
    const { reading } = await find('example.com', { '_dmarc.example.com': record('p=reject; v=DMARC1') })
    expect(reading).toMatchObject({ location: 'example.com', policy: null, multiple: false })
    expect(reading.record?.errors.map(problem => problem.code)).toEqual(['version'])
  })

  it('of several broken texts, one that begins with the version of another protocol is the least likely', async () => {
    const TXT = ['v=DKIM1; p=none', 'v=DMARC1 p=reject']
    const { reading } = await find('example.com', { '_dmarc.example.com': { TXT } })
    expect(reading.record?.text).toBe('v=DMARC1 p=reject')
  })

  it('joins the strings of a TXT record', async () => {
    const { reading } = await find('example.com', { '_dmarc.example.com': { TXT: [['v=DMARC1; p=rej', 'ect']] } })
    expect(reading.policy).toBe('reject')
  })

  it('t=y and pct below 100 are test mode', async () => {
    for (const [tags, testing] of [
      ['t=y', true],
      ['pct=99', true],
      ['pct=0', true],
      ['pct=100', false],
      ['t=n', false],
    ])
      expect(
        (await find('example.com', { '_dmarc.example.com': record(`v=DMARC1; p=reject; ${tags}`) })).reading,
      ).toMatchObject({ policy: 'reject', testing })
  })
})

describe('a failed lookup', () => {
  const fail = { fail: 'timeout' } as const

  it('at the name itself leaves everything unknown, never missing', async () => {
    const zone = { '_dmarc.mail.example.com': fail, '_dmarc.example.com': record('v=DMARC1; p=reject') }
    expect((await find('mail.example.com', zone)).reading).toMatchObject({
      unchecked: true,
      policy: null,
      record: null,
    })
  })

  it('above does not matter if the domain has its own record', async () => {
    const zone = { '_dmarc.example.com': record('v=DMARC1; p=reject'), '_dmarc.com': fail }
    const { reading, organizationalDomain } = await find('example.com', zone)
    expect(reading).toMatchObject({ unchecked: false, policy: 'reject' })
    expect(organizationalDomain).toBeNull()
  })

  it('above leaves the reading unknown while a record there could take precedence', async () => {
    const zone = { '_dmarc.b.example.com': record('v=DMARC1; p=none'), '_dmarc.example.com': fail }
    expect((await find('a.b.example.com', zone)).reading.unchecked).toBe(true)
    const ended = { '_dmarc.b.example.com': record('v=DMARC1; p=none; psd=n'), '_dmarc.example.com': fail }
    expect((await find('a.b.example.com', ended)).reading).toMatchObject({ unchecked: false, policy: 'none' })
  })

  it.each(['timeout', 'servfail', 'refused', 'malformed', 'unreachable', 'lame', 'cancelled', 'over-budget'] as const)(
    '%s is unchecked in both readings',
    async reason => {
      const resolver = zoneResolver({ '_dmarc.example.com': { fail: reason } })
      expect((await discoverDmarc(resolver, 'example.com')).reading.unchecked).toBe(true)
      expect((await discoverDmarc7489(resolver, 'example.com', 'example.com')).unchecked).toBe(true)
    },
  )
})

describe('a receiver of RFC 7489', () => {
  it('uses only the domain and its organizational domain', async () => {
    const zone = {
      '_dmarc.mail.example.com': record('v=DMARC1; p=none'),
      '_dmarc.example.com': record('v=DMARC1; p=reject; sp=quarantine; np=none'),
      '_dmarc.com': record('v=DMARC1; p=none'),
    }
    expect(await read('a.mail.example.com', zone)).toMatchObject({ location: 'example.com', policy: 'quarantine' })
    expect(await read('mail.example.com', zone)).toMatchObject({ location: 'mail.example.com', policy: 'none' })
  })

  it('ignores np, even an invalid one', async () => {
    const zone = { '_dmarc.example.com': record('v=DMARC1; p=reject; np=all') }
    expect((await find('example.com', zone)).reading).toMatchObject({ policy: null })
    expect(await read('example.com', zone)).toMatchObject({ policy: 'reject', record: { errors: [] } })
    const reported = { '_dmarc.example.com': record('v=DMARC1; p=reject; np=all; rua=mailto:a@example.com') }
    expect((await find('example.com', reported)).reading).toMatchObject({ policy: 'none' })
    expect(await read('mail.example.com', reported)).toMatchObject({ policy: 'reject' })
  })

  it('uses pct and ignores t', async () => {
    expect((await read('example.com', tagged('t=y'))).testing).toBe(false)
    expect((await read('example.com', tagged('pct=20'))).testing).toBe(true)
  })

  it('stops at several records', async () => {
    const zone = {
      '_dmarc.a.example.com': { TXT: ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] },
      '_dmarc.example.com': record('v=DMARC1; p=reject'),
    }
    expect(await read('a.example.com', zone)).toMatchObject({ policy: null, multiple: true })
  })
})
