import { parseSpf } from '@waxseal/core/spf'
import { recordedFolder, recordedRows } from '@waxseal/core/testing/recorded'
import type { Evaluators } from '@waxseal/scanner/realserver/peers/agreement'
import { missingPeers } from '@waxseal/scanner/realserver/peers/peer'
import { describe, expect, it, vi } from 'vitest'
import { versionsFor } from '../src/features/flattening/list.ts'
import { startHostedLab } from './hosted-lab.ts'

const missing = missingPeers()
const folder = recordedFolder()
if (missing.length > 0) console.log(`Google's shapes through our name server: not run, ${missing.join(', ')} missing`)
if (folder === null) console.log("Google's shapes through our name server: not run, the recordings are not here")

interface Row {
  name: string
  values: string[]
  seen?: string
}

/** Of 2025-12 the recording lacks `_netblocks2`, and that of 2024 takes its place. */
const shapes = ['2013', '2017', '2024', '2025-12', '2026'] as const
const hourMs = 3_600_000

/** The TXT records of Google's names in a shape. */
function recordsOf(shape: (typeof shapes)[number]): Map<string, string> {
  const rows = recordedRows<Row>('spf-snapshots.jsonl').filter(({ name }) => /^_(spf|netblocks\d?)\.google/.test(name))
  const before = rows.filter(({ name, seen }) => name === '_netblocks2.google.com' && seen === '2024')
  const seen = rows.filter(row => row.seen === shape)
  const used = shape === '2025-12' ? [...before, ...seen] : seen
  return new Map(used.map(({ name, values }) => [name, values.join('')]))
}

/** A zone file's lines, with strings of at most 255 octets. */
function linesOf(records: ReadonlyMap<string, string>, zone: string): string {
  return [...records]
    .map(([name, text]) => {
      const strings = (text.match(/.{1,255}/g) ?? []).map(part => `"${part}"`).join(' ')
      return `${name === zone ? '@' : name.slice(0, -zone.length - 1)} 300 TXT ${strings}`
    })
    .join('\n')
}

/** The first address of each block that a shape authorizes. */
function authorized(records: ReadonlyMap<string, string>): string[] {
  const used = [...records].filter(([name]) => name !== '_spf.google.com' || records.size === 1)
  return used.flatMap(([, text]) =>
    parseSpf(text).terms.flatMap(({ text: term }) => /^ip[46]:([^/]+)/.exec(term)?.[1] ?? []),
  )
}

/** All of these pass at every evaluator, with the record that the domain publishes. */
async function expectPass(evaluators: Evaluators, addresses: readonly string[]): Promise<void> {
  const queries = addresses.map(ip => ({ ip, sender: 'ada@kite.example', helo: 'mail.kite.example' }))
  const { differences, results } = await evaluators.compare(queries)
  expect(differences).toEqual([])
  expect(results).toEqual({ pass: addresses.length })
}

describe.skipIf(missing.length > 0 || folder === null)("Google's include in its five shapes, hosted flattened", () => {
  it('adds addresses at once, withholds a large removal for a day, and never loses an authorized address', {
    timeout: 300_000,
  }, async () => {
    const google = { name: 'google.com', records: linesOf(recordsOf('2013'), 'google.com') }
    const hosted = await startHostedLab('v=spf1 include:_spf.google.com ~all', [google], '3918')
    const { lab, deps, owner, id } = hosted
    try {
      const versions = async () => (await versionsFor(deps, owner, id)).versions
      const steps: string[] = []
      for (const shape of shapes) {
        const records = recordsOf(shape)
        await lab.publish('google.com', linesOf(records, 'google.com'))
        for (const [hours, wait] of [
          [0, 2],
          [12, 12],
          [26, 14],
          [27, 1],
        ] as const) {
          const before = (await versions()).length
          await hosted.checkAfter(wait * hourMs)
          const [newest, ...older] = await versions()
          if (older.length + 1 > before && newest) {
            steps.push(`${shape} +${hours} h: ${newest.added.length} added, ${newest.removed.length} removed`)
          }
          await hosted.isServed()
          await expectPass(hosted.evaluators, authorized(records))
        }
      }
      await vi.waitFor(async () => {
        await hosted.checkAfter(hourMs)
        expect(await hosted.item()).toMatchObject({
          domain_id: hosted.domainId,
          publication: 'live',
          status: 'active',
          problem: null,
        })
      })
      expect(steps).toMatchInlineSnapshot(`
        [
          "2017 +0 h: 4 added, 0 removed",
          "2024 +0 h: 9 added, 2 removed",
          "2025-12 +26 h: 0 added, 19 removed",
          "2026 +26 h: 0 added, 120 removed",
        ]
      `)
    } finally {
      await hosted.stop()
    }
  })
})
