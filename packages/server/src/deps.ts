import { randomBytes } from 'node:crypto'
import type { ScanProgress } from '@waxseal/contract'
import type { BlacklistRow, CustomList, Trouble } from '@waxseal/core/blacklist'
import type { Evidence } from '@waxseal/core/check'
import type { UnservedSight } from '@waxseal/core/dns'
import type { HeaderAnalysis } from '@waxseal/core/headers'
import type { ScanResult } from '@waxseal/core/health'
import type { Tier } from '@waxseal/core/plan'
import type { ThreatValue } from '@waxseal/core/threat'
import type { WatchMemory } from '@waxseal/core/watch'
import type {
  CheckedSignature,
  ReputationSubject,
  ScanOptions,
  SeenCertificates,
  UserLists,
  WarmDns,
  Watched,
} from '@waxseal/scanner'
import type { Logger } from 'pino'
import { assistantModel } from './adapters/assistant/model.ts'
import { clerkAuth } from './adapters/auth/clerk.ts'
import { embeddedAuth } from './adapters/auth/embedded.ts'
import { testBilling } from './adapters/billing/test-mode.ts'
import { outboxTransport } from './adapters/mail/outbox.ts'
import { smtpTransport } from './adapters/mail/smtp.ts'
import { webhookNotifier } from './adapters/notify/webhooks.ts'
import { type FakeNetwork, scanWith } from './adapters/scan.ts'
import { sealerWith } from './adapters/sealer.ts'
import { generatedSecret } from './adapters/secrets.ts'
import { cloudflarePublisher } from './adapters/zone/cloudflare.ts'
import { powerDnsPublisher } from './adapters/zone/powerdns.ts'
import { type Build, buildOf } from './build.ts'
import type { Disk } from './db/embedded.ts'
import { openStore, type Store } from './db/store.ts'
import type { Env } from './env.ts'
import { type ClockWatch, watchClock } from './jobs/clock-watch.ts'
import { enqueue } from './jobs/outbox.ts'
import { type ProcessLimits, processLimits } from './jobs/process-limits.ts'
import { openQueue, type Queue } from './jobs/queue.ts'
import { type Metrics, measureProcess, openMetrics } from './metrics/metrics.ts'
import { openParts, type Parts } from './metrics/parts.ts'
import type {
  AssistantModel,
  AuthProvider,
  Billing,
  DomainReport,
  FreshDns,
  HeaderReport,
  Mail,
  MailTransport,
  Notifier,
  ReportRequest,
  Sealer,
  SpfWork,
  ZonePublisher,
} from './ports.ts'
import { installedFont, openReportThreads } from './reports/report-threads.ts'

/** What a scan needs from the server; `adapters/scan.ts` binds it to the configured resolvers. */
type RunScan = (input: {
  /** As A-labels. */
  name: string
  tier: Tier
  previous: ScanResult | null
  /**
   * DKIM selectors to query beside the known ones: those from the domain's owner, and those that earlier scans
   * confirmed.
   */
  selectors: readonly string[]
  confirmedSelectors: readonly string[]
  /** What monitoring knows of a zone that no name server serves. */
  unserved?: UnservedSight | null
  /** Lists of the catalogue that the workspace turned off, and lists of its own. */
  lists?: UserLists
  /** What monitoring saw change and no scan has seen: the zone's own servers are asked about it. */
  fresh?: NonNullable<ScanOptions['fresh']>
  /** The name was scanned too often in the last hour: it takes the DNS answers of another scan. */
  sharesAnswers?: boolean
  /** The opinions of threat sources in `previous` are those of this scan. */
  keepsThreat?: boolean
  /** Called once, before the first query to a threat source: whether this scan may ask them. */
  takeThreatLookup: () => Promise<boolean>
  /** For someone without an account: no connection to mail servers, and no request to VirusTotal. */
  forVisitor?: boolean
  signal: AbortSignal
  onProgress: (progress: ScanProgress) => void
}) => Promise<ScanResult>

/** One check of a domain's DNS: what changed since the memory was made, and what to remember. Never rejects. */
type RunWatch = (input: {
  /** As A-labels. */
  name: string
  /** DKIM selectors to watch beside those of every domain. */
  selectors: readonly string[]
  memory: WatchMemory | null
  signal: AbortSignal
}) => Promise<Watched>

/** Everything that a verb may use, passed as a value. */
export interface Deps {
  env: Env
  build: Build
  log: Logger
  now: () => Date
  clockWatch: ClockWatch
  metrics: Metrics
  parts: Parts
  processLimits: ProcessLimits
  store: Store
  queue: Queue
  auth: AuthProvider
  mail: MailTransport
  notifier: Notifier
  sealer: Sealer
  scan: RunScan
  /** Analyzes a pasted header, or a whole message with its signatures. Never rejects for what the text contains. */
  analyzeMessage: (
    raw: string,
    signal: AbortSignal,
    /** The workspace whose questions these are: it may have so many asked in a minute. Here and below. */
    holder?: string,
  ) => Promise<{
    analysis: HeaderAnalysis
    /** null: only a header was pasted. */
    signatures: readonly CheckedSignature[] | null
    /** The number of hops, where the analysis has only the newest of them. */
    hops?: number
  }>
  /**
   * What the threat sources say of addresses and domains of a message.
   *
   * @param take called once, before the first query: whether the plan's quota allows it
   */
  askReputation: (
    subjects: readonly ReputationSubject[],
    take: () => Promise<boolean>,
    signal: AbortSignal,
    holder?: string,
  ) => Promise<ThreatValue & { evidence: readonly Evidence[] }>
  /** The verdict of each blocklist about one address. */
  checkAddress: (address: string, signal: AbortSignal) => Promise<readonly BlacklistRow[]>
  /** What prevents a verdict of a workspace's own list, by its test entries (RFC 5782 section 5); null: nothing does. */
  testOwnList: (list: CustomList, signal: AbortSignal) => Promise<Trouble | null>
  watch: RunWatch
  /** The certificates of a domain that senders check, as its servers show them now. */
  certificates: (input: { name: string; signal: AbortSignal }) => Promise<SeenCertificates>
  /** The self-test of every blocklist: why it fails, null when it works. Results of the last hour are used. */
  testLists: (signal: AbortSignal) => Promise<readonly { id: string; reason: string | null }[]>
  /** DNS for previews: they share answers of the last minutes. Lookups end with the signal or after ten seconds. */
  lookups: (signal: AbortSignal, holder?: string) => WarmDns
  freshDns: (signal: AbortSignal, holder?: string) => FreshDns
  spf: SpfWork
  /** Where the hosted zone is published; null: our own name server answers for it, or there is no zone. */
  publisher: ZonePublisher | null
  /** The language model; null: the built-in analyst answers everything. */
  assistant: AssistantModel | null
  /** The payment provider; null with `BILLING=off`. */
  billing: Billing | null
  /** Makes the report of a header analysis as a PDF. @throws ReportFailed */
  renderHeaderReport: (report: HeaderReport, request: ReportRequest) => Promise<Uint8Array>
  /** Makes the report of a domain's scan as a PDF. @throws ReportFailed */
  renderDomainReport: (report: DomainReport, request: ReportRequest) => Promise<Uint8Array>
}

/** The dependencies of the operator's commands, without a queue and without DNS. */
export type OperatorDeps = Pick<Deps, 'env' | 'log' | 'now' | 'store' | 'auth'>

const systemTime = () => new Date()

/** Replacements for the real network, clock, disk and pace, as the demo and tests use them. Each default is the real one. */
export interface Overrides extends FakeNetwork {
  now?: () => Date
  /** Durability of the embedded store: demo data need not survive a power cut. */
  disk?: Disk
  /** How often the queue looks for jobs whose process died. */
  superviseEverySeconds?: number
  /** A language model in place of the configured one. */
  assistant?: AssistantModel
}

/** Opens everything that the configuration names. @throws when the store is locked, unreachable or too new */
export async function openDeps(
  env: Env,
  log: Logger,
  { now = systemTime, disk, superviseEverySeconds, assistant, ...fakeNetwork }: Overrides = {},
): Promise<{ deps: Deps; close(): Promise<void> }> {
  const store = await openStore({ ...placeOf(env), log, disk })
  try {
    const supervise = env.role === 'all' || env.role === 'worker'
    const queue = await openQueue(store, log, { supervise, superviseEverySeconds })
    const smtp = env.smtp && smtpTransport(env.smtp)
    const build = buildOf()
    const metrics = openMetrics(build)
    measureProcess(metrics)
    const scanner = scanWith(env, { now, log, store, metrics, fakeNetwork })
    const mail = smtp ?? outboxTransport(store, now)
    const clockWatch = watchClock({ store, now, log })
    const reports = openReportThreads(log, { font: installedFont() })
    const deps: Deps = {
      env,
      build,
      log,
      now,
      clockWatch,
      metrics,
      parts: openParts({ env, store, now, log, mail, clockWatch, askResolver: scanner.askResolver }),
      processLimits: processLimits(() => performance.now()),
      store,
      queue,
      auth: authOf(env, { log, now, store, queue: smtp === null ? null : queue }),
      mail,
      notifier: webhookNotifier({ env, lookups: scanner.lookups, fakeNetwork }),
      sealer: sealerOf(env),
      scan: scanner.scan,
      analyzeMessage: scanner.analyzeMessage,
      askReputation: scanner.askReputation,
      checkAddress: scanner.checkAddress,
      testOwnList: scanner.testOwnList,
      testLists: scanner.testLists,
      watch: scanner.watch,
      certificates: scanner.certificates,
      lookups: scanner.lookups,
      freshDns: scanner.freshDns,
      spf: scanner.spf,
      publisher: publisherOf(env),
      assistant: assistant ?? (env.assistant && assistantModel(env.assistant, { log, now, metrics })),
      billing: await providerOf(env, { store, now }),
      renderHeaderReport: (content, request) => reports.render({ kind: 'headers', content }, request),
      renderDomainReport: (content, request) => reports.render({ kind: 'domain', content }, request),
    }
    const close = async () => {
      smtp?.close()
      await reports.close()
      await scanner.close()
      await store.close()
    }
    return { deps, close }
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Opens only the store and sign-in, for an operator's command while no server runs. Creates nothing: no store, no
 * schema, no secret. A command signs nothing, so it needs no permanent secret.
 *
 * @throws as `openStore` does, with the opening `existing`
 */
export async function openOperatorDeps(env: Env, log: Logger): Promise<{ deps: OperatorDeps; close(): Promise<void> }> {
  const store = await openStore({ ...placeOf(env), log, opening: 'existing' })
  const now = systemTime
  const auth =
    env.auth.kind === 'clerk'
      ? clerkAuth({ env, settings: env.auth, now })
      : embeddedAuth({ store, env, secret: randomBytes(32).toString('base64'), deliver: null, now, log })
  return { deps: { env, log, now, store, auth }, close: () => store.close() }
}

function placeOf({ databaseUrl, dataDir }: Env): { databaseUrl?: string; dataDir: string } {
  return databaseUrl === null ? { dataDir } : { databaseUrl, dataDir }
}

function sealerOf({ encryptionKey, encryptionKeyPrevious, dataDir }: Env): Sealer {
  const current = encryptionKey ?? generatedSecret(dataDir, 'encryption')
  return sealerWith(encryptionKeyPrevious === null ? [current] : [current, encryptionKeyPrevious])
}

/** The package of Stripe takes a quarter of a second to load, so only an installation that uses it does. */
async function providerOf(env: Env, { store, now }: Pick<Deps, 'store' | 'now'>): Promise<Billing | null> {
  if (env.billing === 'test') return testBilling({ store, now, publicUrl: env.publicUrl })
  if (env.stripe === null) return null
  const { stripeBilling } = await import('./adapters/billing/stripe.ts')
  return stripeBilling({ settings: env.stripe, now })
}

function publisherOf({ hostedZone }: Env): ZonePublisher | null {
  if (hostedZone === null || hostedZone.publisher.kind === 'embedded') return null
  const { name: zone, publisher } = hostedZone
  return publisher.kind === 'powerdns'
    ? powerDnsPublisher({ url: publisher.url, apiKey: publisher.apiKey, zone })
    : cloudflarePublisher({ token: publisher.token, zoneId: publisher.zoneId, zone })
}

function authOf(
  env: Env,
  { log, now, store, queue }: Pick<Deps, 'log' | 'now' | 'store'> & { queue: Queue | null },
): AuthProvider {
  if (env.auth.kind === 'clerk') return clerkAuth({ env, settings: env.auth, now })
  const secret = env.authSecret ?? generatedSecret(env.dataDir, 'auth')
  const send = (queue: Queue) => (payload: Mail) =>
    store.transaction(tx => enqueue({ queue, now }, tx, { kind: 'mail', payload }))
  const deliver = queue === null ? null : send(queue)
  return embeddedAuth({ store, env, secret, deliver, now, log })
}
