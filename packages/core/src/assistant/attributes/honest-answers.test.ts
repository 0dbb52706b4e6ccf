import { expect, it } from 'vitest'
import { titleOf } from '../../health/index.ts'
import { domainWith, factsWith, findingOf, scanFactsOf, textsOf } from '../answers.fixture.ts'
import type { ScanFacts } from '../facts.ts'
import { reply } from '../reply.ts'

const said = (text: string, scan: ScanFacts) =>
  textsOf(reply(text, factsWith({ scan }), { origin: 'no-model', earlier: ['hello'] })).join(' ')
const healthy = await scanFactsOf()

it('whether a domain can be reached is not answered with no where its mail servers have addresses', () => {
  for (const question of ['Is example.com reachable?', 'Are the mail servers of example.com reachable?'])
    expect(said(question, healthy)).toContain('no scan can see whether each sender reaches them')
  const [first] = healthy.details.mx ?? []
  if (first === undefined) throw new Error('the healthy domain has no MX')
  const dead = { ...healthy, details: { ...healthy.details, mx: [{ ...first, addresses: [] }] } }
  expect(said('Is example.com reachable?', dead)).toMatch(/^No\. mx1\.example\.com has no address\./)
  expect(said('Is example.com unreachable?', dead)).toMatch(/^Yes\. mx1\.example\.com has no address\./)
})

const ofRelay = (id: 'relay_open' | 'relay_suspected') =>
  said('Is example.com an open relay?', { ...healthy, findings: [findingOf(id)] })

it('one positive test is no open relay, and a confirmed one is no suspicion', () => {
  expect(ofRelay('relay_suspected')).toMatch(/^The open relay of example\.com is not known: one test was positive/)
  expect(ofRelay('relay_open')).toMatch(/^Yes\. Open relay of example\.com: yes\./)
})

it('a wildcard for all selectors is not said to be without a key', () => {
  const id = 'dkim_not_found_unsure'
  const title = 'A wildcard answers every DKIM selector'
  const wildcard = {
    ...healthy,
    details: { ...healthy.details, keys: [] },
    findings: [{ ...findingOf(id), title, reason: title }],
  }
  expect(said('Which DKIM keys does example.com have?', wildcard)).toContain('a wildcard answers every selector')
  // What knows only which finding it is says what is true of both cases.
  expect(titleOf(id)).toBe('No DKIM key found, or a wildcard for all selectors')
})

const ofAll = (scan: ScanFacts) => {
  const facts = factsWith({ domains: [domainWith('example.com', 90)], scans: [scan] })
  return textsOf(
    reply('Are we compliant with the rules of Gmail?', facts, { origin: 'no-model', earlier: ['x'] }),
  ).join(' ')
}

it('a domain whose SPF record could not be read is not said to meet the rules of receivers', () => {
  const unread = ofAll({ ...healthy, details: { ...healthy.details, spf: null } })
  expect(unread).toMatch(/^That is not known: SPF and DMARC of the scanned domains could not be read\./)
  expect(unread).toContain('Not known, because a lookup failed: example.com.')
  expect(ofAll(healthy)).toMatch(/^As far as a scan shows it, yes/)
})
