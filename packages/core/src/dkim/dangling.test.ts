import { describe, expect, it } from 'vitest'
import type { Zone } from '../dns/index.ts'
import { wordsOf } from '../health/index.ts'
import { isDkimSettled } from './assess.ts'
import { assess, at, key } from './assessed-zone.fixture.ts'
import { generatedSelectors } from './provider.ts'
import type { DkimUnanswered } from './value.ts'

const old = { [at('google')]: { TXT: [key(2048)] } }
const outlook = (selector: string) => `${selector}-example-com._domainkey.contoso.onmicrosoft.com`
const both: Zone = {
  ...old,
  [at('selector1')]: { CNAME: [outlook('selector1')] },
  [at('selector2')]: { CNAME: [outlook('selector2')] },
}
const sendgrid = (selector: string) => `${selector}.domainkey.u1.wl1.sendgrid.net`
const open = (selector: string): DkimUnanswered => ({
  selector,
  hostname: at(selector),
  source: 'catalogue',
  cnames: [],
  provider: null,
  reason: 'timeout',
})

describe('a CNAME that leads to no key at the service that sends, beside another key', () => {
  // rhymeswithmogul/MailPolicyExplainer#4: DKIM was never switched on at Microsoft 365.
  it('is a finding that names the service and the selectors', async () => {
    const { findings } = await assess(both, { senders: ['microsoft-365'] })
    expect(findings.map(wordsOf)).toMatchObject([
      {
        points: -5,
        reason: 'A sending service has no DKIM key: Microsoft 365',
        meaning:
          'The CNAME of selector1, selector2 leads to Microsoft 365, where no key exists. Mail that it sends has no valid signature of example.com.',
        advice:
          'Enable DKIM for example.com in the Microsoft Defender portal, under Email authentication settings. The CNAME is already published.',
      },
    ])
    expect(findings[0]?.evidence).toEqual([`TXT ${at('selector1')}`, `TXT ${at('selector2')}`])
  })

  it.each([
    // Learn: "the second selector is used after the first rotation".
    [
      'Microsoft’s second selector before the first rotation',
      { ...both, [outlook('selector1')]: { TXT: [key(2048)] } },
      ['microsoft-365'],
      [],
    ],
    [
      // RFC 6376 section 3.6.1: with an empty p no signature counts.
      'the same beside a first one that is revoked',
      { ...both, [outlook('selector1')]: { TXT: ['v=DKIM1; p='] } },
      ['microsoft-365'],
      ['dkim_service_unsigned'],
    ],
    [
      // A rotation replaces the key that is not in use, and takes none away.
      'Microsoft’s first one, which has a key before each rotation and after it',
      { ...both, [outlook('selector2')]: { TXT: [key(2048)] } },
      ['microsoft-365'],
      ['dkim_dangling'],
    ],
    [
      'one of Microsoft alone',
      { ...old, [at('selector1')]: { CNAME: [outlook('selector1')] } },
      ['microsoft-365'],
      ['dkim_service_unsigned'],
    ],
    ['a service that no longer sends, as far as SPF and MX show', both, [], ['dkim_dangling']],
    [
      'a service known by the catalogue alone',
      { ...old, [at('s1')]: { CNAME: [sendgrid('s1')] } },
      [],
      ['dkim_dangling'],
    ],
    [
      'one of two selectors of another service',
      {
        [at('s1')]: { CNAME: [sendgrid('s1')] },
        [sendgrid('s1')]: { TXT: [key(2048)] },
        [at('s2')]: { CNAME: [sendgrid('s2')] },
      },
      ['sendgrid'],
      ['dkim_dangling'],
    ],
    [
      'a service with selectors that cannot all be guessed',
      { ...old, [at('s1')]: { CNAME: [sendgrid('s1')] } },
      ['sendgrid'],
      ['dkim_dangling'],
    ],
    ['a name of no known service', { ...old, [at('s1')]: { CNAME: ['s1.mail.example.net'] } }, [], []],
  ])('%s', async (_, zone, senders, ids) => {
    const found = await assess({ ...old, ...zone }, { senders })
    expect(found.ids).toEqual(ids)
  })

  it('is told beside a key that is too weak, broken or revoked as well', async () => {
    for (const text of [key(512), 'v=DKIM1; p=?', 'v=DKIM1; p=']) {
      const { ids } = await assess({ ...both, [at('google')]: { TXT: [text] } }, { senders: ['microsoft-365'] })
      expect(ids).toContain('dkim_service_unsigned')
    }
  })

  it('is not told while a selector is unanswered, and only one of a service that sends matters for the score', async () => {
    const { ids, value } = await assess(both, { senders: ['microsoft-365'], unanswered: [open('selector1')] })
    expect(ids).toEqual([])
    expect(isDkimSettled(value, [])).toBe(false)
    expect(isDkimSettled({ ...value, unanswered: [open('zoho')] }, [])).toBe(true)
  })
})

const generated = (domain: string) => generatedSelectors({ domain, spf: null, mx: [], targets: [], bounces: [] }, 0)

describe('a tenant’s own name at Microsoft', () => {
  // globalcyberalliance/domain-security-scanner#35, maester365/maester#1235, KelvinTegelaar/CIPP-API#1027
  it.each([
    ['contoso.onmicrosoft.com', ['selector1-contoso-onmicrosoft-com', 'selector2-contoso-onmicrosoft-com']],
    [
      'contoso.mail.onmicrosoft.com',
      ['selector1-contoso-mail-onmicrosoft-com', 'selector2-contoso-mail-onmicrosoft-com'],
    ],
    ['a-b.onmicrosoft.com', ['selector1-a-b-onmicrosoft-com', 'selector2-a-b-onmicrosoft-com']],
    ['contoso.onmicrosoft.us', ['selector1-contoso-onmicrosoft-us', 'selector2-contoso-onmicrosoft-us']],
    [
      'contoso.partner.onmschina.cn',
      ['selector1-contoso-partner-onmschina-cn', 'selector2-contoso-partner-onmschina-cn'],
    ],
    ['partner.onmschina.cn', []],
    [`${'x'.repeat(50)}.onmicrosoft.com`, []],
    ['onmicrosoft.com', []],
    ['contoso.com', []],
    ['onmicrosoft.com.example.net', []],
  ])('%s', (domain, expected) => {
    expect(generated(domain)).toEqual(expected)
  })

  it.each(['contoso.onmicrosoft.com', 'contoso.onmicrosoft.us', 'contoso.partner.onmschina.cn'])(
    '%s gets its keys from Microsoft: the owner is sent to the portal, not to DNS',
    async domain => {
      for (const known of [
        { state: 'none-sure', sureBecause: 'two-servers' },
        { namesBelow: false },
        { namesBelow: true },
      ] as const) {
        const [finding] = (await assess({}, known, { domain })).findings
        expect(finding && wordsOf(finding).advice).toBe(
          `Enable DKIM for ${domain} in the Microsoft Defender portal, under Email authentication settings. Microsoft then publishes the keys.`,
        )
      }
    },
  )
})
