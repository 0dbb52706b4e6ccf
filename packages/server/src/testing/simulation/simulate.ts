import { watchDomain } from '@waxseal/scanner'
import { dnsChange, watch } from '../../db/schema/index.ts'
import type { Deps } from '../../deps.ts'
import { insertDomains } from '../../features/domains/store.ts'
import { checkDomain } from '../../features/monitoring/check-domain.ts'
import { claimDueChecks } from '../../features/monitoring/claim-checks.ts'
import { anOwner } from '../factories.ts'
import type { LyingInternet } from './lying-internet.ts'
import type { TrueChange } from './true-changes.ts'

/** What came of a simulation. */
export interface Outcome {
  /** Checks that were made, and those of them that found nothing out. */
  checks: number
  failed: number
  /** True changes that were not recorded, or more than once. */
  missed: readonly TrueChange[]
  repeated: readonly TrueChange[]
  /** Recorded changes that did not happen, as sentences. */
  wrong: readonly string[]
}

const minuteMs = 60_000
/** The clock moves by this. */
const stepMs = 10 * minuteMs

/**
 * Lets time pass in the simulated Internet: every domain is watched by the product's own code and store, and what was
 * recorded at the end is compared with what happened.
 */
export async function simulate(
  deps: Deps,
  { internet, hours, say = () => {} }: { internet: LyingInternet; hours: number; say?: (line: string) => void },
): Promise<Outcome> {
  const { store } = deps
  const start = deps.now()
  let now = start
  let checks = 0
  const simulated: Deps = {
    ...deps,
    now: () => now,
    watch: input => watchDomain({ ...input, dns: internet.at(now), now: () => now }),
  }
  const owner = await anOwner(store, { tier: 'business' })
  // The same ids in each run, because they decide when a domain is checked.
  const rows = internet.names.map((name, n) => ({
    id: `${Math.floor(((n * 0.618) % 1) * 2 ** 32)
      .toString(16)
      .padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`,
    workspaceId: owner.workspace.id,
    name,
    createdAt: start,
  }))
  const domains = await store.transaction(tx => insertDomains(tx, rows))
  const never = new AbortController().signal
  for (let passed = 0; passed <= hours * 60 * minuteMs; passed += stepMs) {
    now = new Date(start.getTime() + passed)
    for (;;) {
      const due = await claimDueChecks(simulated, 100)
      await Promise.all(due.checks.map(check => checkDomain(simulated, check, never)))
      checks += due.checks.length
      if (due.claimed === 0) break
    }
    if (passed % (24 * 60 * minuteMs) === 0) say(`day ${passed / (24 * 60 * minuteMs)}: ${checks} checks`)
  }
  const nameOf = new Map([...domains].map(([name, { id }]) => [id, name]))
  const found = (await store.db.select().from(dnsChange)).map(row => ({
    domain: nameOf.get(row.domainId),
    text: `${nameOf.get(row.domainId)} ${row.part} ${row.changeType} at ${row.foundAt.toISOString()}: ${row.description}`,
    ...row,
  }))
  const isOf = (change: TrueChange) => (row: (typeof found)[number]) =>
    row.domain === change.domain &&
    row.part === change.part &&
    row.changeType === change.type &&
    row.foundAt >= change.at &&
    (change.until === undefined || row.foundAt < change.until)
  const times = (change: TrueChange) => found.filter(isOf(change)).length
  const failed = (await store.db.select().from(watch)).reduce((sum, row) => sum + row.failures, 0)
  return {
    checks,
    failed,
    missed: internet.changes.filter(change => times(change) === 0),
    repeated: internet.changes.filter(change => times(change) > 1),
    wrong: found.filter(row => !internet.changes.some(change => isOf(change)(row))).map(({ text }) => text),
  }
}
