import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { textOf } from '@waxseal/core/dns'
import { parseSpf } from '@waxseal/core/spf'
import { recordedFolder, recordedRows } from '@waxseal/core/testing/recorded'
import { createDnsClient } from '@waxseal/scanner/dns'
import { startLab } from '@waxseal/scanner/realserver/lab'
import { type Evaluators, openEvaluators } from '@waxseal/scanner/realserver/peers/agreement'
import { missingPeers } from '@waxseal/scanner/realserver/peers/peer'
import { describe, expect, it, vi } from 'vitest'
import { readEnv } from '../src/env.ts'
import { flatten } from '../src/features/flattening/flatten.ts'
import { listConfigurations, versionsFor } from '../src/features/flattening/list.ts'
import { checkDueConfigurations } from '../src/features/flattening/upkeep.ts'
import { checkDelegation } from '../src/hosted-zone/delegation.ts'
import { start } from '../src/main.ts'
import { aDomain, anOwner } from '../src/testing/factories.ts'
import { silent } from '../src/testing/silent.ts'

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
const host = { name: 'ns1.waxseal-servers.net', address: '205.251.196.53' }
const hostedZone = 'waxseal.email'
const record = 'v=spf1 include:_spf.google.com ~all'
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
    const data = mkdtempSync(join(tmpdir(), 'waxseal-google-'))
    const lab = await startLab(
      [
        { name: 'google.com', records: linesOf(recordsOf('2013'), 'google.com') },
        { name: 'kite.example', records: '@ 300 TXT "v=spf1 -all"' },
        { name: hostedZone, nameservers: [host.name] },
      ],
      { elsewhere: new Map([[host.name, host.address]]) },
    )
    let now = new Date('2026-11-25T09:00:00Z')
    const env = readEnv({
      PORT: '3918',
      DATA_DIR: data,
      DNS_SERVERS: lab.resolver,
      DNS_DIRECT: 'on',
      RELAY_TEST: 'off',
      HOSTED_ZONE: hostedZone,
      NAMESERVER_HOSTS: host.name,
      NAMESERVER_ADDRESS: host.address,
      NAMESERVER_PORT: '53',
      LOG_LEVEL: 'silent',
    })
    const running = await start(env, silent, { now: () => now, disk: { fsync: () => {} } })
    const { deps } = running
    const signal = new AbortController().signal
    const client = createDnsClient({ servers: [lab.resolver] })
    const evaluators = openEvaluators('127.0.0.1')
    const owner = await anOwner(deps.store, { tier: 'pro' })
    try {
      const { id: domainId } = await aDomain(deps.store, owner, { name: 'kite.example' })
      const { id, hosted_name: name } = await flatten(
        deps,
        owner,
        { original_domain: 'kite.example', original_spf_record: record },
        signal,
      )
      const item = async () => {
        const [found] = (await listConfigurations(deps, owner)).configurations
        if (found === undefined) throw new Error('the hosted record is gone')
        return found
      }
      /** Within the second that the name server takes, through the resolver. */
      const isServed = async () =>
        vi.waitFor(
          async () => {
            await lab.forget()
            const answer = await client.query(name, 'TXT')
            const texts = answer.kind === 'records' ? answer.records.map(textOf) : []
            expect(texts).toEqual([(await item()).flattened_spf_record])
          },
          { timeout: 5_000, interval: 100 },
        )
      const { new_spf_record: own } = await item()
      await lab.publish('kite.example', `@ 300 TXT "${own}"`)
      await isServed()
      await checkDelegation(deps, signal)
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
          await lab.forget()
          const at = (await item()).last_checked_at
          now = new Date(now.getTime() + wait * hourMs)
          const before = (await versionsFor(deps, owner, id)).versions.length
          await checkDueConfigurations(deps)
          // A worker of the server may have started the check before.
          await vi.waitFor(async () => expect((await item()).last_checked_at).not.toBe(at), { timeout: 20_000 })
          const [newest, ...older] = (await versionsFor(deps, owner, id)).versions
          if (older.length + 1 > before && newest) {
            steps.push(`${shape} +${hours} h: ${newest.added.length} added, ${newest.removed.length} removed`)
          }
          await isServed()
          await expectPass(evaluators, authorized(records))
        }
      }
      await vi.waitFor(async () => {
        now = new Date(now.getTime() + hourMs)
        await checkDueConfigurations(deps)
        expect(await item()).toMatchObject({
          domain_id: domainId,
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
      await evaluators.close()
      await running.stop()
      await lab.stop()
      rmSync(data, { recursive: true, force: true })
    }
  })
})
