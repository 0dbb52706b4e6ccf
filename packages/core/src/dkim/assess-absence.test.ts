import { describe, expect, it } from 'vitest'
import type { Zone } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { type DkimAlignment, isDkimSettled } from './assess.ts'
import { assess, at, key, keys, relaxed } from './assessed-zone.fixture.ts'
import type { DkimParent } from './value.ts'

const addSelector =
  'Add your selector to the next scan. It is the s= tag in the DKIM-Signature header of a message that you sent.'

const target = (selector: string) => `${selector}-example-com._domainkey.contoso.onmicrosoft.com`
const newer = (selector: string) => `${selector}-example-com._domainkey.contoso.w-v1.dkim.mail.microsoft`
const both = (to: (selector: string) => string): Zone => ({
  [at('selector1')]: { CNAME: [to('selector1')] },
  [at('selector2')]: { CNAME: [to('selector2')] },
})
const parent = (state: DkimParent['state']) => ({ parent: { domain: 'example.com', state, selectors: [] } })

describe('no key', () => {
  it('for certain: the reason names the place, and rests on the queries', async () => {
    const { findings } = await assess({}, { state: 'none-sure', sureBecause: 'two-servers' })
    expect(findings).toMatchObject([
      { id: 'dkim_not_found_sure', evidence: expect.arrayContaining([`TXT ${at('s1')}`]) },
    ])
    const [finding] = findings
    expect(finding && wordsOf(finding)).toMatchObject({
      points: -10,
      reason: 'DKIM is not set up: _domainkey.example.com',
      meaning: expect.stringContaining('Nothing exists below _domainkey.example.com'),
    })
  })

  it('for certain, because none of the user’s selectors exists', async () => {
    const known = { state: 'none-sure', sureBecause: 'given', missing: ['mine', 'yours'] } as const
    const [finding] = (await assess({}, known)).findings
    expect(finding && wordsOf(finding).meaning).toContain('None of the selectors added for this domain (mine, yours)')
  })

  it('as far as guessing shows', async () => {
    const [finding] = (await assess({}, { namesBelow: false })).findings
    expect(finding && wordsOf(finding)).toMatchObject({
      points: -5,
      reason: 'No DKIM key found among known selectors',
      meaning: 'None of the 3 selectors tried has a key. If no other has one, receivers treat mail as unsigned.',
      advice: `${addSelector} Not signing yet? Enable DKIM at your mail provider and publish the records it gives you.`,
    })
  })

  it('where the provider’s selectors cannot be guessed: a note', async () => {
    const unguessable = [{ id: 'amazon-ses', name: 'Amazon SES' }]
    for (const namesBelow of [false, true, null]) {
      const [finding] = (await assess({}, { unguessable, namesBelow })).findings
      expect(finding && wordsOf(finding)).toMatchObject({
        points: 0,
        title: 'Add your DKIM selectors',
        meaning:
          'None of the 3 selectors tried has a key. Amazon SES may sign under selectors that cannot be guessed. Without keys, mail is unsigned.',
        advice: addSelector,
      })
    }
    // Nothing exists below _domainkey: Amazon SES does not sign either.
    const sure = { unguessable, state: 'none-sure', sureBecause: 'two-servers' } as const
    expect((await assess({}, sure)).ids).toEqual(['dkim_not_found_sure'])
  })

  it('where names exist below _domainkey: a note; no finding when that could not be checked', async () => {
    const [finding] = (await assess({}, { namesBelow: true })).findings
    expect(finding && wordsOf(finding)).toMatchObject({
      points: 0,
      meaning:
        'None of the 3 selectors tried has a key. Names exist below _domainkey.example.com, so keys may exist under other selectors. Without keys, mail is unsigned.',
    })
    const open = await assess({}, { namesBelow: null })
    expect(open.ids).toEqual([])
    expect(isDkimSettled(open.value, [])).toBe(false)
  })

  it('where it was published under a doubled name: names that, and the record to publish', async () => {
    const doubled = [{ selector: 's9', name: `${at('s9')}.example.com`, record: `"${key(2048)}"` }]
    for (const known of [{ state: 'none-sure', sureBecause: 'given', missing: ['s9'] } as const, {}]) {
      const [finding] = (await assess({}, { ...known, doubled })).findings
      expect(finding && wordsOf(finding)).toMatchObject({
        advice: `Correct the name of the key record s9._domainkey.example.com.example.com, which ends in the domain twice. Publish as TXT at s9._domainkey.example.com: ${key(2048)}`,
        publish: { name: 's9._domainkey.example.com', type: 'TXT', value: key(2048) },
      })
    }
  })
})

describe('the CNAMEs of Microsoft 365 without its keys', () => {
  const senders = ['microsoft-365']

  it.each([
    ['of the older form', both(target)],
    ['of the newer form', both(newer)],
  ])('%s: DKIM was never switched on', async (_, zone) => {
    const [finding] = (await assess(zone, { senders, namesBelow: false })).findings
    expect(finding && wordsOf(finding)).toMatchObject({
      points: -10,
      title: 'DKIM is not enabled at Microsoft 365',
      meaning:
        'The CNAME of selector1, selector2 leads to Microsoft 365, where no key exists. Mail has no valid signature of example.com, so DMARC fails for forwarded mail.',
      advice:
        'Enable DKIM for example.com in the Microsoft Defender portal, under Email authentication settings. The CNAME records are already correct.',
    })
    expect(finding?.evidence).toEqual([`TXT ${at('selector1')}`, `TXT ${at('selector2')}`])
  })

  it('one alone: the other is missing too', async () => {
    const [finding] = (await assess({ [at('selector2')]: { CNAME: [target('selector2')] } }, { senders })).findings
    expect(finding && wordsOf(finding).advice).toBe(
      'Enable DKIM for example.com in the Microsoft Defender portal, under Email authentication settings. Also publish the CNAME of selector1 that the portal shows.',
    )
  })

  it('are a leftover where Microsoft 365 does not send, and one key is enough during rotation', async () => {
    const [finding] = (await assess(both(target), { senders: ['google-workspace'] })).findings
    expect(finding && wordsOf(finding)).toMatchObject({
      points: -5,
      meaning: expect.stringContaining('The CNAME of selector1, selector2 leads to no key.'),
    })
    const rotating = { ...both(target), [target('selector1')]: { TXT: [key(2048)] } }
    expect((await assess(rotating, { senders })).ids).toEqual([])
    const other = { [at('selector1')]: { CNAME: ['selector1-azurecomm-prod-net._domainkey.azurecomm.net'] } }
    expect((await assess(other, { senders })).ids).toEqual(['dkim_not_found_unsure'])
  })
})

describe('a subdomain without keys', () => {
  const domain = 'news.example.com'
  const strict: DkimAlignment = { relaxed: false, organizationalDomain: 'example.com' }
  const sure = { state: 'none-sure', sureBecause: 'authenticated' } as const

  it.each([
    ['the parent’s key signs under relaxed alignment', parent('found'), relaxed, []],
    ['without a DMARC record alignment is relaxed', parent('found'), { relaxed: true, organizationalDomain: null }, []],
    ['the parent’s key does not count under strict alignment', parent('found'), strict, ['dkim_not_found_sure']],
    [
      'an organization of its own (psd=n)',
      parent('found'),
      { ...relaxed, organizationalDomain: domain },
      ['dkim_not_found_sure'],
    ],
    ['alignment is unknown', parent('found'), null, []],
    ['the parent could not be checked', parent('unchecked'), relaxed, []],
    ['the parent could not be checked, which does not matter', parent('unchecked'), strict, ['dkim_not_found_sure']],
    ['the parent may have keys', parent('unlisted'), relaxed, ['dkim_not_found_unguessable']],
    ['the parent has none', parent('none'), relaxed, ['dkim_not_found_sure']],
    ['the parent has none, alignment unknown', parent('none'), null, ['dkim_not_found_sure']],
    ['an older scan did not ask', {}, relaxed, ['dkim_not_found_sure']],
  ] as const)('%s', async (_, known, alignment, ids) => {
    const { value, ids: found } = await assess({}, { ...sure, ...known }, { domain, alignment })
    expect(found).toEqual(ids)
    expect(isDkimSettled(value, [])).toBe(value.parent?.state !== 'unchecked')
  })

  it('says why the parent’s keys do not count', async () => {
    const [finding] = (await assess({}, { ...sure, ...parent('found') }, { domain, alignment: strict })).findings
    expect(finding && wordsOf(finding).meaning).toMatch(/ Keys of example\.com do not count under adkim=s\.$/)
  })

  it('is judged by its own keys when it has some', async () => {
    expect((await assess(keys(key(512)), parent('found'), { domain })).ids).toEqual(['dkim_weak'])
  })
})
