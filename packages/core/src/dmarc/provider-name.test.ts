import { describe, expect, it } from 'vitest'
import type { Zone } from '../dns/index.ts'
import { providerZoneOf } from '../providers/index.ts'
import { adviceOf } from './testing/advice-of.ts'

const found = async (domain: string, zone: Zone = {}, nonMail = false) =>
  (await adviceOf(zone, { domain, nonMail })).map(({ id, advice }) => [id, advice])

describe('a name in the zone of a provider', () => {
  it.each([
    // maester365/maester#1102 and #686
    ['contoso.mail.onmicrosoft.com', 'Microsoft'],
    ['contoso.mail.onmicrosoft.us', 'Microsoft'],
    ['contoso.partner.mail.onmschina.cn', 'Microsoft'],
    ['example.com.test-google-a.com', 'Google'],
    ['example-com.20230601.gappssmtp.com', 'Google'],
    ['foo.myshopify.com', 'Shopify'],
    ['foo.github.io', 'GitHub'],
    ['app-1.azurewebsites.net', 'Microsoft'],
    ['deploy.main.foo.pages.dev', 'Cloudflare'],
    ['foo.wordpress.com', 'Automattic'],
  ])('%s: only %s can publish, so nothing is advised to the owner', async (domain, owner) => {
    const advice = `Send mail from a domain of your own, and leave this name to ${owner}.`
    expect(await found(domain)).toEqual([['dmarc_provider_name', advice]])
    expect(await found(domain, { [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=none'] } })).toEqual([
      ['dmarc_provider_name', advice],
    ])
    expect(await found(domain, {}, true)).toEqual([['dmarc_provider_name', advice]])
  })

  it('says nothing where a policy protects it', async () => {
    const domain = 'contoso.mail.onmicrosoft.com'
    const zone = { [`_dmarc.${domain}`]: { TXT: [`v=DMARC1; p=reject; rua=mailto:d@${domain}`] } }
    expect(await found(domain, zone)).toEqual([])
  })

  it.each(['contoso.onmicrosoft.com', 'contoso.onmicrosoft.us', 'contoso.partner.onmschina.cn'])(
    '%s: its customer publishes in the admin center',
    async domain => {
      expect(await found(domain)).toEqual([
        [
          'dmarc_missing',
          `In the Microsoft 365 admin center, open Settings, Domains, ${domain}, DNS records. Add as TXT at _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:dmarc@${domain}`,
        ],
      ])
    },
  )

  it.each([
    'myshopify.com',
    'myshopify.com.example',
    'notmyshopify.com',
    'onmicrosoft.com',
    'a.b.onmicrosoft.com',
    'onmicrosoft.com.example',
    'notonmicrosoft.com',
  ])('%s is none of them', name => {
    expect(providerZoneOf(name)).toBeNull()
  })
})
