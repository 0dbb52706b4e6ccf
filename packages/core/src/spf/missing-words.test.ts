import { describe, expect, it } from 'vitest'
import { providers } from '../providers/index.ts'
import { missingAdvice } from './missing-words.ts'
import { providerAmong, relayAmong, serviceOfHosts } from './service-hints.ts'

/** The advice for a domain with these mail hosts. */
const advice = (...hosts: string[]) => {
  const [service, relay, receiver] = [serviceOfHosts(hosts), relayAmong(hosts), providerAmong(hosts)]
  const facts = { domain: 'example.com', receivesMail: true, ...(service !== null && { service }) }
  if (service !== null || receiver === null) return missingAdvice(facts)
  return missingAdvice({ ...facts, receiver, ...(relay !== null && { receiverInclude: relay.include }) })
}

describe('the advice about a missing record', () => {
  it('gives no example with mx where the MX leads to a service that only receives', () => {
    const receiver = providerAmong(['inbound-smtp.eu-west-1.amazonaws.com'])
    expect(receiver).toBe('Amazon SES')
    expect(missingAdvice({ domain: 'example.com', receivesMail: true, receiver: receiver ?? '' })).toBe(
      'Publish a TXT record at example.com that begins with v=spf1, names the servers that send for it, and ends with ~all. Do not rely on mx, because the servers of Amazon SES may only receive. If example.com sends no mail, publish: v=spf1 -all',
    )
  })

  it('begins with the record of the provider that receives the mail, and names -all last', () => {
    const google = /^Publish as TXT at example\.com: v=spf1 include:_spf\.google\.com ~all\. /
    expect(advice('aspmx.l.google.com', 'alt1.aspmx.l.google.com')).toMatch(google)
    expect(advice('aspmx.l.google.com', 'backup.example.com')).toMatch(google)
    expect(advice('mx1.mail.protection.outlook.com', 'aspmx.l.google.com')).not.toMatch(google)
    expect(advice('backup.example.com', 'aspmx.l.google.com')).toMatch(
      /^Publish as TXT at example\.com, if you send through Google Workspace: v=spf1 include:_spf\.google\.com ~all\. /,
    )
    expect(advice('cluster1.eu.messagelabs.com')).toMatch(
      /^Publish as TXT at example\.com, if you send through .{1,60}: v=spf1 include:spf\.messagelabs\.com ~all\. .* If example\.com sends no mail, publish: v=spf1 -all$/,
    )
    for (const { mx } of providers) {
      for (const suffix of mx.suffixes) {
        const host = suffix.replaceAll('*', 'eu').replace(/^\./, 'mx1.')
        const [first] = /v=spf1 (?:\S+ )*[~-]all/.exec(advice(host)) ?? []
        if (relayAmong([host]) !== null) expect(first).not.toBe('v=spf1 -all')
      }
    }
  })

  it.each([
    // The record of the data center, from public zone files of 2022 to 2026: the usual one would leave the mail failing.
    ['mx.zoho.eu', 'include:zohomail.eu'],
    ['MX2.ZOHO.IN.', 'include:zoho.in'],
    ['contoso-us.mail.protection.office365.us', 'include:spf.protection.office365.us'],
    ['contoso.mail.protection.partner.outlook.cn', 'include:spf.protection.partner.outlook.cn'],
    ['mx00.ionos.de', 'include:_spf-eu.ionos.com'],
    ['mx00.ionos.com', 'include:_spf-us.ionos.com'],
    ['mx.zoho.com', 'include:zohomail.com'],
    ['mxext1.mailbox.org', 'include:mailbox.org'],
    ['mx1.mailpod16-cph3.g1i.one.com', 'include:_custspf.one.com'],
    ['example.in.tmes.trendmicro.eu', 'include:spf.tmes.trendmicro.eu'],
  ])('names the include of the data center of %s', (host, include) => {
    expect(advice(host)).toContain(`v=spf1 ${include} ~all`)
  })

  it.each([
    // Not known for their data centers, or every record of theirs lets other services send.
    'd1.ess.de.barracudanetworks.com',
    'mx.zoho.com.au',
    'smtp.secureserver.net',
    'gateway1.websitewelcome.com',
    'mta-gw.infomaniak.ch',
    'smtpin.rzone.de',
  ])('names no include for %s', host => {
    expect(advice(host)).not.toContain('include:')
    expect(providerAmong([host])).not.toBeNull()
  })

  it('names mx where the MX is at no known provider', () => {
    expect(providerAmong(['mx.example.com'])).toBeNull()
    expect(missingAdvice({ domain: 'example.com', receivesMail: true })).toContain(
      'if only its mail servers send: v=spf1 mx ~all',
    )
  })
})
