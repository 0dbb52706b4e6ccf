import { describe, expect, it } from 'vitest'
import type { Section } from '../check/index.ts'
import { contextOf, session, valueOf } from '../transport/healthy.fixture.ts'
import type { TransportValue } from '../transport/index.ts'
import { silentChecks } from './healthy-checks.fixture.ts'
import { scanOf, zoneOf } from './judged-zone.fixture.ts'
import { presentScan } from './present.ts'
import type { ScanResult } from './scan.ts'

const { evidence } = contextOf()
const certificate = session().tls?.certificate
if (certificate === undefined) throw new Error('the session has a certificate')
const outdated = valueOf({ sessions: [session({ tls: { protocol: 'TLSv1', certificate } })] })

const scan = (transport: Section<TransportValue>, previous: ScanResult | null = null, days = 0, zone = zoneOf()) =>
  scanOf(zone, previous, days, { ...silentChecks(), transport })
const ran = (value: TransportValue): Section<TransportValue> => ({ ran: true, value, evidence, gaps: [], notes: [] })

/** The parts that are not OK. */
function outlined(result: ScanResult) {
  const parts = presentScan(result).results.transport?.parts ?? []
  return parts.flatMap(({ id, state, findings }) => (state === 'ok' ? [] : [[id, state, ...findings]]))
}

describe('the parts of transport on the wire', () => {
  it('TLS 1.0 belongs to STARTTLS, however good the certificate is', async () => {
    const reply = presentScan(await scan(ran(outdated)))
    expect(outlined(await scan(ran(outdated)))).toEqual([['starttls', 'recommendation', 'tls_outdated']])
    expect(reply.findings.filter(({ check }) => check === 'transport')).toMatchObject([
      { id: 'tls_outdated', reason: 'A mail server uses outdated TLS: mx.example.com', points: 0 },
    ])
  })

  it('two servers with the same trouble are two findings of one name', async () => {
    const host = 'mx2.example.com'
    const sessions = [...outdated.sessions, session({ host, tls: { protocol: 'TLSv1.1', certificate } })]
    const result = await scan(ran({ ...outdated, sessions }))
    expect(outlined(result)).toContainEqual(['starttls', 'recommendation', 'tls_outdated'])
    expect(result.findings.filter(({ id }) => id === 'tls_outdated')).toHaveLength(2)
  })

  it('what an earlier scan found stays with its part, which could not be checked now', async () => {
    const before = await scan(ran(outdated))
    const silent = valueOf({ sessions: [session({ starttls: 'unknown', failure: 'timeout', tls: null })], dane: [] })
    const answered = evidence.filter(({ kind }) => kind !== 'smtp')
    const now = await scan({ ran: true, value: silent, evidence: answered, gaps: [], notes: [] }, before, 1)
    expect(outlined(now)).toContainEqual(['starttls', 'unchecked', 'tls_outdated'])
    expect(now.findings.find(({ id }) => id === 'tls_outdated')?.since).toBe(before.finishedAt)
  })

  it('what an earlier scan found makes a part a recommendation though all it asks now is fine', async () => {
    const [dane] = valueOf().dane
    if (dane === undefined) throw new Error('the domain has DANE records')
    const other = { usage: 3, selector: 1, matching: 1, data: 'ff'.repeat(32), digest: null }
    const wrong = { dane: [{ ...dane, tlsa: [other] }] }
    const before = await scan(ran(valueOf(wrong)))
    expect(outlined(before)).toEqual([['dane', 'recommendation', 'dane_mismatch']])
    // The server shows no certificate now: the records alone are fine, and the last known certificate does not fit them.
    const silent = session({ starttls: 'unknown', failure: 'timeout', tls: null })
    const now = await scan(ran(valueOf({ ...wrong, sessions: [silent] })), before, 1)
    expect(outlined(now)).toContainEqual(['dane', 'recommendation', 'dane_mismatch'])
  })

  it('a part names the finding whose line is its summary', async () => {
    const value = valueOf({ tlsRpt: { name: '_smtp._tls.example.com', texts: [] }, sessions: outdated.sessions })
    const reply = presentScan(await scan(ran(value)))
    const parts = reply.results.transport?.parts ?? []
    const said = parts.flatMap(({ summary_of: id, summary }) => (id === null ? [] : [[id, summary]]))
    expect(said).toEqual([['tls_rpt_missing', 'TLS reporting is not used.']])
    const reasons = reply.findings.map(({ reason }) => `${reason}.`)
    expect(parts.map(({ summary }) => summary).filter(summary => reasons.includes(summary))).toEqual([said[0]?.[1]])
  })

  it('of a name that does not exist nothing is recommended', async () => {
    const missing = await scan(ran(outdated), null, 0, { com: {} })
    expect(missing.findings.map(({ id }) => id)).toEqual(['domain_not_found'])
    expect(new Set(outlined(missing).map(([, ...rest]) => rest.join()))).toEqual(new Set(['not-applicable']))
  })
})
