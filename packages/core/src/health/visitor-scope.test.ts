import { expect, it } from 'vitest'
import { scanOf, zoneOf } from './judged-zone.fixture.ts'
import { presentScan } from './present.ts'
import { badgesOf, relayStatus, threatStatus } from './statuses.ts'
import { transportPartStatus } from './transport-looks.ts'
import { scopeLines, visitorScope } from './visitor-scope.ts'

const scan = presentScan(await scanOf(zoneOf()))
const { threat_intelligence: threat, relay } = scan.results
if (relay === null) throw new Error('the fixture has a relay test')

/** The same scan as a visitor gets it. */
const visited = {
  ...scan,
  basis: { ...scan.basis, tier: 'free' as const },
  results: {
    ...scan.results,
    relay: { ...relay, is_open_relay: null, hosts: [], state: 'not-for-visitors' as const },
    threat_intelligence: { ...threat, left_out: ['VirusTotal'] },
  },
}

it('names what the check of a visitor leaves out, and how many lists it asks', () => {
  expect(scopeLines(visitorScope(visited))).toEqual([
    'Not asked without an account: open relays, TLS of the mail servers, VirusTotal',
    '10 of 34 blocklists asked',
  ])
})

it('blames no visitor where the installation itself does not test, or nothing is left out', () => {
  const off = { ...visited, results: { ...visited.results, relay: { ...relay, state: 'off' as const } } }
  expect(visitorScope(off).leftOut).toEqual(['VirusTotal'])
  expect(scopeLines(visitorScope({ ...scan, basis: { ...scan.basis, tier: 'business' } }))).toEqual([])
})

it('is no failed lookup and not switched off: the badge and the part of transport say the rule', () => {
  const rule = { word: 'Not asked without an account', tone: 'idle', mark: 'none' }
  expect(relayStatus(visited)).toEqual(rule)
  expect(badgesOf(visited, false).at(-1)).toEqual({ name: 'Open Relay', check: 'relay', status: rule })
  expect(transportPartStatus('not-for-visitors', [])).toEqual(rule)
  const onlyVirusTotal = { ...threat, error: 'not_configured' as const, left_out: ['VirusTotal'] }
  const results = { ...visited.results, threat_intelligence: onlyVirusTotal }
  expect(threatStatus({ ...visited, results }, false)).toEqual(rule)
})
