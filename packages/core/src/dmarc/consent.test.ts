import { describe, expect, it } from 'vitest'
import { type Zone, zoneResolver } from '../dns/index.ts'
import { askConsent, askExistence } from './consent.ts'
import { parseDmarc } from './record.ts'

/** The record at `location` has these tags, whatever the zone says there. */
const ask = (tags: string, zone: Zone = {}, location = 'example.com') => {
  const resolver = zoneResolver(zone)
  const done = askConsent(resolver, parseDmarc(`v=DMARC1; p=none; ${tags}`), location)
  return done.then(external => ({ external, calls: resolver.calls.filter(isReport) }))
}
const isReport = (call: unknown) => JSON.stringify(call).includes('_report')
const policy = { TXT: ['v=DMARC1; p=none'] }
const external = (rua: string, location: string, zone: Zone, tags = '') =>
  ask(`${tags}rua=mailto:d@${rua}`, zone, location).then(asked => asked.external.map(each => each.authorized))

it('an address inside the organization needs no authorization', async () => {
  const tags = 'rua=mailto:a@example.com,mailto:b@reports.example.com'
  const { external, calls } = await ask(tags, { '_dmarc.example.com': policy }, 'mail.example.com')
  expect(external).toEqual([])
  expect(calls).toEqual([])
})

describe('the organization is that of the tree walk (RFC 9989 section 4.10.2), not of the Public Suffix List', () => {
  const suffix = { TXT: ['v=DMARC1; p=none; psd=y'] }

  it.each<[string, string, string, Zone, (boolean | null)[]]>([
    // domainaware/checkdmarc#273, trusteddomainproject/OpenDMARC#433
    ['a sister below psd=y', 'b.reg.example', 'a.reg.example', { '_dmarc.reg.example': suffix }, [false]],
    ['the psd=y itself', 'reg.example', 'a.reg.example', { '_dmarc.reg.example': suffix }, [false]],
    ['a name below the own one', 'x.a.reg.example', 'a.reg.example', { '_dmarc.reg.example': suffix }, []],
    // stalwartlabs/mail-auth#37
    ['a parent without a record', 't3.example', 'c.t3.example', {}, [false]],
    ['a parent with a record', 't3.example', 'c.t3.example', { '_dmarc.t3.example': policy }, []],
    // By the Public Suffix List a.github.io and b.github.io are two organizations.
    ['a sister below a private suffix', 'b.github.io', 'a.github.io', { '_dmarc.github.io': policy }, []],
    ['a name that fails', 'dead.example', 'a.example', { '_dmarc.dead.example': { fail: 'servfail' } }, [null]],
  ])('%s', async (_, rua, location, zone, expected) => {
    expect(await external(rua, location, zone)).toEqual(expected)
  })

  it('ends at psd=n', async () => {
    expect(await external('t3.example', 'c.t3.example', { '_dmarc.t3.example': policy }, 'psd=n; ')).toEqual([false])
  })

  it('a record that is not published yet makes its domain the organization of the names below', async () => {
    expect(await external('reports.new.example', 'new.example', {})).toEqual([])
  })

  it('an unknown organization may have consented', async () => {
    const zone: Zone = {
      '_dmarc.dead.example': { fail: 'servfail' },
      'a.example._report._dmarc.dead.example': { TXT: ['v=DMARC1'] },
    }
    expect(await external('dead.example', 'a.example', zone)).toEqual([true])
  })
})

it('an external domain authorizes with v=DMARC1 at <domain>._report._dmarc.<destination>', async () => {
  const zone = { 'example.com._report._dmarc.collector.example': { TXT: ['v=DMARC1;'] } }
  const { external } = await ask('rua=mailto:a@collector.example', zone)
  expect(external).toEqual([
    {
      domain: 'collector.example',
      uri: 'mailto:a@collector.example',
      tag: 'rua',
      name: 'example.com._report._dmarc.collector.example',
      authorized: true,
    },
  ])
})

it('a wildcard authorizes every domain', async () => {
  const { external } = await ask('rua=mailto:a@collector.example', {
    '*._report._dmarc.collector.example': { TXT: ['v=DMARC1; rua=mailto:other@collector.example'] },
  })
  expect(external[0]?.authorized).toBe(true)
})

it('no record, or another TXT, is no authorization; a failed lookup is unknown', async () => {
  const { external } = await ask('rua=mailto:a@none.example,mailto:a@other.example; ruf=mailto:a@dead.example', {
    'example.com._report._dmarc.other.example': { TXT: ['v=spf1 -all'] },
    'example.com._report._dmarc.dead.example': { fail: 'servfail' },
  })
  expect(external.map(({ domain, tag, authorized }) => [domain, tag, authorized])).toEqual([
    ['none.example', 'rua', false],
    ['other.example', 'rua', false],
    ['dead.example', 'ruf', null],
  ])
})

it('queries a destination once, at most twenty in all, and never a name too long to exist', async () => {
  const twice = await ask('rua=mailto:a@c.example,mailto:b@c.example')
  expect(twice.external).toHaveLength(2)
  expect(twice.calls).toHaveLength(1)
  const many = await ask(`rua=${Array.from({ length: 50 }, (_, at) => `mailto:a@d${at}.example`).join(',')}`)
  expect(many.calls).toHaveLength(20)
  expect(many.external.map(({ authorized }) => authorized)).toEqual([
    ...Array<false>(20).fill(false),
    ...Array<null>(30).fill(null),
  ])
  const long = await ask(`rua=mailto:a@${'x'.repeat(60)}.example`, {}, `${`${'y'.repeat(60)}.`.repeat(3)}example.com`)
  expect(long.external.map(({ authorized }) => authorized)).toEqual([false])
  expect(long.calls).toEqual([])
})

it('asks whether the domains exist that do not authorize', async () => {
  const zone: Zone = {
    'there.example': { MX: [[10, 'mx.there.example']] },
    'dead.example': { fail: 'servfail' },
    'example.com._report._dmarc.agreed.example': { TXT: ['v=DMARC1'] },
  }
  const { external } = await ask(
    'rua=mailto:a@there.example,mailto:a@gone.example,mailto:a@dead.example,mailto:a@agreed.example',
    zone,
  )
  const known = await askExistence(zoneResolver(zone), external)
  expect(known.map(({ domain, exists }) => [domain, exists])).toEqual([
    ['there.example', true],
    ['gone.example', false],
    ['dead.example', null],
    ['agreed.example', undefined],
  ])
})
