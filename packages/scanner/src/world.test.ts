import { demoWorld } from '@waxseal/core/fixtures'
import { dkimBadge, presentScan, type ScanResult } from '@waxseal/core/health'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenWorld, openWorld } from './testing/world-scan.ts'

const now = () => new Date('2026-11-20T10:00:00Z')
let world: OpenWorld

beforeAll(async () => {
  world = await openWorld(now)
})
afterAll(() => world.stop())

/** The badge of DKIM and the title of its finding. */
const told = (result: ScanResult): (string | undefined)[] => {
  const reply = presentScan(result)
  return [dkimBadge(reply).text, reply.findings.find(({ check }) => check === 'dkim')?.title]
}
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

  it('says in neglected.example what another finding asks to correct before a record is published', async () => {
    const { findings } = presentScan(await scanned('neglected.example'))
    const advice = (id: string) => findings.find(finding => finding.id === id)?.advice
    expect(advice('spf_neutral')).toBe(
      'Replace ?all with ~all. First replace ptr with terms that name the same servers: this record keeps it. ' +
        'Publish as the only SPF record (TXT) at neglected.example: v=spf1 a mx ptr include:mailhost.example ~all',
    )
    expect(advice('mta_sts_missing')).toMatch(
      /^Correct the MX records of mail\.neglected\.example, backup\.neglected\.example first, as their own findings say/,
    )
  })

  it('shows the invisible characters of hostile.example escaped in each message', async () => {
    const { findings } = presentScan(await scanned('hostile.example'))
    const texts = findings.map(({ meaning }) => meaning).join(' ')
    expect(texts).toContain('include:\\u{202e}mailhost.example')
    expect(texts).toContain('mailto:<b>\\u{202e}moc.elpmaxe@hostile.example in rua is not a report address')
  })

  it('names the wildcard of wildcard.example, the revoked key of relaying.example, and no service of a lone k1', async () => {
    const [wildcard, relaying] = await Promise.all(['wildcard.example', 'relaying.example'].map(scanned))
    if (wildcard === undefined || relaying === undefined) throw new Error('both were scanned')
    expect(told(wildcard)).toEqual(['Wildcard key −5', 'A wildcard answers every DKIM selector'])
    expect(told(relaying)).toEqual(['Only revoked keys −8', 'All DKIM keys are revoked'])
    expect(presentScan(relaying).results.dns.dkim_records.map(({ provider }) => provider)).toEqual([null])
  })

  it('recommends nothing to perfect.example, and completes all its checks', async () => {
    const result = await scanned('perfect.example')
    expect(result).toMatchObject({ findings: [], coverage: 1, basis: { unchecked: [] } })
  })
})
