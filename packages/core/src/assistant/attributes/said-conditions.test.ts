import { expect, it } from 'vitest'
import { domainWith, factsWith, scanFactsOf, textsOf } from '../answers.fixture.ts'
import type { ScanFacts } from '../facts.ts'
import { reply } from '../reply.ts'

const scan = await scanFactsOf()
const said = (message: string, changed: Partial<ScanFacts> = {}) => {
  const facts = factsWith({
    domains: [domainWith('example.com', 90), domainWith('b.example', 80)],
    scans: [{ ...scan, ...changed }],
  })
  return textsOf(reply(message, facts, { origin: 'no-model', earlier: ['x'] })).join('\n')
}

/** "None of your domains: MTA-STS policy" would say that none has one. */
it.each([
  ['Which domains have MTA-STS in testing mode?', 'mode testing'],
  ['Which domains are listed on Barracuda?', 'barracuda'],
  ['Which domains use TLS 1.0?', '1.0'],
  ['Which domains have an Ed25519 key type?', 'ed25519'],
  ['Which domains are in the band poor?', 'poor'],
])('a list that is empty says under which condition: %s', (message, words) => {
  expect(said(message).split('\n')[0]).toMatch(/^None of the /)
  expect(said(message).split('\n')[0]).toContain(words)
})

const ending = (notAfter: string) => {
  const certificate = { names: ['mx1.example.com'], issuer: 'an authority', notAfter, problem: null }
  const host = { host: 'mx1.example.com', address: '192.0.2.1', protocol: 'TLSv1.3', certificate }
  return { details: { ...scan.details, hosts: [host] } }
}
const day = (days: number) => new Date(Date.parse(scan.at) + days * 86_400_000).toISOString()

it('certificates that end soon are those that end within 30 days', () => {
  expect(said('Which certificates expire soon?', ending(day(29)))).toMatch(
    /^1 of your \d scanned domains: certificates of the mail servers that end within 30 days/,
  )
  expect(said('Which certificates expire soon?', ending(day(31)))).toMatch(
    /^None of the 1 domains where this is known: certificates of the mail servers that end within 30 days/,
  )
})

it('a number after "than" is one, also as a word', () => {
  for (const asked of [
    'Are there domains with more than one SPF record?',
    'Which domains have more than 1 SPF record?',
  ])
    expect(said(asked), asked).toMatch(/^None of the 1 domains where this is known: SPF record above 1\./)
  expect(said('Which domains have more than 0 SPF records?')).toMatch(
    /^1 of your \d scanned domains: SPF record above 0/,
  )
})

it('the policy for names that do not exist is the one of np', () => {
  const { dmarc } = scan.details
  if (dmarc === null) throw new Error('the healthy domain has no DMARC record')
  const details = { ...scan.details, dmarc: { ...dmarc, sp: 'none' as const, np: 'reject' as const } }
  expect(said('What is the np policy of example.com?', { details })).toMatch(
    /that do not exist of example\.com: reject/,
  )
  expect(said('Which domains have np=none?', { details })).not.toMatch(/^1 of/)
})

it('a blocklist that is not known is not answered with those that are', () => {
  const listing = { ...scan.details, listings: [{ list: 'Spamhaus ZEN', subject: '192.0.2.1' }] }
  expect(said('Which domains are listed on Foobarlist?', { details: listing })).toMatch(/^I cannot answer this/)
  expect(said('Which domains are listed?', { details: listing })).toContain('Spamhaus ZEN')
})
