import { zoneResolver } from '@waxseal/core/dns'
import { sealerWith } from '../adapters/sealer.ts'
import { spfWorkHere } from '../adapters/spf-work.ts'
import { buildOf } from '../build.ts'
import type { Deps } from '../deps.ts'
import { readEnv } from '../env.ts'
import { processLimits } from '../jobs/process-limits.ts'
import { openMetrics } from '../metrics/metrics.ts'
import type { Part, PartStates } from '../metrics/parts.ts'
import type { AuthProvider } from '../ports.ts'
import { aHeaderAnalysis } from './header-analysis.ts'
import { silent } from './silent.ts'
import { watchZone } from './watch-zone.ts'
import { freshFrom, zoneLookups } from './zone-lookups.ts'

/** Every bearer token is the subject it names: for tests that are not about signing in. */
export const subjectIsToken: AuthProvider = {
  kind: 'embedded',
  async verify(bearer) {
    return {
      subject: bearer,
      sessionId: `session-of-${bearer}`,
      status: 'active',
      email: `${bearer}@example.org`,
      name: 'Alex Example',
      picture: null,
    }
  },
  isLive: async () => true,
  emailOf: async subject => `${subject}@example.org`,
  signUpOpen: async () => true,
  resetLink: async () => null,
  stopTwoFactor: async () => false,
  mount: async () => {},
  sessionsOf: async () => [],
  endSession: async () => false,
  endSessions: async () => {},
  deleteUser: async () => {},
}

export const testKey = 'the encryption key of the tests, 32 bytes'

/** Encrypts with a key of the tests. */
export const testSealer = sealerWith([testKey])

const unknown: Part = { state: 'unknown', at: null, reason: null }
const unknownParts: PartStates = {
  store: unknown,
  disk: unknown,
  worker: unknown,
  resolver: unknown,
  mail: unknown,
  clock: unknown,
}

/** The dependencies of a process without sign-in and mail, besides its store, queue, clock, the watch of it, and scan. */
export const offlineDeps: Omit<Deps, 'store' | 'queue' | 'scan' | 'now' | 'clockWatch'> = {
  env: readEnv({}),
  build: buildOf(),
  metrics: openMetrics(buildOf()),
  parts: { isReady: async () => true, diskIsFull() {}, read: async () => unknownParts },
  processLimits: processLimits(() => Date.now()),
  log: silent,
  auth: subjectIsToken,
  mail: { kind: 'outbox', send: async () => '' },
  notifier: { check: async () => ({ ok: true }), post: async () => '200 ok' },
  sealer: testSealer,
  askReputation: async () => ({ sources: [], opinions: [], evidence: [] }),
  analyzeMessage: async () => ({ analysis: aHeaderAnalysis(), signatures: null }),
  checkAddress: async () => [],
  testOwnList: async () => null,
  testLists: async () => [],
  watch: async input => watchZone({}, input, new Date()),
  certificates: async () => ({ seen: [], unseen: [], gaps: [] }),
  lookups: () => zoneLookups(zoneResolver({})),
  freshDns: () => freshFrom(zoneResolver({})),
  spf: spfWorkHere,
  publisher: null,
  assistant: null,
  billing: null,
  renderHeaderReport: async () => Buffer.from('%PDF-1.7'),
  renderDomainReport: async () => Buffer.from('%PDF-1.7'),
}
