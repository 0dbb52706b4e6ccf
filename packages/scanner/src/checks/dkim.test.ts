import { confirmedSelectors, type DkimValue, probedSelectors } from '@waxseal/core/dkim'
import { type Answer, type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { rsaKey } from '../testing/dkim-key.ts'
import { contextFor } from '../testing/zone-context.ts'
import { collectDkim, type DiscoveryContext } from './dkim.ts'

const key = `v=DKIM1; k=rsa; p=${rsaKey(2048)}`
const otherKey = `v=DKIM1; k=rsa; p=${rsaKey(1024)}`
const at = (selector: string) => `${selector}._domainkey.example.com`
/** The domain exists, and below `_domainkey` there is a name that discovery does not query. */
const somebody: Zone = { 'example.com': {}, [at('unheard-of')]: { TXT: [key] } }

async function run(context: DiscoveryContext) {
  const section = await collectDkim(context)
  if (!section.ran) throw new Error(`did not run: ${section.reason}`)
  return section
}
const dkim = (zone: Zone, { live = zone, ...more }: Partial<DiscoveryContext> & { live?: Zone } = {}) =>
  run({ ...contextFor('example.com', zone, live), ...more })

const states = ({ keys }: DkimValue) => keys.map(({ selector, state }) => [selector, state])

describe('keys', () => {
  it('are found in the catalogue, with their provider and their name', async () => {
    const { value, gaps, evidence } = await dkim({
      'example.com': {},
      [at('google')]: { TXT: [key] },
      [at('k2')]: { CNAME: ['dkim2.mcsv.net'] },
      'dkim2.mcsv.net': { TXT: [otherKey] },
    })
    expect(value).toMatchObject({ state: 'found', sureBecause: null, tried: 172, wildcard: null, unanswered: [] })
    expect(value.keys).toMatchObject([
      {
        selector: 'google',
        hostname: 'google._domainkey.example.com',
        source: 'catalogue',
        provider: { id: 'google-workspace', name: 'Google Workspace' },
        cnames: [],
        record: key,
        state: 'working',
        keyType: 'rsa',
        keyBits: 2048,
        testing: false,
      },
      { selector: 'k2', provider: { name: 'Mailchimp' }, cnames: ['dkim2.mcsv.net'], record: otherKey, keyBits: 1024 },
    ])
    expect(confirmedSelectors(value)).toEqual(['google', 'k2'])
    expect(gaps).toEqual([])
    expect(evidence.map(({ question }) => question.name)).toEqual(
      expect.arrayContaining([at('google'), at('k2'), '_domainkey.example.com']),
    )
  })

  it('are looked up all at once', async () => {
    let waiting = 0
    const { promise: all, resolve } = Promise.withResolvers<void>()
    const resolver = zoneResolver(somebody, {
      wait: (name, type) => {
        if (type === 'TXT' && name.includes('._domainkey.') && ++waiting > probedSelectors.length) resolve()
        return all
      },
    })
    const { value } = await dkim({}, { resolver, confirming: resolver })
    expect(value.tried).toBe(172)
    expect(waiting).toBeGreaterThan(172)
  })

  it('are looked up once each, within a scan’s limit for one zone', async () => {
    const zone: Zone = { ...somebody, 'example.com': { TXT: ['v=spf1 include:sparkpostmail.com -all'] } }
    const context = contextFor('example.com', zone)
    const selectors = Array.from({ length: 80 }, (_, index) => `mine${index}`)
    const { value } = await run({ ...context, confirming: context.resolver, selectors })
    expect(value.tried).toBe(172 + 24 + 30)
    expect(new Set(context.calls.filter(call => /^TXT .*example\.com$/.test(call))).size).toBeLessThan(value.tried + 39)
  })

  it('are found under the user’s selectors, including full host names', async () => {
    const { value } = await dkim(somebody, { selectors: ['Unheard-Of._domainkey.example.com', 'gone', 'no selector'] })
    expect(states(value)).toEqual([['unheard-of', 'working']])
    expect(value.keys[0]?.source).toBe('given')
    expect(value).toMatchObject({ state: 'found', missing: ['gone'] })
  })

  it('are found through other records, such as the HubSpot account', async () => {
    const { value } = await dkim({
      'example.com': { TXT: ['v=spf1 include:4711.spf02.hubspotemail.net -all'] },
      [at('hs1-4711')]: { CNAME: ['example-com.hs01a.dkim.hubspotemail.net'] },
      'example-com.hs01a.dkim.hubspotemail.net': { TXT: [key] },
    })
    expect(value.keys).toMatchObject([{ selector: 'hs1-4711', source: 'generated', provider: { name: 'HubSpot' } }])
  })

  it("are found at the zone's own servers while resolvers still deny them", async () => {
    const zone: Zone = { ...somebody, 'example.com': { TXT: ['v=spf1 include:spf.mailjet.com -all'] } }
    const { value, evidence } = await dkim(zone, { live: { ...zone, [at('mailjet')]: { TXT: [key] } } })
    expect(states(value)).toEqual([['mailjet', 'working']])
    expect(evidence.find(({ question }) => question.name === at('mailjet'))).toMatchObject({ outcome: 'records' })
    const first: Zone = { 'example.com': {}, [at('selector2')]: { TXT: [key] } }
    expect(states((await dkim({ 'example.com': {} }, { live: first })).value)).toEqual([['selector2', 'working']])
  })

  it('that are revoked, weak or broken are reported as such; the working one comes first', async () => {
    const { value } = await dkim({
      'example.com': {},
      [at('google')]: { TXT: ['v=DKIM1; p='] },
      [at('s1')]: { TXT: ['v=DKIM1; k=rsa; p=nonsense!'] },
      [at('s2')]: { TXT: [`v=DKIM1; p=${rsaKey(512)}`] },
      [at('zoho')]: { TXT: [key] },
    })
    expect(states(value)).toEqual([
      ['zoho', 'working'],
      ['s2', 'weak'],
      ['s1', 'broken'],
      ['google', 'revoked'],
    ])
    expect(confirmedSelectors(value)).toEqual(['zoho', 's2'])
  })
})

describe('a key that only a wildcard answers', () => {
  it.each([
    ['revoked', { '*._domainkey.example.com': { TXT: ['v=DKIM1; p='] } }],
    ['a working key', { '*._domainkey.example.com': { TXT: [key] } }],
    ['of the whole domain', { '*.example.com': { TXT: ['v=spf1 -all'] } }],
    ['an alias', { '*._domainkey.example.com': { CNAME: ['a.example.net'] }, 'a.example.net': { TXT: [key] } }],
    ['an alias to nothing', { '*._domainkey.example.com': { CNAME: ['a.example.net'] } }],
  ] satisfies [string, Zone][])('is not found: %s', async (_, zone) => {
    const { value } = await dkim({ 'example.com': {}, ...zone }, { selectors: ['mine'] })
    expect(value).toMatchObject({ state: 'none-unsure', keys: [], dangling: [], unanswered: [], missing: ['mine'] })
  })

  it('is distinguished from a key with its own name', async () => {
    const { value } = await dkim({
      'example.com': {},
      '*._domainkey.example.com': { TXT: ['v=DKIM1; p='] },
      [at('google')]: { TXT: [key] },
    })
    expect(states(value)).toEqual([['google', 'working']])
    expect(value.wildcard).toEqual({ records: ['v=DKIM1; p='], cnames: [], revoked: true })
  })

  describe('when the query for the random selector failed', () => {
    const known = new Set([...probedSelectors.map(at), '_domainkey.example.com', 'example.com'])
    const lost = async (zone: Zone, silence: (answer: Answer) => Answer = answer => answer) => {
      const context = contextFor('example.com', { 'example.com': {}, ...zone })
      const lossy: Resolver = {
        query: async (name, type, signal) => {
          const resolver = known.has(name) ? context.resolver : zoneResolver({ [name]: { fail: 'timeout' } })
          return silence(await resolver.query(name, type, signal)) as Answer<typeof type>
        },
      }
      return collectDkim({ ...context, resolver: lossy, confirming: lossy })
    }

    it('another nonexistent selector replaces it', async () => {
      const section = await lost({ [at('google')]: { TXT: [key] } })
      expect(section).toMatchObject({ ran: true, value: { keys: [{ selector: 'google', state: 'working' }] } })
      expect(section.ran && section.gaps).toHaveLength(1)
    })

    it('selectors without records replace it if servers never return NXDOMAIN', async () => {
      const section = await lost({ [at('google')]: { TXT: [key] } }, answer =>
        answer.kind === 'no-such-name' ? { ...answer, kind: 'no-data' } : answer,
      )
      expect(section).toMatchObject({ ran: true, value: { keys: [{ selector: 'google', state: 'working' }] } })
    })

    it('no key is concluded from answers that may come from one wildcard', async () => {
      expect(await lost({ '*._domainkey.example.com': { TXT: [key] }, [at('s1')]: {} })).toMatchObject({ ran: false })
    })
  })
})

describe('no key', () => {
  const none: Zone = { 'example.com': { A: ['192.0.2.1'] } }

  it('is certain when DNSSEC proves that _domainkey does not exist', async () => {
    const signed = zoneResolver(none)
    const validating: Resolver = {
      async query(name, type, signal) {
        const answer = await signed.query(name, type, signal)
        return { ...answer, via: { ...answer.via, authentic: 'yes' } }
      },
    }
    const { value } = await dkim(none, { resolver: validating, witnesses: [] })
    expect(value).toMatchObject({ state: 'none-sure', sureBecause: 'authenticated' })
  })

  it("is certain when two of the zone's own servers deny _domainkey", async () => {
    const { value, notes, evidence, gaps } = await dkim(none)
    expect(value).toMatchObject({ state: 'none-sure', sureBecause: 'two-servers', keys: [], tried: 172 })
    expect(notes).toEqual(["Two of the zone's own servers (zone and zone) deny that _domainkey.example.com exists."])
    expect(evidence.some(({ id }) => id === 'TXT _domainkey.example.com @authoritative')).toBe(true)
    expect(evidence.length).toBeLessThan(15)
    expect(gaps).toEqual([])
  })

  it('is not certain with one server, with servers that may not be asked, or with a name below _domainkey', async () => {
    expect((await dkim(none, { witnesses: [zoneResolver(none)] })).value.state).toBe('none-unsure')
    expect((await dkim(none, { witnesses: [] })).value.state).toBe('none-unsure')
    expect((await dkim(somebody)).value).toMatchObject({ state: 'none-unsure', sureBecause: null })
    expect((await dkim(none, { witnesses: [zoneResolver(none), zoneResolver(somebody)] })).value.state).toBe(
      'none-unsure',
    )
  })

  it('is not certain when a second witness fails: that is a gap, unless a third answers', async () => {
    const silent = zoneResolver({ '_domainkey.example.com': { fail: 'timeout' } })
    const { value, gaps } = await dkim(none, { witnesses: [zoneResolver(none), silent] })
    expect(value.state).toBe('none-unsure')
    expect(gaps).toMatchObject([{ question: { name: '_domainkey.example.com' }, reason: 'timeout' }])
    const third = await dkim(none, { witnesses: [zoneResolver(none), silent, zoneResolver(none)] })
    expect(third.value).toMatchObject({ state: 'none-sure', sureBecause: 'two-servers' })
    expect(third.gaps).toEqual([])
  })

  it('is certain when none of the given selectors exists', async () => {
    const { value, evidence } = await dkim(somebody, { selectors: ['mine', 'yours'] })
    expect(value).toMatchObject({ state: 'none-sure', sureBecause: 'given', missing: ['mine', 'yours'] })
    expect(evidence.some(({ id }) => id === `TXT ${at('mine')} @authoritative`)).toBe(true)
  })

  it('is not certain when only a previously confirmed selector is gone: keys are replaced', async () => {
    const { value } = await dkim(somebody, { confirmedSelectors: ['old'] })
    expect(value).toMatchObject({ state: 'none-unsure', sureBecause: null, missing: ['old'] })
    const both = await dkim(somebody, { selectors: ['mine'], confirmedSelectors: ['unheard-of', 'mine'] })
    expect(both.value).toMatchObject({ state: 'found', missing: ['mine'] })
  })

  it('names the provider with unguessable selectors', async () => {
    const zone = { ...somebody, 'example.com': { TXT: ['v=spf1 include:amazonses.com -all'] } }
    const { value } = await dkim({ ...zone, 'pm-bounces.example.com': { CNAME: ['pm.mtasv.net'] } })
    expect(value.unguessable.map(({ name }) => name)).toEqual(['Amazon SES', 'Postmark'])
  })

  it('names the provider behind a dangling alias', async () => {
    const { value } = await dkim({ 'example.com': {}, [at('s1')]: { CNAME: ['s1.domainkey.u1.wl1.sendgrid.net'] } })
    expect(value).toMatchObject({
      state: 'none-unsure',
      keys: [],
      dangling: [{ selector: 's1', provider: { name: 'SendGrid (Twilio)' } }],
    })
  })
})

describe('a failed lookup', () => {
  it('is never reported as missing, such as an alias whose target fails', async () => {
    const { value, gaps } = await dkim({
      'example.com': {},
      '*._domainkey.example.com': { TXT: ['v=DKIM1; p='] },
      [at('s1')]: { CNAME: ['s1.domainkey.u1.wl1.sendgrid.net'] },
      's1.domainkey.u1.wl1.sendgrid.net': { fail: 'servfail' },
    })
    expect(value).toMatchObject({
      state: 'unchecked',
      keys: [],
      unanswered: [
        {
          selector: 's1',
          reason: 'servfail',
          cnames: ['s1.domainkey.u1.wl1.sendgrid.net'],
          provider: { name: 'SendGrid (Twilio)' },
        },
      ],
    })
    expect(gaps).toMatchObject([{ question: { name: at('s1'), type: 'TXT' }, reason: 'servfail' }])
  })

  it('is a gap beside a found key', async () => {
    const { value, gaps } = await dkim({
      'example.com': {},
      [at('google')]: { TXT: [key] },
      [at('s2')]: { fail: 'timeout' },
    })
    expect(value).toMatchObject({ state: 'found', unanswered: [{ selector: 's2', reason: 'timeout' }] })
    expect(gaps).toMatchObject([{ question: { name: at('s2') } }])
  })

  it('stops the section when no query was answered', async () => {
    const dead: Resolver = { query: (name, type) => zoneResolver({ [name]: { fail: 'timeout' } }).query(name, type) }
    const section = await collectDkim({ ...contextFor('example.com', {}), resolver: dead, confirming: dead })
    expect(section).toMatchObject({ ran: false, reason: 'timeout' })
  })
})

it('hostile zones cost a bounded amount: 64 KB of their own at every selector, or aliases without end', async () => {
  const full: Zone = Object.fromEntries(
    probedSelectors.map(selector => [at(selector), { TXT: [`n=${selector}; p=${'A'.repeat(64_000)}`] }]),
  )
  const { value, evidence } = await dkim({ 'example.com': {}, ...full })
  expect(value.state).toBe('none-unsure')
  expect(value.keys).toHaveLength(40)
  expect(JSON.stringify(value).length).toBeLessThan(1_000_000)
  expect(JSON.stringify(evidence).length).toBeLessThan(1_000_000)
  const loops = Object.fromEntries(probedSelectors.map(selector => [at(selector), { CNAME: [at(selector)] }]))
  const looped = await collectDkim(contextFor('example.com', { 'example.com': {}, ...loops }))
  expect(looped).toMatchObject({ ran: false, reason: 'malformed' })
})
