import { describe, expect, it } from 'vitest'
import type { ScanReply } from '../../lib/queries.ts'
import {
  badgeStatus,
  blacklistStatus,
  dmarcStatus,
  doesNotExist,
  hasNullMx,
  inSentence,
  isOpen,
  mxStatus,
  namedWord,
  relayStatus,
  spfStatus,
  threatStatus,
  tooFewLists,
} from './report.ts'
import { aFinding, checked, nothingThere, withResults } from './scan.fixture.ts'

const words = (scan: ScanReply): string[] => [mxStatus(scan).word, spfStatus(scan).word, dmarcStatus(scan).word]

it('has a small letter after a colon, except in an abbreviation', () => {
  expect(inSentence('Not found')).toBe('not found')
  expect(inSentence('DNSSEC broken')).toBe('DNSSEC broken')
})

it('names the protocol of a state once', () => {
  expect(namedWord('MX', 'Not found')).toBe('MX: not found')
  expect(namedWord('MX', 'MX: DNSSEC broken')).toBe('MX: DNSSEC broken')
  expect(namedWord('SPF', 'SPF allows everyone')).toBe('SPF allows everyone')
})

describe('the state of a section', () => {
  it('is "Not found" when all lookups succeeded and found nothing', () => {
    expect(words(nothingThere)).toEqual(['Not found', 'Not found', 'Not found'])
  })

  it('is never "Not found" when the check could not run', () => {
    const unasked = withResults({
      mx: { success: false, records: [], hosts: [], implicit: null },
      spf: null,
      dmarc: null,
      dns: { ...nothingThere.results.dns, dmarc_error: 'the DNS servers did not answer in time' },
    })
    expect(words(unasked)).toEqual(['Could not check', 'Could not check', 'Could not check'])
    for (const status of [mxStatus, spfStatus, dmarcStatus]) expect(status(unasked).tone).toBe('unknown')
  })

  it('is not "Not found" after an incomplete tree walk', () => {
    const brokenOff = withResults({ dns: { ...nothingThere.results.dns, dmarc_error: 'the DNS servers refused' } })
    expect(dmarcStatus(brokenOff).word).toBe('Could not check')
  })

  it('says for a null MX that the domain accepts no mail', () => {
    const host = { preference: 0, host: '.', addresses: [], state: 'null' as const, alias: null }
    const parked = withResults({ mx: { success: true, records: [], hosts: [host], implicit: null } })
    expect(hasNullMx(parked)).toBe(true)
    expect(mxStatus(parked)).toEqual({ word: 'Accepts no mail (null MX)', tone: 'excellent' })
  })

  it('is "Found" for any TXT record that starts with v=spf1, in any letter case', () => {
    const loud = withResults({ dns: { ...nothingThere.results.dns, txt_records: ['V=SPF1 -all'] } })
    expect(spfStatus(loud).word).toBe('Found')
  })
})

const threatWith = (changes: Partial<ScanReply['results']['threat_intelligence']>): ScanReply => ({
  ...nothingThere,
  results: {
    ...nothingThere.results,
    threat_intelligence: { ...nothingThere.results.threat_intelligence, ...changes },
  },
})

describe('the status of threat intelligence', () => {
  it('has a lock where a higher plan would add missing data', () => {
    const withheld = { word: 'Not in your plan', tone: 'idle', mark: 'locked' }
    expect(threatStatus(threatWith({ error: 'rate_limit_exceeded' }), true)).toEqual(withheld)
  })

  it('has no lock where no plan would change it, or there are no plans', () => {
    const open = { word: 'Could not check', tone: 'unknown' }
    expect(threatStatus(threatWith({ error: 'unavailable' }), true)).toEqual(open)
    expect(threatStatus(threatWith({ error: 'rate_limit_exceeded' }), false)).toEqual(open)
    for (const sellsPlans of [true, false]) {
      expect(threatStatus(threatWith({ error: 'not_configured' }), sellsPlans)).toEqual({
        word: 'Switched off',
        tone: 'idle',
        mark: 'none',
      })
    }
  })

  it('is clean for a low risk too, as the specification says', () => {
    expect(threatStatus(threatWith({ error: null, overall_verdict: 'low_risk' }), true)).toEqual({
      word: 'Clean',
      tone: 'excellent',
    })
    expect(threatStatus(threatWith({ error: null, overall_verdict: 'malicious' }), true)).toEqual({
      word: 'Malicious',
      tone: 'poor',
    })
  })
})

it('a check that does not apply has no question mark', () => {
  expect(badgeStatus({ state: 'not-applicable', text: 'Not applicable' })).toEqual({
    word: 'Not applicable',
    tone: 'idle',
    mark: 'none',
  })
  expect(badgeStatus({ state: 'unchecked', text: '?' })).toEqual({ word: 'Could not check', tone: 'unknown' })
})

describe('the status of the open relay test', () => {
  type Relay = NonNullable<ScanReply['results']['relay']>
  const host = (changes: Partial<Relay['hosts'][number]>): Relay['hosts'][number] => ({
    host: 'mx.example.com',
    address: '8.26.56.25',
    testedAt: '2026-11-20T12:00:00.000Z',
    contacted: true,
    failure: null,
    greeting: 'mx.example.com',
    starttls: 'offered',
    tls: null,
    relay: 'closed',
    undecided: null,
    reason: '',
    ...changes,
  })
  const wordOf = (...hosts: Relay['hosts']): string => {
    const open = hosts.some(({ relay }) => relay === 'open')
    const closed = hosts.every(({ relay }) => relay === 'closed')
    const relay: Relay = { is_open_relay: open || (closed ? false : null), test_details: [], state: 'tested', hosts }
    return relayStatus({ ...nothingThere, results: { ...nothingThere.results, relay } }).word
  }

  it('is clean, open, or suspected', () => {
    expect(wordOf(host({}))).toBe('Clean')
    expect(wordOf(host({}), host({ relay: 'open' }))).toBe('Open relay')
    expect(wordOf(host({ relay: 'unknown', undecided: 'timeout' }), host({ relay: 'suspected' }))).toBe(
      'To be confirmed',
    )
  })

  it('distinguishes excluded servers from servers that did not answer', () => {
    const byRule = host({ relay: 'unknown' })
    expect(wordOf(byRule, host({}))).toBe('Not applicable')
    expect(wordOf(byRule, host({ relay: 'unknown', undecided: 'timeout' }))).toBe('Could not check')
  })

  it('is neither clean nor excluded while a mail server’s address is unknown', () => {
    const relay: Relay = { is_open_relay: null, test_details: [], state: 'tested', hosts: [host({})] }
    const gap = { question: { name: 'mx2.example.com', type: 'A' as const }, reason: 'servfail' as const, evidence: '' }
    const { sections } = nothingThere
    const scan = {
      ...nothingThere,
      results: { ...nothingThere.results, relay },
      sections: { ...sections, relay: { ...sections.relay, gaps: [gap] } },
    }
    expect(relayStatus(scan).word).toBe('Could not check')
  })

  it('has no question mark when the test is switched off', () => {
    const relay: Relay = { is_open_relay: null, test_details: [], state: 'off', hosts: [] }
    expect(relayStatus({ ...nothingThere, results: { ...nothingThere.results, relay } }).word).toBe('Switched off')
  })
})

function withGap(name: string): ScanReply {
  const gap = { question: { name, type: 'A' as const }, reason: 'timeout' as const, evidence: 'e1' }
  const dns = { ...checked, state: 'partial' as const, gaps: [gap] }
  return { ...nothingThere, sections: { ...nothingThere.sections, dns } }
}

it('a failed lookup of the name itself does not prove that nothing exists', () => {
  expect(isOpen(nothingThere, 'dns', 'A', 'AAAA')).toBe(false)
  expect(isOpen(withGap('example.com'), 'dns', 'A', 'AAAA')).toBe(true)
  expect(isOpen(withGap('example.com'), 'dns', 'MX')).toBe(false)
  expect(isOpen(withGap('www.example.com'), 'dns', 'A')).toBe(false)
})

const row = (status: 'clean' | 'error', trouble: 'unanswered' | 'not-applicable' | null = null) => ({
  list: '',
  name: '',
  zone: '',
  kind: 'ip' as const,
  status,
  listings: [],
  trouble,
  reason: null,
  advice: null,
  delisting: null,
})

describe('the status of the blacklists', () => {
  const rows = [row('clean'), row('error', 'unanswered'), row('error', 'unanswered'), row('error', 'not-applicable')]
  const asked = withResults({
    blacklist: { ...nothingThere.results.blacklist, success: true, blacklists: rows, total_checked: 4 },
  })
  const open: ScanReply = { ...asked, basis: { ...asked.basis, unchecked: ['blacklist'] } }

  it('shows the number of lists, and of those without a verdict', () => {
    expect(blacklistStatus(asked)).toEqual({ word: '0 of 4, 2 unanswered', tone: 'excellent' })
  })

  it('assumes 34 lists if the server does not say', () => {
    const { total_checked: _, ...silent } = asked.results.blacklist
    const reply: unknown = { ...asked, results: { ...asked.results, blacklist: silent } }
    expect(blacklistStatus(reply as ScanReply).word).toBe('0 of 34, 2 unanswered')
  })

  it('is unknown when too few lists answered, and says how many did', () => {
    expect(blacklistStatus(open)).toEqual({ word: 'Could not check', tone: 'unknown' })
    expect(tooFewLists(open)).toEqual({ answered: 1, asked: 3 })
    expect(tooFewLists(asked)).toBeNull()
    expect(tooFewLists({ ...open, results: { ...open.results, blacklist: nothingThere.results.blacklist } })).toBeNull()
  })
})

it('a domain that does not exist is recognized by its finding', () => {
  expect(doesNotExist(nothingThere)).toBe(false)
  expect(doesNotExist({ findings: [{ ...aFinding, id: 'domain_not_found' }] })).toBe(true)
})
