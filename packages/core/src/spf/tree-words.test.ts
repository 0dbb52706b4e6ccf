import { expect, it } from 'vitest'
import { spfAddressCount, spfProblemTone, spfTreeOutcome } from './tree-words.ts'
import type { SpfTreeReply } from './value.ts'

const tree: SpfTreeReply = {
  root: { domain: 'example.com', record: 'v=spf1 ip4:192.0.2.0/24 -all', terms: [], problem: null, unchecked: false },
  lookups: 0,
  voidLookups: 0,
  complete: true,
  permerrors: [],
  openTo: null,
  ending: '-',
  ipv4: 256,
  ipv4AtLeast: 256,
  ipv6Nets: 0,
}

it('lists who may send and the result for all other servers', () => {
  expect(spfTreeOutcome(tree)).toBe('All other servers fail (-all). Addresses that may send: 256 IPv4 addresses.')
})

it('says "at least" where some addresses depend on the sender', () => {
  expect(spfTreeOutcome({ ...tree, ipv4: null })).toBe(
    'All other servers fail (-all). Addresses that may send: at least 256 IPv4 addresses.',
  )
})

it('counts the IPv6 networks too where some addresses depend on the sender', () => {
  expect(spfTreeOutcome({ ...tree, ipv4: null, ipv6Nets: null, ipv6NetsAtLeast: 1536 })).toBe(
    'All other servers fail (-all). Addresses that may send: at least 256 IPv4 addresses and 1,536 IPv6 /64 networks.',
  )
})

it('says "at least" where part of the tree could not be looked up', () => {
  expect(spfTreeOutcome({ ...tree, complete: false })).toBe(
    'All other servers fail (-all). Addresses that may send: at least 256 IPv4 addresses.',
  )
})

it('shows an error only for a broken term, not for one that depends on the sender or could not be looked up', () => {
  expect(spfProblemTone({ unchecked: false, depends: false })).toBe('poor')
  expect(spfProblemTone({ unchecked: false, depends: true })).toBe('info')
  expect(spfProblemTone({ unchecked: true, depends: false })).toBe('unknown')
})

it('gives no count for a broken record, and does not deny that senders before the error pass', () => {
  expect(spfTreeOutcome({ ...tree, permerrors: ['12 DNS lookups'] })).toBe(
    'Receivers return permerror when they reach the error.',
  )
})

it('says that a syntax error stops receivers at once, also one of an included record', () => {
  const outcome = 'Receivers return permerror at once because of a syntax error.'
  const problem = 'unknown mechanism: ipv4'
  const broken = { ...tree.root, problem }
  expect(spfTreeOutcome({ ...tree, root: broken, permerrors: [problem] })).toBe(outcome)
  const include = {
    text: 'include:example.net',
    kind: 'include',
    qualifier: null,
    lookup: 1,
    void: false,
    unchecked: false,
    ipv4: null,
    ipv6Nets: null,
    child: broken,
    problem,
    depends: false,
  } as const
  const root = { ...tree.root, terms: [include] }
  expect(spfTreeOutcome({ ...tree, root, permerrors: [`include:example.net → ${problem}`] })).toBe(outcome)
  const cut = { ...tree.root, problem: 'we read only the first 2 of 3 terms' }
  expect(spfTreeOutcome({ ...tree, root: cut, permerrors: ['12 DNS lookups'] })).not.toContain('syntax')
})

it('never rounds the number of addresses: +all is every address, and a large network is counted exactly', () => {
  expect(spfTreeOutcome({ ...tree, ending: '+', ipv4: 2 ** 32, ipv6Nets: 2 ** 64 })).toBe(
    'All other servers pass too (+all). Addresses that may send: every IPv4 address and every IPv6 address.',
  )
  expect(spfAddressCount(null, 2 ** 61)).toBe('2,305,843,009,213,693,952 IPv6 /64')
})
