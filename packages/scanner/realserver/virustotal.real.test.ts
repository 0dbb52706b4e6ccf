import { virusTotal } from '@waxseal/core/threat'
import { afterAll, describe, expect, it } from 'vitest'
import { openDns } from '../src/scan-dns.ts'
import { virusTotalClient } from '../src/threat/virustotal-client.ts'

/*
 * The contract with the real VirusTotal. It needs the Internet and a key, so it runs only when asked for, outside the
 * namespace of the other tests:
 * VIRUSTOTAL_API_KEY=… scripts/run vitest run --config packages/scanner/realserver/vitest.config.ts virustotal
 */
const key = process.env['VIRUSTOTAL_API_KEY'] ?? ''

describe.skipIf(key === '')(virusTotal.name, () => {
  const dns = openDns({ direct: false })
  afterAll(() => dns.close())

  const memory = { recall: async () => null, keep: async () => {}, take: async () => true, pause: async () => {} }
  const open = (sent: string) =>
    virusTotalClient({ key: sent, memory, resolver: signal => dns.session(signal).resolver })

  it('answers about a domain, an address and a name that it does not know', async () => {
    const client = open(key)
    const domain = await client.ask({ kind: 'domain', name: 'google.com' })
    expect(domain).toMatchObject({ kind: 'answer', stored: { report: { isKnown: true } } })
    const address = await client.ask({ kind: 'address', name: '8.8.8.8' })
    expect(address).toMatchObject({ stored: { report: { isKnown: true, country: 'US', asOwner: expect.any(String) } } })
    for (const outcome of [domain, address]) {
      if (outcome.kind === 'silent') throw new Error(outcome.reason)
      const { counts, engines } = outcome.stored.report
      expect(engines.length).toBeGreaterThan(50)
      for (const category of ['malicious', 'suspicious', 'harmless', 'undetected', 'timeout'] as const)
        expect(counts[category]).toBe(engines.filter(engine => engine.category === category).length)
    }
  })

  it('refuses a wrong key', async () => {
    const outcome = await open('0'.repeat(64)).ask({ kind: 'domain', name: 'google.com' })
    expect(outcome).toMatchObject({ kind: 'silent', failure: 'refused', evidence: { status: 401 } })
  })
})
