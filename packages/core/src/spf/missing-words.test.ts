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

  it('names mx where the MX is at no known provider', () => {
    expect(providerAmong(['mx.example.com'])).toBeNull()
    expect(missingAdvice({ domain: 'example.com', receivesMail: true })).toContain(
      'if only its mail servers send: v=spf1 mx ~all',
    )
  })
})
