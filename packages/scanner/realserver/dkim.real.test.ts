import type { Section } from '@waxseal/core/check'
import { type DkimValue, fillDkimGaps } from '@waxseal/core/dkim'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rsaKey } from '../src/testing/dkim-key.ts'
import { discoverOne } from './discovering.ts'
import { addresses, type Lab, nameserver, startLab } from './lab.ts'

const apex = '@ MX 10 mx\nmx A 8.26.56.10\n@ TXT "v=spf1 mx -all"\n'
/** A key record in the form of a zone file: more than 255 bytes, so in two strings. */
const record = (bits: number): string => {
  const text = `v=DKIM1; k=rsa; p=${rsaKey(bits)}`
  return `TXT "${text.slice(0, 200)}" "${text.slice(200)}"`
}
const unasked = `${apex}unheard-of._domainkey ${record(2048)}\n`

const second = 'ns2.lab-servers.net'
const both = [nameserver.zone, second]

let lab: Lab
beforeAll(async () => {
  lab = await startLab(
    [
      { name: 'signed.example', dnssec: 'signed', records: apex },
      { name: 'signed-key.example', dnssec: 'signed', records: `${apex}google._domainkey ${record(2048)}\n` },
      { name: 'two.example', nameservers: both, records: apex },
      { name: 'one.example', records: apex },
      { name: 'half.example', nameservers: [nameserver.zone, nameserver.refusing], records: apex },
      { name: 'below.example', nameservers: both, records: unasked },
      { name: 'below-signed.example', dnssec: 'signed', nameservers: both, records: unasked },
      { name: 'below-wild.example', nameservers: both, records: `${unasked}* TXT "v=spf1 -all"\n` },
      {
        name: 'org.example',
        nameservers: both,
        records: `${apex}news A 8.26.56.11\ngoogle._domainkey ${record(2048)}\n`,
      },
      {
        name: 'panel.example',
        nameservers: both,
        records: `${apex}mine._domainkey.panel.example ${record(2048)}\n`,
      },
      { name: 'fresh.example', nameservers: both, records: apex },
      {
        name: 'aliases.example',
        records: `${apex}selector1._domainkey CNAME selector1-aliases-example._domainkey.aliases.onmicrosoft.com.
selector2._domainkey CNAME selector2-aliases-example._domainkey.aliases.onmicrosoft.com.
s1._domainkey CNAME s1.domainkey.u1.wl1.sendgrid.net.\n`,
      },
      {
        name: 'onmicrosoft.com',
        records: `selector1-aliases-example._domainkey.aliases ${record(2048)}\n`,
      },
      { name: 'sendgrid.net', nameservers: [nameserver.refusing] },
      {
        name: 'delegated.example',
        records: `${apex}_domainkey NS ${nameserver.zone}.\n`,
      },
      { name: '_domainkey.delegated.example', records: `s1 ${record(2048)}\n` },
      { name: 'renamed.example', records: `${apex}_domainkey DNAME _domainkey.keys.example.\n` },
      { name: 'keys.example', records: `k1._domainkey ${record(1024)}\n` },
    ],
    { hosts: new Map([[second, addresses.zone.replace(/\d+$/, '2')]]) },
  )
})
afterAll(() => lab.stop())

async function discover(name: string, more: { direct?: boolean; selectors?: readonly string[] } = {}) {
  const section: Section<DkimValue> = await discoverOne(name, { resolver: lab.resolver, ...more })
  if (!section.ran) throw new Error(`${name}: ${section.reason}`)
  return section
}

describe('the absence of a key is certain', () => {
  it('if DNSSEC proves that _domainkey does not exist', async () => {
    const { value, gaps } = await discover('signed.example')
    expect(value).toMatchObject({ state: 'none-sure', sureBecause: 'authenticated', keys: [] })
    expect(gaps).toEqual([])
    // That proof needs only the resolver.
    expect((await discover('signed.example', { direct: false })).value.sureBecause).toBe('authenticated')
  })

  it("if two of the zone's own servers confirm it, each asked separately", async () => {
    const { value, notes } = await discover('two.example')
    expect(value).toMatchObject({ state: 'none-sure', sureBecause: 'two-servers' })
    expect(notes).toHaveLength(1)
    expect(notes[0]).toContain(`${addresses.zone}:53`)
    expect(notes[0]).toContain(`${addresses.zone.replace(/\d+$/, '2')}:53`)
  })

  it('except with one server, without asking them, or with a name below', async () => {
    expect((await discover('one.example')).value).toMatchObject({ state: 'none-unsure', sureBecause: null })
    expect((await discover('two.example', { direct: false })).value.state).toBe('none-unsure')
    expect((await discover('below.example')).value.state).toBe('none-unsure')
  })

  it('except while the second server refuses: a gap, and an earlier certainty stays', async () => {
    const { value, gaps } = await discover('half.example')
    expect(value.state).toBe('none-unsure')
    expect(gaps).toMatchObject([{ question: { name: '_domainkey.half.example', type: 'TXT' }, reason: 'refused' }])
    const { value: sure } = await discover('two.example')
    expect(fillDkimGaps(value, gaps, sure)?.value).toMatchObject({ state: 'none-sure', sureBecause: 'two-servers' })
  })

  it('if none of the given selectors exists', async () => {
    const { value } = await discover('below.example', { selectors: ['mine'] })
    expect(value).toMatchObject({ state: 'none-sure', sureBecause: 'given', missing: ['mine'] })
    const given = await discover('below.example', { selectors: ['unheard-of'] })
    expect(given.value).toMatchObject({ state: 'found', keys: [{ selector: 'unheard-of', keyBits: 2048 }] })
  })
})

describe('a key', () => {
  it('published a moment ago is found while resolvers still deny it', async () => {
    expect((await discover('fresh.example')).value.state).toBe('none-sure')
    await lab.publish('fresh.example', `${apex}google._domainkey ${record(2048)}\n`)
    expect((await discover('fresh.example', { direct: false })).value.state).toBe('none-unsure')
    const { value, evidence } = await discover('fresh.example')
    expect(value).toMatchObject({ state: 'found', keys: [{ selector: 'google', keyBits: 2048 }] })
    expect(evidence.some(({ id }) => id === 'TXT google._domainkey.fresh.example @authoritative')).toBe(true)
  })

  it('behind an alias is found with its provider; it is unchecked if the target cannot be asked', async () => {
    const { value, gaps } = await discover('aliases.example')
    expect(value.state).toBe('found')
    expect(value.keys).toMatchObject([
      {
        selector: 'selector1',
        provider: { name: 'Microsoft 365' },
        cnames: ['selector1-aliases-example._domainkey.aliases.onmicrosoft.com'],
        keyBits: 2048,
      },
    ])
    expect(value.dangling).toMatchObject([{ selector: 'selector2', provider: { name: 'Microsoft 365' } }])
    expect(value.unanswered).toMatchObject([{ selector: 's1', provider: { name: 'SendGrid (Twilio)' } }])
    expect(gaps.map(({ question }) => question.name)).toEqual(['s1._domainkey.aliases.example'])
  })

  it('is found where _domainkey is delegated, renamed or signed', async () => {
    const delegated = await discover('delegated.example')
    expect(delegated.value).toMatchObject({ state: 'found', keys: [{ selector: 's1' }], dangling: [] })
    const renamed = await discover('renamed.example')
    expect(renamed.value).toMatchObject({ state: 'found', keys: [{ selector: 'k1', keyBits: 1024 }], dangling: [] })
    expect((await discover('signed-key.example')).value.keys).toMatchObject([{ selector: 'google' }])
  })
})

describe('around _domainkey', () => {
  it.each(['below.example', 'below-signed.example'])('names below it are seen at NSD: %s', async name => {
    const { value, gaps } = await discover(name)
    expect(value).toMatchObject({ state: 'none-unsure', namesBelow: true })
    expect(gaps).toEqual([])
    // Without the zone's own servers the resolver's answers say the same.
    expect((await discover(name, { direct: false })).value.namesBelow).toBe(true)
  })

  it('names below it are not concluded from a wildcard, or when there are none', async () => {
    expect((await discover('below-wild.example')).value.namesBelow).toBe(false)
    expect((await discover('two.example')).value.namesBelow).toBe(false)
  })

  it('a subdomain knows the keys of its organizational domain', async () => {
    const { value, evidence } = await discover('news.org.example')
    expect(value).toMatchObject({ keys: [], parent: { domain: 'org.example', state: 'found', selectors: ['google'] } })
    expect(evidence.some(({ id }) => id === 'TXT google._domainkey.org.example')).toBe(true)
  })

  it('a doubled name is found', async () => {
    const { value } = await discover('panel.example', { selectors: ['mine'] })
    expect(value).toMatchObject({
      state: 'none-sure',
      doubled: [{ selector: 'mine', name: 'mine._domainkey.panel.example.panel.example' }],
    })
  })
})
