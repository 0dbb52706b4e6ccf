import { describe, expect, it } from 'vitest'
import type { ScanReply } from '../../../lib/queries.ts'
import { aFinding, nothingThere, withResults } from '../scan.fixture.ts'
import { mailPathOf, pathRows, pathSentence } from './mail-path.ts'

type Mx = ScanReply['results']['mx']
type Relay = NonNullable<ScanReply['results']['relay']>

function host(name: string, change: Partial<Mx['hosts'][number]> = {}): Mx['hosts'][number] {
  return { preference: 10, host: name, addresses: ['203.0.114.25'], state: 'resolved', alias: null, ...change }
}

function tested(
  name: string,
  relay: Relay['hosts'][number]['relay'],
  undecided: 'timeout' | null = null,
): Relay['hosts'][number] {
  return {
    host: name,
    address: '203.0.114.25',
    testedAt: '2026-11-20T12:00:00.000Z',
    contacted: true,
    failure: null,
    greeting: name,
    starttls: 'offered',
    tls: null,
    relay,
    undecided,
    reason: '',
  }
}

function scanWith(mx: Partial<Mx>, relay: Partial<Relay> | null = null): ScanReply {
  return withResults({
    mx: { success: true, records: [], hosts: [], implicit: null, ...mx },
    relay: relay && { is_open_relay: null, test_details: [], state: 'tested', hosts: [], ...relay },
  })
}

const sentence = (scan: ScanReply): string => pathSentence(scan.domain_name, mailPathOf(scan))
const endOf = (scan: ScanReply) => mailPathOf(scan).end

describe('the mail path', () => {
  it('leads to every mail server and its test result', () => {
    const scan = scanWith(
      {
        hosts: [
          host('mx1.example.com'),
          host('mx2.example.com', { preference: 20, addresses: [], state: 'unresolvable' }),
          host('mx3.example.com', { preference: 30 }),
          host('mx4.example.com', { preference: 40 }),
        ],
      },
      { hosts: [tested('mx1.example.com', 'open'), tested('mx3.example.com', 'unknown', 'timeout')] },
    )
    expect(pathRows(mailPathOf(scan))).toEqual([
      ['10', 'mx1.example.com', '203.0.114.25', 'Open relay'],
      ['20', 'mx2.example.com', 'Does not resolve', '–'],
      ['30', 'mx3.example.com', '203.0.114.25', 'Could not check'],
      ['40', 'mx4.example.com', '203.0.114.25', 'Not applicable'],
    ])
    expect(sentence(scan)).toBe(
      'Mail path to example.com: 4 records. mx1.example.com, priority 10, 203.0.114.25, open relay; ' +
        'mx2.example.com, priority 20, does not resolve; mx3.example.com, priority 30, 203.0.114.25, could not check; ' +
        'mx4.example.com, priority 40, 203.0.114.25, not applicable.',
    )
  })

  it('names five of twenty servers in its sentence, and has a row for each', () => {
    const scan = scanWith({ hosts: Array.from({ length: 20 }, (_, index) => host(`mx${index}.example.com`)) })
    expect(sentence(scan)).toMatch(/mx4\.example\.com, [^;]*; and 15 more\.$/)
    expect(pathRows(mailPathOf(scan))).toHaveLength(20)
  })

  it('has an unknown end where the lookup of the servers failed', () => {
    const unasked = scanWith({ success: false })
    expect(endOf(unasked)?.status).toEqual({ word: 'Could not check', tone: 'unknown' })
    expect(pathRows(mailPathOf(unasked))).toEqual([['–', '–', '–', 'Could not check']])
    expect(endOf(scanWith({ implicit: null }))?.status.word).toBe('Could not check')
  })

  it('omits relays that were not or could not be tested', () => {
    const hosts = [host('mx1.example.com')]
    const relayOf = (relay: Partial<Relay> | null) => mailPathOf(scanWith({ hosts }, relay)).hosts[0]?.relay?.word
    expect(relayOf(null)).toBe('Could not check')
    expect(relayOf({ state: 'off' })).toBe('Switched off')
    expect(relayOf({ hosts: [tested('mx1.example.com', 'unknown')] })).toBe('Not applicable')
  })

  it('falls back to the addresses of the domain itself', () => {
    const scan = scanWith({ implicit: ['203.0.114.10'] }, { hosts: [tested('example.com', 'closed')] })
    expect(pathRows(mailPathOf(scan))).toEqual([['–', 'example.com', '203.0.114.10', 'Does not relay']])
    expect(sentence(scan)).toContain('no MX, so senders use the domain’s addresses')
  })

  it('ends without MX and address, at a null MX, and at a name that does not exist', () => {
    expect(endOf(scanWith({ implicit: [] }))?.words).toBe('No MX and no address record, so mail to it bounces.')
    const nullMx = scanWith({ hosts: [host('.', { addresses: [], state: 'null' })] })
    expect(endOf(nullMx)?.status).toEqual({ word: 'Accepts no mail', tone: 'idle', mark: 'none' })
    const missing = { ...nothingThere, findings: [{ ...aFinding, id: 'domain_not_found' }] }
    expect(endOf(missing)?.words).toBe('The name does not exist, so mail to it bounces.')
  })
})
