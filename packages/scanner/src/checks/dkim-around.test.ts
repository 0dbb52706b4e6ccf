import { type Answer, type RecordType, type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'
import { describe, expect, it } from 'vitest'
import { rsaKey } from '../testing/dkim-key.ts'
import { contextFor } from '../testing/zone-context.ts'
import { collectDkim, type DiscoveryContext } from './dkim.ts'

const key = `v=DKIM1; k=rsa; p=${rsaKey(2048)}`
const at = (selector: string, domain = 'example.com') => `${selector}._domainkey.${domain}`

async function dkim(name: string, zone: Zone, more: Partial<DiscoveryContext> = {}) {
  const context = contextFor(name, zone)
  const section = await collectDkim({ ...context, ...more })
  if (!section.ran) throw new Error(`did not run: ${section.reason}`)
  return { ...section, calls: context.calls }
}

/** A resolver that changes some answers of a zone. */
function changed(zone: Zone, change: (name: string, answer: Answer) => Answer): Resolver {
  const resolver = zoneResolver(zone)
  return {
    query: async <T extends RecordType>(name: string, type: T) =>
      change(name, await resolver.query(name, type)) as Answer<T>,
  }
}

describe('names below _domainkey', () => {
  const below: Zone = { 'example.com': { A: ['192.0.2.1'] }, [at('unheard-of')]: { TXT: [key] } }

  it('exist when _domainkey exists and a random name beside it does not', async () => {
    const { value, evidence } = await dkim('example.com', below)
    expect(value).toMatchObject({ state: 'none-unsure', namesBelow: true, parent: null })
    expect(evidence.filter(({ question }) => /^[a-z0-9]{24}\.example\.com$/.test(question.name))).toHaveLength(1)
  })

  it.each([
    ['_domainkey does not exist', { 'example.com': {} }],
    ['a wildcard of the domain answers', { ...below, '*.example.com': { TXT: ['v=spf1 -all'] } }],
    ['a wildcard of addresses answers', { ...below, '*.example.com': { A: ['192.0.2.1'] } }],
    ['a wildcard of selectors answers', { ...below, '*._domainkey.example.com': { TXT: ['v=DKIM1; p='] } }],
    ['_domainkey has a record itself', { 'example.com': {}, '_domainkey.example.com': { TXT: ['o=~'] } }],
    ['a queried selector explains it', { 'example.com': {}, [at('s1')]: { TXT: ['hello'] } }],
    ['a dangling CNAME explains it', { 'example.com': {}, [at('s1')]: { CNAME: ['s1.sendgrid.net'] } }],
  ] satisfies [string, Zone][])('are not concluded when %s', async (_, zone) => {
    expect((await dkim('example.com', zone)).value.namesBelow).toBe(false)
  })

  it('are not concluded from a signer that says no data to every name (RFC 9824)', async () => {
    const compact = changed(below, (_, answer) =>
      answer.kind === 'no-such-name' ? { ...answer, kind: 'no-data' } : answer,
    )
    const { value } = await dkim('example.com', below, { resolver: compact, confirming: compact, witnesses: [] })
    expect(value).toMatchObject({ state: 'none-unsure', namesBelow: false })
  })

  it('are unknown when one of the lookups fails', async () => {
    for (const lost of [/^_domainkey\./, /^[a-z0-9]{24}\.example/]) {
      const failing: Zone = { x: { fail: 'timeout' } }
      const failed = await zoneResolver(failing).query('x', 'TXT')
      const lossy = changed(below, (name, answer) => (lost.test(name) ? failed : answer))
      const { value, gaps } = await dkim('example.com', below, { resolver: lossy, confirming: lossy, witnesses: [] })
      expect(value).toMatchObject({ state: 'none-unsure', namesBelow: null })
      expect(gaps.length).toBeGreaterThan(0)
    }
  })
})

describe('the keys of the organizational domain', () => {
  const apex: Zone = { 'example.com': {}, 'news.example.com': { A: ['192.0.2.1'] } }

  it('are looked up for a subdomain without keys, with evidence', async () => {
    const { value, evidence } = await dkim('news.example.com', { ...apex, [at('google')]: { TXT: [key] } })
    expect(value).toMatchObject({
      state: 'none-sure',
      parent: { domain: 'example.com', state: 'found', selectors: ['google'] },
    })
    expect(evidence.find(({ id }) => id === `TXT ${at('google')}`)).toMatchObject({ outcome: 'records' })
  })

  it('are found under the selectors of the providers that send', async () => {
    const zone: Zone = {
      ...apex,
      'news.example.com': { TXT: ['v=spf1 include:spf.mailjet.com -all'] },
      [at('mailjet')]: { TXT: [key] },
    }
    expect((await dkim('news.example.com', zone)).value.parent).toMatchObject({
      state: 'found',
      selectors: ['mailjet'],
    })
  })

  it.each([
    ['nothing exists below its _domainkey', apex, 'none'],
    ['its keys are weak', { ...apex, [at('s1')]: { TXT: [`p=${rsaKey(512)}`] } }, 'none'],
    ['only a wildcard answers', { ...apex, '*._domainkey.example.com': { TXT: [key] } }, 'none'],
    ['names exist that cannot be guessed', { ...apex, [at('unheard-of')]: { TXT: [key] } }, 'unlisted'],
    ['a selector fails', { ...apex, [at('s1')]: { fail: 'servfail' } }, 'unchecked'],
    ['its _domainkey fails', { ...apex, '_domainkey.example.com': { fail: 'timeout' }, [at('q')]: {} }, 'unchecked'],
  ] satisfies [string, Zone, string][])('%s: %s', async (_, zone, state) => {
    const { value, gaps } = await dkim('news.example.com', zone)
    expect(value).toMatchObject({ keys: [], parent: { domain: 'example.com', state, selectors: [] } })
    expect(gaps.length > 0).toBe(state === 'unchecked')
  })

  it('are not looked up for a subdomain with a key, nor for the organizational domain itself', async () => {
    const zone = { ...apex, [at('s1', 'news.example.com')]: { TXT: [key] } }
    const { value, calls } = await dkim('news.example.com', zone)
    expect(value.parent ?? null).toBeNull()
    expect(calls.filter(call => call.endsWith('._domainkey.example.com'))).toEqual([])
    expect((await dkim('example.com', apex)).value.parent).toBeNull()
  })

  it('cost a bounded number of queries', async () => {
    const { calls } = await dkim('news.example.com', { ...apex, [at('unheard-of')]: { TXT: [key] } })
    expect(new Set(calls.filter(call => call.endsWith('._domainkey.example.com'))).size).toBeLessThan(45)
    expect(new Set(calls).size).toBeLessThan(240)
  })
})

const ofDoubled = (calls: readonly string[]) => calls.filter(call => call.includes('.example.com.example.com'))

describe('a selector under a doubled name', () => {
  const doubled = `${at('mine')}.example.com`

  it('is found when the user’s selector is missing, with its record', async () => {
    const { value, evidence } = await dkim(
      'example.com',
      { 'example.com': {}, [doubled]: { TXT: [key] } },
      { selectors: ['mine', 'yours'] },
    )
    expect(value).toMatchObject({
      state: 'none-sure',
      missing: ['mine', 'yours'],
      doubled: [{ selector: 'mine', name: doubled, record: key }],
    })
    expect(evidence.some(({ id }) => id === `TXT ${doubled}`)).toBe(true)
  })

  it('is found beside a key under another selector', async () => {
    const zone: Zone = { 'example.com': {}, [at('google')]: { TXT: [key] }, [doubled]: { TXT: [key] } }
    const { value } = await dkim('example.com', zone, { confirmedSelectors: ['mine'] })
    expect(value).toMatchObject({ state: 'found', doubled: [{ selector: 'mine' }] })
  })

  it('is looked for under the selectors of the providers that send and the common ones, where no key is found', async () => {
    const sending: Zone = { 'example.com': { TXT: ['v=spf1 include:spf.mailjet.com -all'] } }
    for (const selector of ['mailjet', 'default']) {
      const name = `${at(selector)}.example.com`
      const { value, evidence } = await dkim('example.com', { ...sending, [name]: { TXT: [key] } })
      expect(value.doubled).toEqual([{ selector, name, record: key }])
      expect(evidence.some(({ id }) => id === `TXT ${name}`)).toBe(true)
    }
  })

  it('costs one query where nothing is below the doubled name, and none beside a key', async () => {
    expect(new Set(ofDoubled((await dkim('example.com', { 'example.com': {} })).calls)).size).toBe(1)
    const found = await dkim('example.com', { 'example.com': {}, [at('google')]: { TXT: [key] } })
    expect(ofDoubled(found.calls)).toEqual([])
  })

  it('is not concluded from other texts, or from a wildcard', async () => {
    for (const zone of [{ [doubled]: { TXT: ['hello'] } }, { '*.example.com': { TXT: [key] } }] satisfies Zone[]) {
      expect(
        (await dkim('example.com', { 'example.com': {}, ...zone }, { selectors: ['mine'] })).value.doubled,
      ).toEqual([])
    }
  })
})

it('another text at a selector of the user is kept, but not one at a guessed selector', async () => {
  const zone: Zone = { 'example.com': {}, [at('mine')]: { TXT: ['v=spf1 -all'] }, [at('s1')]: { TXT: ['hello'] } }
  const { value, evidence } = await dkim('example.com', zone, { selectors: ['mine'] })
  expect(value.texts).toEqual([{ selector: 'mine', hostname: at('mine'), text: 'v=spf1 -all' }])
  expect(evidence.some(({ id }) => id === `TXT ${at('mine')}`)).toBe(true)
})
