import { describe, expect, it } from 'vitest'
import { deadSpfNames, providerOfHost, providerOfSpfInclude, providers, sharedInfrastructureOfHost } from './index.ts'

describe('the provider of a mail host', () => {
  it.each([
    ['aspmx.l.google.com', 'google-workspace'],
    ['ALT1.ASPMX.L.GOOGLE.COM.', 'google-workspace'],
    ['example-com.mail.protection.outlook.com', 'microsoft-365'],
    ['inbound-smtp.eu-west-1.amazonaws.com', 'amazon-ses'],
    ['feedback-smtp.us-east-1.amazonses.com', 'amazon-ses'],
    ['mx00.ionos.co', 'ionos'],
    ['mxa.mailgun.org', 'mailgun'],
    ['d1.ess.de.barracudanetworks.com', 'barracuda'],
  ])('%s is of %s', (host, id) => {
    expect(providerOfHost(host)?.id).toBe(id)
  })

  it.each([
    'mx.example.com',
    'google.com.example.net',
    'notgoogle.com',
    'inbound-smtp.a.b.amazonaws.com',
    'secureserver.net',
    '',
    '.',
  ])('%s is nobody’s we know', host => {
    expect(providerOfHost(host)).toBeNull()
  })
})

describe('the provider of an SPF include', () => {
  it.each([
    ['_spf.google.com', 'google-workspace'],
    ['_netblocks2.google.com', 'google-workspace'],
    ['spf.protection.outlook.com.', 'microsoft-365'],
    ['amazonses.com', 'amazon-ses'],
    ['mailgun.org', 'mailgun'],
    ['u1234.wl.sendgrid.net', 'sendgrid'],
    ['spf.ess.uk.barracudanetworks.com', 'barracuda'],
    ['12345.spf04.hubspotemail.net', 'hubspot'],
    ['eu._netblocks.mimecast.com', 'mimecast'],
    ['zoho.com', 'zoho-mail'],
  ])('%s is %s', (name, id) => {
    expect(providerOfSpfInclude(name)?.id).toBe(id)
  })

  it('is unknown for the domain’s own names', () => {
    expect(providerOfSpfInclude('_spf.example.com')).toBeNull()
  })
})

describe('shared infrastructure', () => {
  it('is known by host name, the longest suffix first', () => {
    expect(sharedInfrastructureOfHost('mail-sor-f41.google.com')).toEqual({ owner: 'Google', kind: 'mail' })
    expect(sharedInfrastructureOfHost('1.2.3.4.bc.googleusercontent.com')).toEqual({ owner: 'Google', kind: 'cloud' })
    expect(sharedInfrastructureOfHost('d1.cloudfront.net')).toEqual({ owner: 'Amazon AWS', kind: 'cloud' })
    expect(sharedInfrastructureOfHost('mail.example.com')).toBeNull()
  })
})

describe('the data', () => {
  it('has each provider once, in order, with plain lower-case names', () => {
    const ids = providers.map(provider => provider.id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    for (const provider of providers) {
      const names = [...provider.spf.includes, ...provider.spf.alternatives, ...provider.mx.suffixes]
      for (const name of names) expect(name).toMatch(/^\.?[a-z0-9_*-]+(\.[a-z0-9_*-]+)+$/)
    }
  })

  it('recommends no include that has no SPF record', () => {
    const dead = new Set<string>(deadSpfNames.map(({ name }) => name))
    expect(providers.flatMap(({ spf }) => spf.includes).filter(name => dead.has(name))).toEqual([])
  })
})
