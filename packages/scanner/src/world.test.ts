import { demoWorld } from '@waxseal/core/fixtures'
import { presentScan, type ScanResult } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenWorld, openWorld } from './testing/world-scan.ts'

const now = () => new Date('2026-11-20T10:00:00Z')
let world: OpenWorld

beforeAll(async () => {
  world = await openWorld(now)
})
afterAll(() => world.stop())

const scanned = (name: string): Promise<ScanResult> => world.scan(name)

describe('a scan of a domain of the world', () => {
  it.each(demoWorld.domains.map(domain => [domain.name, domain] as const))(
    'finds in %s what its story describes',
    async (name, { findings, score }) => {
      const result = await scanned(name)
      const found = result.findings.filter(({ check }) => check !== 'transport').map(({ id }) => id)
      expect({ score: result.score, findings: found.toSorted() }).toEqual({ score, findings })
    },
  )

  it('shows both tests of the open relay, each with its time', async () => {
    const { findings, sections } = await scanned('listed.example')
    const rests: readonly string[] = findings.find(({ id }) => id === 'relay_open')?.evidence ?? []
    const shown = sections.relay.evidence.filter(({ id }) => rests.includes(id))
    const sessions = shown.flatMap(piece => (piece.kind === 'smtp' ? [piece] : []))
    expect(sessions.map(({ askedAt }) => (now().getTime() - askedAt) / 3_600_000)).toEqual([7, 0])
    for (const { lines } of sessions) expect(lines).toContain('S: 250 Accepted')
  })

  it('finds the outdated TLS and the certificate of keys.example, each in its own part', async () => {
    const parts = presentScan(await scanned('keys.example')).results.transport?.parts ?? []
    expect(parts.slice(0, 2)).toMatchObject([
      { id: 'starttls', state: 'recommendation', findings: ['tls_outdated'] },
      { id: 'certificate', state: 'recommendation', findings: ['mx_certificate_untrusted'] },
    ])
  })

  it('recommends nothing to perfect.example, and completes all its checks', async () => {
    const result = await scanned('perfect.example')
    expect(result).toMatchObject({ findings: [], coverage: 1, basis: { unchecked: [] } })
  })
})
