import { tmpdir } from 'node:os'
import { zoneResolver } from '@waxseal/core/dns'
import { testBilling } from '../adapters/billing/test-mode.ts'
import { spfWorkHere } from '../adapters/spf-work.ts'
import { buildOf } from '../build.ts'
import type { Store } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { readEnv } from '../env.ts'
import { type ClockWatch, watchClock } from '../jobs/clock-watch.ts'
import { processLimits } from '../jobs/process-limits.ts'
import { openQueue } from '../jobs/queue.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { openParts } from '../metrics/parts.ts'
import type { Mail, MailTransport, Notifier } from '../ports.ts'
import { aScanResult } from './factories.ts'
import { aHeaderAnalysis } from './header-analysis.ts'
import { subjectIsToken, testSealer } from './offline.ts'
import { queueAsOnPglite } from './outer-handle.ts'
import { silent } from './silent.ts'
import { openTestStore, type StoreKind, type StoreOptions } from './store.ts'
import { watchZone } from './watch-zone.ts'
import { freshFrom, zoneLookups } from './zone-lookups.ts'

/** A clock that the test moves. */
interface TestClock {
  now: Date
  /** Milliseconds that passed, which no one can set. */
  monotonic: number
  /** Time passes. To set `now` is to let the clock jump. */
  pass(ms: number): void
}

/**
 * The dependencies of a verb, with a real store and a real queue; the test provides the clock, the mail and the scan.
 */
export interface TestDeps extends Deps {
  clock: TestClock
  /** The mails handed to the transport. */
  mails: Mail[]
  /** What was posted to webhooks: they accept everything. */
  posts: Post[]
  close(): Promise<void>
}

/** One request to a webhook. */
export interface Post {
  kind: Parameters<Notifier['post']>[0]
  url: string
  body: unknown
  headers: Readonly<Record<string, string>>
}

/** What a test has in place of the usual dependencies, and how it wants its store. */
export type TestOptions = Partial<Deps> & StoreOptions

/** The watch of a clock that the test moves. Time passes for the database too, and its clock never jumps. */
function testClockWatch(store: Store, clock: TestClock, log = silent): ClockWatch {
  const start = clock.now.getTime() - clock.monotonic
  return watchClock({
    store,
    now: () => clock.now,
    log,
    monotonic: () => clock.monotonic,
    timeOfDatabase: async () => new Date(start + clock.monotonic),
  })
}

export async function openTestDeps(kind: StoreKind, options: TestOptions = {}): Promise<TestDeps> {
  const { connections = 1, ...overrides } = options
  const store = overrides.store ?? (await openTestStore(kind, { connections }))
  const queue = queueAsOnPglite(await openQueue(store, silent))
  const clock: TestClock = {
    now: new Date('2026-11-20T09:00:00Z'),
    monotonic: 0,
    pass(ms) {
      clock.monotonic += ms
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
  const build = buildOf()
  const mails: Mail[] = []
  const posts: Post[] = []
  const now = () => clock.now
  const clockWatch = testClockWatch(store, clock, overrides.log)
  const mail: MailTransport = {
    kind: 'smtp',
    async send(mail) {
      mails.push(mail)
      return '250 ok'
    },
  }
  return {
    env: readEnv({}),
    build,
    log: silent,
    now,
    clockWatch,
    metrics: openMetrics(build),
    parts: openParts({
      env: { dataDir: tmpdir() },
      store,
      now,
      log: silent,
      mail,
      clockWatch,
      askResolver: async () => null,
      ...overrides,
    }),
    processLimits: processLimits(() => clock.now.getTime()),
    store,
    queue,
    auth: subjectIsToken,
    mail,
    notifier: {
      check: async () => ({ ok: true }),
      async post(kind, url, { body, headers }) {
        posts.push({ kind, url, body: JSON.parse(body), headers })
        return '200 ok'
      },
    },
    sealer: testSealer,
    scan: async ({ name, tier }) => {
      const at = clock.now.toISOString()
      const result = aScanResult({ name, startedAt: at, finishedAt: at })
      return { ...result, basis: { ...result.basis, tier } }
    },
    askReputation: async () => ({ sources: [], opinions: [], evidence: [] }),
    analyzeMessage: async raw => ({ analysis: aHeaderAnalysis({ subject: raw.slice(0, 40) }), signatures: null }),
    checkAddress: async () => [],
    testOwnList: async () => null,
    testLists: async () => [],
    watch: async input => watchZone({}, input, clock.now),
    certificates: async () => ({ seen: [], unseen: [], gaps: [] }),
    lookups: () => zoneLookups(zoneResolver({})),
    freshDns: () => freshFrom(zoneResolver({})),
    spf: spfWorkHere,
    publisher: null,
    assistant: null,
    billing: testBilling({ store, now, publicUrl: 'http://localhost:3000' }),
    renderHeaderReport: async () => Buffer.from('%PDF-1.7'),
    renderDomainReport: async () => Buffer.from('%PDF-1.7'),
    ...overrides,
    clock,
    mails,
    posts,
    async close() {
      try {
        await queue.stop({ timeoutMs: 1_000 })
      } finally {
        await store.close()
      }
    },
  }
}
