import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoWorld } from '@waxseal/core/fixtures'
import type { Tier } from '@waxseal/core/plan'
import { openLog } from '../../packages/server/src/cli/log.ts'
import { type Deps, openDeps } from '../../packages/server/src/deps.ts'
import { readEnv } from '../../packages/server/src/env.ts'
import { domainsOf } from '../../packages/server/src/features/domains/store.ts'
import { keepFindings } from '../../packages/server/src/features/scans/keep-findings.ts'
import type { Actor } from '../../packages/server/src/features/workspaces/actor.ts'
import type { Queue } from '../../packages/server/src/jobs/queue.ts'
import { demoAccounts, newPassword } from './accounts.ts'
import { aClock, createHistory } from './past.ts'
import { startInternet } from './world.ts'
import { readZones } from './zone-text.ts'
import { prepareZones } from './zones-file.ts'

/** The demo's accounts with their past, on new data in a temporary folder, without a server. */
export interface DemoData {
  deps: Deps
  accounts: readonly { tier: Tier; actor: Actor; domains: readonly string[] }[]
  /** Stops everything and removes the data. */
  close(): Promise<void>
}

/** No worker runs. */
const noQueue: Queue = { send: async () => {}, publish: async () => {}, work: async () => {}, stop: async () => {} }

/** Opens it: takes about a minute, most of it waiting for name servers that do not answer. */
export async function openDemoData({ say }: { say: (line: string) => void }): Promise<DemoData> {
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-demo-data-'))
  const internet = await startInternet()
  const zonesFile = join(folder, 'zones.txt')
  await prepareZones(zonesFile, true)
  internet.replace(
    readZones(
      readFileSync(zonesFile, 'utf8'),
      demoWorld.domains.map(({ name }) => name),
    ),
  )
  const env = readEnv({ DATA_DIR: folder, DNS_SERVERS: internet.resolver, DNS_DIRECT: 'on', BILLING: 'test' })
  const clock = aClock()
  const opened = await openDeps(env, openLog({ logLevel: 'warn' }), {
    dial: internet.dial,
    ca: internet.ca,
    listRates: 'unlimited',
    disk: { fsync: () => {} },
    now: clock.now,
  })
  const close = async () => {
    await opened.deps.queue.stop()
    await opened.close()
    await internet.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const deps = { ...opened.deps, queue: noQueue }
    const signal = new AbortController().signal
    const past = { internet, clock, password: newPassword(), pages: folder, say, signal }
    const people = await createHistory(deps, past)
    // The demo's worker does this.
    for (const { actor } of people)
      for (const { id } of await domainsOf(deps.store.db, actor.workspace.id)) await keepFindings(deps, id)
    const accounts = people.map(({ tier, actor }) => ({
      tier,
      actor: { ...actor, workspace: { ...actor.workspace, tier } },
      domains: demoAccounts.find(each => each.tier === tier)?.domains ?? [],
    }))
    return { deps, accounts, close }
  } catch (error) {
    await close()
    throw error
  }
}
