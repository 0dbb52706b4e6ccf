import { byCheck, type CheckId, checkIds, type Section } from '@waxseal/core/check'
import type { UnservedSight } from '@waxseal/core/dns'
import { type CheckValues, judge, type OnCheckError, type ScanResult, type Sections } from '@waxseal/core/health'
import type { Tier } from '@waxseal/core/plan'
import type { RelayProbe } from '@waxseal/core/relay'
import type { ReadSpfTree } from '@waxseal/core/spf'
import type { ThreatSource } from '@waxseal/core/threat'
import type { BlocklistAccess, UserLists } from './blacklist/index.ts'
import { boundedSections } from './bounded-sections.ts'
import { type CheckContext, type LeftOut, withoutZone } from './checks/check.ts'
import { collect } from './checks/index.ts'
import { type FreshQuestion, freshResolvers } from './dns/index.ts'
import { organizationalDomain } from './domain-name.ts'
import { createHttpsGet, type HttpsGetOptions } from './https/index.ts'
import { type ScanProgress, trackProgress } from './progress.ts'
import type { OpenedDns } from './scan-dns.ts'

export interface ScanOptions {
  /** The domain, as A-labels (`normalizeDomain`). */
  name: string
  tier: Tier
  dns: OpenedDns
  now: () => Date
  /** The newest stored scan of this domain: its results replace failed lookups. */
  previous?: ScanResult | null
  /** Ends the scan early; what was had until then is the result. */
  signal?: AbortSignal
  /** DKIM selectors the user gave. */
  selectors?: readonly string[]
  /** DKIM selectors earlier scans confirmed. */
  confirmedSelectors?: readonly string[]
  /** The blocklists the user turned off, and those of their own. */
  lists?: UserLists
  /** Questions whose answers changed: the zone's own servers are asked, because resolvers may keep the old ones. */
  fresh?: readonly FreshQuestion[]
  /** What monitoring knows of a zone that no name server serves (`unservedSight`). Without it one scan claims nothing. */
  unserved?: UnservedSight | null
  /** The opinions of threat sources in `previous` are those of this scan. */
  keepsThreat?: boolean
  /** Tests mail hosts over SMTP; disabled by default. */
  relay?: RelayProbe | null
  /** For a scan without an account: what the installation does for accounts, and not here. */
  leftOut?: LeftOut
  /** The threat sources, given the scan's access to blocklists; none by default. */
  threat?: (blocklists: BlocklistAccess) => readonly ThreatSource[]
  /** Reads large SPF trees where they hold up nothing; by default here. */
  largeSpfTree?: ReadSpfTree
  /** HTTPS options: the allowed addresses, the trusted authority. */
  https?: Omit<HttpsGetOptions, 'resolver' | 'now'>
  onProgress?: (progress: ScanProgress) => void
  /** Gets the error of a check that threw while it collected or was judged; its section counts as failed. */
  onError?: OnCheckError
  timeLimitMs?: number
}

/**
 * Scans one domain: all checks collect in parallel, with one time limit and one budget of queries, from an empty cache;
 * then the result is judged. Never rejects: lookups beyond the limit count as failed.
 */
export async function scan(options: ScanOptions): Promise<ScanResult> {
  const { name, tier, dns, now, previous = null, timeLimitMs = 60_000 } = options
  const startedAt = now().toISOString()
  const limit = AbortSignal.timeout(timeLimitMs)
  const progress = trackProgress(options.onProgress ?? (() => {}))
  const signal = options.signal ? AbortSignal.any([limit, options.signal]) : limit
  const session = dns.session(signal, progress.asked, options.lists)
  const selectors = options.selectors ?? []
  const context: CheckContext = {
    ...session,
    ...freshResolvers(session, options.fresh ?? [], signal),
    name,
    organizationalDomain: organizationalDomain(name),
    tier,
    signal,
    selectors,
    confirmedSelectors: options.confirmedSelectors ?? [],
    ...(options.unserved && { unserved: options.unserved }),
    relay: options.relay ?? null,
    ...(options.leftOut !== undefined && { leftOut: options.leftOut }),
    threat: options.threat?.(session.blocklists) ?? [],
    ...(options.largeSpfTree && { largeSpfTree: options.largeSpfTree }),
    https: createHttpsGet({ ...options.https, resolver: session.resolver, now }),
  }

  const kept: Partial<Sections> = options.keepsThreat === true && previous !== null ? keptThreat(previous) : {}

  async function run<K extends CheckId>(check: K): Promise<Section<CheckValues[K]>> {
    progress.set(check, 'running')
    const before = kept[check]
    const section =
      before ??
      (await collect[check](context).catch((error: unknown): Section<CheckValues[K]> => {
        options.onError?.(check, error)
        return { ran: false, reason: 'internal', evidence: [] }
      }))
    progress.set(check, section.ran ? 'done' : 'unchecked')
    return section
  }

  const collected = await collectAll(run)
  const isGone = collected.dns.ran && !collected.dns.value.exists
  const sections = boundedSections(isGone ? byCheck<Sections>(check => withoutZone(collected[check])) : collected)
  const finishedAt = now().toISOString()
  return judge({ name, tier, sections, previous, startedAt, finishedAt }, options.onError)
}

/** One that did not run says nothing, so it is asked again. */
function keptThreat({ sections: { threat } }: ScanResult): Partial<Sections> {
  return threat.ran ? { threat } : {}
}

/** All checks begin at once, in their order. */
async function collectAll(run: (check: CheckId) => Promise<Section<unknown>>): Promise<Sections> {
  const sections = await Promise.all(checkIds.map(async check => [check, await run(check)] as const))
  return Object.fromEntries(sections) as Sections
}
