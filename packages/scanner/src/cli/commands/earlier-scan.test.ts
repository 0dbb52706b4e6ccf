import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zonesOf } from '@waxseal/core/dns'
import type { ScanReply } from '@waxseal/core/health'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LoopbackServer } from '../../dns/testing/loopback-server.ts'
import { waxseal } from '../../testing/terminal.ts'
import { zoneServer } from '../../testing/zone-server.ts'
import { perfect, weak } from '../../testing/zones.ts'
import { readEarlier } from './earlier-scan.ts'

let server: LoopbackServer
let folder: string
let file: string
let now: ScanReply
beforeAll(async () => {
  server = await zoneServer(zonesOf(perfect, weak))
  folder = await mkdtemp(join(tmpdir(), 'waxseal-since-'))
  file = join(folder, 'scan.json')
  now = await scanned()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const run = (...args: string[]) => waxseal('scan', 'weak.example', '--resolver', server.name, ...args)

async function scanned(...args: string[]): Promise<ScanReply> {
  return JSON.parse((await run('--json', ...args)).out) as ScanReply
}

/** The scan as it would have been without its first finding, and with one that is fixed now. */
function earlier(): ScanReply {
  const [first, ...others] = now.findings
  if (first === undefined) throw new Error('weak.example has no finding')
  const fixed = { ...first, id: 'dmarc_missing', subject: null, check: 'dmarc' } as const
  return { ...now, health_score: 41, findings: [fixed, ...others] }
}

it('without --since nothing is compared', () => {
  expect(now.changes).toBeNull()
})

it('--since compares with an earlier answer of --json', async () => {
  await writeFile(file, JSON.stringify(earlier()))
  const { changes } = await scanned('--since', file)
  expect(changes).toMatchObject({
    since: now.finished_at,
    compared: 'all',
    score_before: 41,
    score_after: now.health_score,
    fixed: [{ id: 'dmarc_missing', reason: 'DMARC record missing' }],
    added: [],
    changed: [{ id: now.findings[0]?.id, degree: 'next' }],
    unchanged: now.findings.length - 1,
  })
  const { out } = await run('--since', file)
  const added = now.findings[0]?.reason ?? ''
  expect(out.split('\n')[2]).toContain(
    `41 → ${now.health_score}, fixed: DMARC record missing; next step: ${added} (since `,
  )
  expect(out.split('\n')[3]).toBe(`${now.findings.length - 1} findings unchanged.`)
})

it.each([
  ['is missing', null, /^waxseal: "--since" cannot be read: ENOENT/],
  ['is no JSON', 'no JSON', /"--since" must be a file with the output of scan --json/],
  ['is another JSON', '{"domain_name":"weak.example"}', /"--since" must be a file with the output of scan --json/],
  ['is about another domain', 'perfect.example', /"--since" is a scan of perfect\.example, not of weak\.example/],
])('a file that %s is bad use', async (_, text, message) => {
  const name = join(folder, 'bad.json')
  await rm(name, { force: true })
  const other = { ...now, domain_name: 'perfect.example' }
  if (text !== null) await writeFile(name, text === 'perfect.example' ? JSON.stringify(other) : text)
  const { code, out, err } = await run('--since', name)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(message)
})

it('any other JSON is refused, never a bug', async () => {
  const piece = fc.constantFrom<keyof ScanReply>(
    'basis',
    'sections',
    'findings',
    'evidence',
    'finished_at',
    'health_score',
  )
  await fc.assert(
    fc.asyncProperty(piece, fc.jsonValue(), async (part, value) => {
      await writeFile(file, JSON.stringify({ ...now, [part]: value }))
      const read = await readEarlier(file, 'weak.example').then(
        () => 'read',
        (error: Error) => error.name,
      )
      expect(['read', 'CommandError']).toContain(read)
    }),
    { numRuns: 50 },
  )
})
