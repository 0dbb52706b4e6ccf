import { describe, expect, it } from 'vitest'
import { domainWith, factsWith, findingOf, scanFactsOf, textsOf } from './answers.fixture.ts'
import type { Facts } from './facts.ts'
import { reply } from './reply.ts'

const scan = await scanFactsOf({ dmarc: null })
const domains = [domainWith('example.com', scan.score, 'dmarc_missing'), domainWith('b.example', 100)]
const said = (text: string, facts: Partial<Facts> = { scan, domains }, previous = 'hello') =>
  textsOf(reply(text, factsWith(facts), { origin: 'no-model', previous }))

describe('an IP address', () => {
  const unknown =
    'I know no scan of 203.0.114.60. If it is an address of your mail servers, the report of their domain shows what each blocklist says about it, under Blacklists.'

  it('that the scan does not name gets no all-clear', () => {
    for (const text of ['Is 203.0.114.60 blacklisted?', 'is 203.0.114.60 ok?', '203.0.114.60'])
      expect(said(text)).toEqual([unknown])
    expect(said('Is 203.0.114.60 on a blocklist?', { domains })).toEqual([unknown])
    expect(said('Is 2001:DB8:0::60 listed?')[0]).toMatch(/^I know no scan of 2001:db8::60\./)
  })

  it('that a finding names gets the result of the scan', () => {
    const listed = findingOf('bl_critical', { subject: '203.0.114.60 spamhaus-zen' })
    const blocklists = { ...scan.blocklists, listedOn: ['Spamhaus ZEN'] }
    expect(
      said('Is 203.0.114.60 blacklisted?', { scan: { ...scan, blocklists, findings: [listed] }, domains })[0],
    ).toBe('example.com or one of its mail servers is on one blocklist: Spamhaus ZEN.')
  })

  it('in a term of a record is no question about it', () => {
    expect(said('Is ip4:203.0.114.60 in my SPF record ok?').join(' ')).toContain('example.com TXT v=spf1')
  })
})

describe('a name below a domain of the user', () => {
  it('gets the scan of the domain, and the answer says so', () => {
    expect(said('Is sub.example.com ok?').slice(0, 2)).toEqual([
      'This is the scan of example.com, not of sub.example.com.',
      expect.stringMatching(/^example\.com scores 65 of 100/),
    ])
    expect(said('Is sub.b.example ok?')).toEqual([
      'This is the scan of b.example, not of sub.b.example.',
      'b.example, 100 of 100 (Excellent).',
      'No finding costs points.',
    ])
  })

  it('is not mentioned where the domain itself is named, or a mail server is meant', () => {
    expect(said('Is example.com ok? Mail comes from mail.example.com')[0]).toMatch(/^example\.com scores/)
    const records = [
      {
        kind: 'mx',
        name: 'example.com',
        type: 'MX',
        value: '10 mx1.example.com',
        when: 'scan of Nov 1, 2026, 00:00 UTC',
      } as const,
    ]
    expect(said('Is my mail server mx1.example.com ok?', { scan: { ...scan, records }, domains })[0]).toBe(
      'example.com MX 10 mx1.example.com',
    )
  })
})

describe('a mailbox provider or a blocklist', () => {
  it('in a question about the user’s mail is not the domain in question', () => {
    for (const text of ['Why does yahoo.com put my mail in spam?', 'hotmail.com rejected our mail'])
      expect(said(text)[0]).toBe('These decide whether mail from example.com reaches the inbox:')
    for (const text of ['Am I blocked by spamhaus.org?', 'Am I on the blacklist of spamhaus.org?'])
      expect(said(text)[0]).toMatch(/^example\.com and its mail servers/)
  })

  it('is the domain in question where the question is about it', () => {
    const other = 'gmail.com is not among your domains. Add it and scan it, then ask again.'
    for (const text of [
      'Is gmail.com secure?',
      'How do I fix SPF of gmail.com?',
      'What is the SPF record of gmail.com?',
    ])
      expect(said(text)).toEqual([other])
  })

  it('can be a domain of the user', () => {
    expect(said('Why is my gmx.de in spam?', { scan: null, domains: [...domains, domainWith('gmx.de', 100)] })[0]).toBe(
      'gmx.de, 100 of 100 (Excellent).',
    )
  })
})

it('"it" keeps the domain of the question before, also one that is not the user’s', () => {
  const other = ['microsoft.com is not among your domains. Add it and scan it, then ask again.']
  expect(said('How do I fix it?', undefined, 'Is microsoft.com ok?')).toEqual(other)
  expect(said('Is it secure?', undefined, 'what is wrong with microsoft.com')).toEqual(other)
  expect(said('Is my domain secure?', undefined, 'Is microsoft.com ok?')[0]).toMatch(/^example\.com scores/)
})
