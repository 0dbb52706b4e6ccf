import type { BlacklistValue } from '@waxseal/core/blacklist'
import { coverageWords, presentScan, type Sections } from '@waxseal/core/health'
import type { RelayHost, RelayValue } from '@waxseal/core/relay'
import { expect, it } from 'vitest'
import { aScanResult } from '../../testing/factories.ts'
import { summaryOf } from './summary.ts'

const { sections } = aScanResult()
const failed = { ran: false, reason: 'timeout', evidence: [] } as const
const withSections = (changes: Partial<Sections>) => summaryOf(aScanResult({ sections: { ...sections, ...changes } }))

const goodSpf: Sections['spf'] = {
  ran: true,
  evidence: [],
  gaps: [],
  notes: [],
  value: {
    records: ['v=spf1 -all'],
    lookalikes: [],
    tree: {
      root: { domain: 'example.com', record: 'v=spf1 -all', terms: [], problem: null, unchecked: false },
      lookups: 0,
      voidLookups: 0,
      complete: true,
      permerrors: [],
      ending: '-',
      ipv4: 0,
      ipv6Nets: 0,
      ipv4AtLeast: 0,
      openTo: null,
    },
  },
}

it('authentication is what the badge of the report says', () => {
  expect(withSections({})).toMatchObject({ authStatus: 'fail', authText: 'Not found −40' })
  const { authStatus, authText } = summaryOf(aScanResult({ sections: { ...sections, spf: goodSpf }, findings: [] }))
  expect([authStatus, authText]).toEqual(['partial', 'SPF only'])
})

it('authentication is unknown, never "fail", when SPF or DMARC could not be checked', () => {
  expect(withSections({ dmarc: failed }).authStatus).toBe('unknown')
  expect(withSections({ spf: failed }).authStatus).toBe('unknown')
  const half = summaryOf(aScanResult({ sections: { ...sections, spf: goodSpf, dmarc: failed }, findings: [] }))
  expect([half.authStatus, half.authText]).toEqual(['unknown', 'SPF: found, DMARC: could not check'])
})

it('the MX count leaves out a null MX, and is unknown after a failed lookup', () => {
  expect(summaryOf(aScanResult()).mxCount).toBe(1)
  expect(withSections({ mx: failed }).mxCount).toBeNull()
  const nullMx = { preference: 0, host: '.', addresses: [], state: 'null', alias: null } as const
  const { mx } = sections
  if (!mx.ran) throw new Error('the factory checked MX')
  expect(withSections({ mx: { ...mx, value: { hosts: [nullMx], implicit: null } } }).mxCount).toBe(0)
})

const listed = (value: Partial<BlacklistValue>): Partial<Sections> => {
  const { blacklist } = sections
  if (!blacklist.ran) throw new Error('the factory checked blocklists')
  return { blacklist: { ...blacklist, value: { ...blacklist.value, ...value } } }
}

const notApplicable = { state: 'not-applicable', text: 'Not applicable' }
const switchedOff = { state: 'not-applicable', text: 'Switched off' }

it('the other badges are those of the report', () => {
  expect(withSections({ mx: failed, dkim: failed, relay: failed }).badges).toMatchObject({
    mx: { state: 'unchecked', text: '?' },
    dkim: { state: 'unchecked', text: '?' },
    relay: { state: 'unchecked', text: '?' },
  })
  const { relay } = sections
  if (!relay.ran) throw new Error('the factory checked relaying')
  const value = (change: Partial<RelayValue>) =>
    withSections({ relay: { ...relay, value: { ...relay.value, ...change } } })
  expect(value({ state: 'tested', hosts: [{ ...closedHost, relay: 'suspected' }] }).badges?.relay).toEqual({
    state: 'warning',
    text: 'To be confirmed',
  })
  expect(value({ state: 'off', hosts: [] }).badges?.relay).toEqual(switchedOff)
})

it('the number of blocklists is unknown, never 0, when no list could be asked', () => {
  expect(withSections(listed({ listedCount: 2 })).blacklistCount).toBe(2)
  expect(withSections(listed({ listedCount: 0 })).blacklistCount).toBe(0)
  expect(withSections(listed({ success: false })).blacklistCount).toBeNull()
  expect(withSections({ blacklist: failed }).blacklistCount).toBeNull()
})

it('a domain is not clean when too few lists gave a verdict', () => {
  const result = aScanResult()
  const few = { ...result, basis: { ...result.basis, unchecked: ['blacklist'] as const } }
  expect(summaryOf({ ...few, sections: { ...sections, ...listed({ listedCount: 0 }) } }).blacklistCount).toBeNull()
  expect(summaryOf({ ...few, sections: { ...sections, ...listed({ listedCount: 1 }) } }).blacklistCount).toBe(1)
})

it("is partly checked where its report says so, also about a large provider's servers", () => {
  const partly = (changes: Partial<Sections>) => {
    const result = aScanResult({ sections: { ...sections, ...changes } })
    return [summaryOf(result).badges?.partly, coverageWords(presentScan(result)).startsWith('Partly checked')]
  }
  expect(partly({ mx: failed })).toEqual([true, true])
  const { relay } = sections
  if (!relay.ran) throw new Error('the factory checked relaying')
  const hosts = [{ ...closedHost, relay: 'unknown' as const }]
  const provider = { ...relay, gaps: [], value: { state: 'tested' as const, hosts } }
  expect(withSections({ relay: provider })).toMatchObject({ badges: { relay: notApplicable }, relayTestResult: null })
})

const closedHost: RelayHost = {
  host: 'mail.example.com',
  address: '192.0.2.25',
  testedAt: '2026-11-20T09:00:02.000Z',
  contacted: true,
  failure: null,
  greeting: 'mail.example.com',
  starttls: 'offered',
  tls: null,
  relay: 'closed',
  undecided: null,
  reason: 'It refuses to relay.',
}
const relayOf = (hosts: readonly Partial<RelayHost>[], state: RelayValue['state'] = 'tested') => {
  const { relay } = sections
  if (!relay.ran) throw new Error('the factory checked relaying')
  const value: RelayValue = { state, hosts: hosts.map(host => ({ ...closedHost, ...host })) }
  return withSections({ relay: { ...relay, value } }).relayTestResult
}

it('a domain is an open relay if one host is, and closed only if every host is', () => {
  expect(relayOf([{}, { relay: 'open' }, { relay: 'unknown' }])).toBe('open')
  expect(relayOf([{}, {}])).toBe('closed')
  expect(relayOf([{}, { relay: 'unknown', undecided: 'timeout', failure: 'timeout' }])).toBe('unknown')
})

it('a domain is not closed while a mail server without a known address is untested', () => {
  const { relay } = sections
  if (!relay.ran) throw new Error('the factory checked relaying')
  const question = { name: 'mx2.example.com', type: 'A' } as const
  const gaps = [{ question, reason: 'servfail', evidence: 'A mx2.example.com' }] as const
  const value: RelayValue = { state: 'tested', hosts: [closedHost] }
  expect(withSections({ relay: { ...relay, value, gaps } }).relayTestResult).toBe('unknown')
})

it('a suspected relay is no open relay before the second test', () => {
  expect(relayOf([{}, { relay: 'suspected' }])).toBe('unknown')
})

it('the relay status is absent without a test, and unknown after a test without a result', () => {
  for (const state of ['off', 'not-applicable'] as const) expect(relayOf([], state)).toBeNull()
  expect(relayOf([])).toBe('unknown')
  expect(withSections({ relay: failed }).relayTestResult).toBe('unknown')
})

it('a domain that does not exist has no failed records and no MX count', () => {
  const { mx } = sections
  if (!mx.ran) throw new Error('the factory checked MX')
  const gone = aScanResult({
    score: 0,
    sections: { ...sections, mx: { ...mx, value: { hosts: [], implicit: [] } } },
    findings: [
      { id: 'domain_not_found', check: 'dns', subject: null, facts: { domain: 'example.com' }, evidence: ['e-spf'] },
    ],
  })
  expect(summaryOf(gone)).toMatchObject({
    score: 0,
    authStatus: 'unknown',
    authText: null,
    mxCount: null,
    blacklistCount: null,
    badges: {
      mx: notApplicable,
      dkim: notApplicable,
      blacklists: notApplicable,
      relay: switchedOff,
      worst: { id: 'domain_not_found', text: 'Does not exist', severity: 'critical' },
    },
    relayTestResult: null,
  })
})
