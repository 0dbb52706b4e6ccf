import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { generatedSelectors, likelySelectors, type SenderSigns, signerOf, unguessableSigners } from './provider.ts'
import { keyName, readSelector } from './selector.ts'
import { commonSelectors, type DkimProvider, dkimProviders, probedSelectors } from './selectors.data.ts'

const nameOf = (selector: string, ...cnames: string[]) => signerOf(selector, cnames)?.name ?? null
const signs = (known: Partial<SenderSigns>): SenderSigns => ({ spf: null, mx: [], targets: [], bounces: [], ...known })
const november = Date.UTC(2026, 10, 20)

describe('the catalogue', () => {
  it('has 87 providers and 172 selectors to query, each once', () => {
    expect(dkimProviders).toHaveLength(87)
    expect(new Set(probedSelectors).size).toBe(172)
    expect(probedSelectors).toHaveLength(172)
    expect(new Set(dkimProviders.map(({ id }) => id)).size).toBe(87)
  })

  it('queries every selector that a provider assigns by name, and those of the DKIM card', () => {
    const asked: readonly string[] = probedSelectors
    for (const { selectors } of dkimProviders) for (const selector of selectors) expect(asked).toContain(selector)
    for (const selector of commonSelectors) expect(asked).toContain(selector)
  })

  it('assigns each CNAME suffix to one provider, and only valid selectors', () => {
    const endings = dkimProviders.flatMap(({ targets }: DkimProvider) => targets)
    expect(endings.filter((ending, at) => endings.indexOf(ending) !== at)).toEqual([])
    for (const selector of probedSelectors) expect(readSelector(selector)).toBe(selector)
  })

  it('names its sources', () => {
    expect(readFileSync(new URL('selectors.data.ts', import.meta.url), 'utf8')).toContain('Sources:')
  })
})

describe('the provider of a selector', () => {
  it.each([
    ['selector1', ['selector1-contoso-com._domainkey.contoso.onmicrosoft.com'], 'Microsoft 365'],
    [
      'selector1-azurecomm-prod-net',
      ['selector1-azurecomm-prod-net._domainkey.azurecomm.net'],
      'Azure Communication Services',
    ],
    ['selector1', ['selector1-a-uk._domainkey.a.w-v1.dkim.mail.microsoft'], 'Microsoft 365'],
    ['s1', ['s1.domainkey.u1234567.wl123.sendgrid.net'], 'SendGrid (Twilio)'],
    ['s1', ['s1.domainkey.tutanota.de'], 'Tuta'],
    ['k1', ['dkim.mcsv.net'], 'Mailchimp'],
    ['k2', ['dkim2.mcsv.net'], 'Mailchimp'],
    ['k1', ['k1.optin.com'], 'AWeber'],
    ['brevo1', ['b1.example-com.dkim.brevo.com'], 'Brevo (ex Sendinblue)'],
    ['anything', ['2b43tckulbxzc2v4aqm57pomnc3q62un.dkim.amazonses.com'], 'Amazon SES'],
    // AWS General Reference, ses.html#ses_dkim_domains; the record of a customer in eu-south-1
    ['anything', ['2b43tckulbxzc2v4aqm57pomnc3q62un.dkim.eu-south-1.amazonses.com'], 'Amazon SES'],
    ['gor', ['gor.gorgias.com', 'pdk1.mailgun.org'], 'Gorgias'],
    ['anything', ['DKIM.SenderSrv.com'], 'Sender.net'],
    ['google', ['dkim.evilgoogle.example'], null],
    ['s1', ['notsendgrid.net'], null],
  ])('%s behind the CNAME %s: %s', (selector, cnames, provider) => {
    expect(nameOf(selector, ...cnames)).toBe(provider)
  })

  it.each([
    ['google', 'Google Workspace'],
    ['google2024', 'Google Workspace'],
    ['mailjet', 'Mailjet'],
    ['resend', 'Resend'],
    ['20260425121452pm', 'Postmark'],
    ['scph0819', 'SparkPost (Bird)'],
    ['cf2024-1', 'Cloudflare Email Service'],
    // cloudflare-docs, email-service/configuration/domains.mdx (2026-10)
    ['cf-bounce', 'Cloudflare Email Service'],
    ['titan3', 'Titan'],
    ['strato-dkim-0002', 'STRATO'],
    ['mimecast20190719', 'Mimecast'],
    // A customer's own key at selector1 is not Microsoft 365, and generic names identify no provider.
    ['selector1', null],
    // Mailgun publishes it as TXT, Mailchimp and AWeber as CNAME: a revoked one is no proof of either.
    ['k1', null],
    ['k2', null],
    ['s1', null],
    ['default', null],
    ['mail', null],
    ['dkim', null],
    ['unheard-of', null],
  ])('%s as a key of its own: %s', (selector, provider) => {
    expect(nameOf(selector)).toBe(provider)
  })
})

describe('selectors that follow from other records', () => {
  it('hubspot: the account of its SPF include', () => {
    const spf = 'v=spf1 include:1234567.spf04.hubspotemail.net -all'
    expect(generatedSelectors(signs({ spf }), november)).toEqual(['hs1-1234567', 'hs2-1234567'])
  })

  it('cloudflare: this year and the two before', () => {
    const mx = ['route1.mx.cloudflare.net']
    expect(generatedSelectors(signs({ mx }), november)).toEqual(['cf2026-1', 'cf2025-1', 'cf2024-1'])
  })

  it('sparkpost: the last 24 months, the newest first', () => {
    const selectors = generatedSelectors(signs({ spf: 'v=spf1 include:sparkpostmail.com ~all' }), Date.UTC(2026, 0, 31))
    expect(selectors).toHaveLength(24)
    expect(selectors.slice(0, 3)).toEqual(['scph0126', 'scph1225', 'scph1125'])
    expect(selectors.at(-1)).toBe('scph0224')
    expect(generatedSelectors(signs({ targets: ['x.sparkpostmail.com'] }), november)).toHaveLength(24)
  })

  it('none without a reason, and never more than 40 whatever an SPF record names', () => {
    expect(generatedSelectors(signs({ spf: 'v=spf1 include:_spf.google.com -all' }), november)).toEqual([])
    const spf = `v=spf1 ${Array.from({ length: 300 }, (_, i) => `include:${i}.spf.hubspotemail.net`).join(' ')}`
    expect(generatedSelectors(signs({ spf }), november)).toHaveLength(40)
  })

  it('come from the domain’s senders: by SPF and by mail server', () => {
    const spf = 'v=spf1 include:spf.mailjet.com include:nobody.example -all'
    expect(likelySelectors(signs({ spf, mx: ['aspmx.l.google.com'] }))).toEqual(['google', 'mailjet'])
    expect(likelySelectors(signs({}))).toEqual([])
  })

  it('are unknown for some providers, which are named', () => {
    const found = unguessableSigners(signs({ spf: 'v=spf1 include:amazonses.com include:spf.mtasv.net -all' }))
    expect(found.map(({ name }) => name)).toEqual(['Amazon SES', 'Postmark'])
    expect(unguessableSigners(signs({ bounces: ['pm.mtasv.net'] }))).toEqual([{ id: 'postmark', name: 'Postmark' }])
    expect(unguessableSigners(signs({ spf: 'v=spf1 include:_spf.google.com -all' }))).toEqual([])
  })
})

describe('a selector as users give it', () => {
  it.each([
    ['S1', 's1'],
    [' google ', 'google'],
    ['s1._domainkey.example.com', 's1'],
    ['s1._domainkey', 's1'],
    ['2024.mail', '2024.mail'],
    ['my_key', 'my_key'],
    ['_domainkey', null],
    ['_domainkey.example.com', null],
    ['', null],
    ['a b', null],
    ['a..b', null],
    ['*', null],
    ['-a', null],
    ['ä', null],
    ['a'.repeat(64), null],
    [`${'a.'.repeat(200)}a`, null],
  ])('%s', (input, selector) => {
    expect(readSelector(input)).toBe(selector)
  })

  it('has its key at its own name', () => {
    expect(keyName('s1', 'example.com')).toBe('s1._domainkey.example.com')
    expect(keyName('a'.repeat(64), 'example.com')).toBeNull()
  })
})
