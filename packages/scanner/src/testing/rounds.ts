import { type Answer, type Resolver, type Zone, zoneResolver } from '@waxseal/core/dns'
import type { ScanResult } from '@waxseal/core/health'
import type { MailHostReport, RelayProbe, RelayTarget } from '@waxseal/core/relay'
import type { ThreatSource } from '@waxseal/core/threat'
import { sharedAccess } from '../blacklist/index.ts'
import { authoritativeResolver, confirmingResolver, type Reply } from '../dns/index.ts'
import { type ScanOptions, scan } from '../scan.ts'
import type { OpenedDns } from '../scan-dns.ts'

/** A scan on a network that answers in rounds. */
export interface Rounds {
  /**
   * The queries of each round, as `TXT example.com`, `TXT example.com @own`, `SMTP mx.example.com`, `ask 192.0.2.1`.
   */
  asked: readonly (readonly string[])[]
  result: ScanResult
}

/**
 * Scans on a network that answers all open queries at once, and only when the scan cannot continue without an answer.
 * The number of rounds is the length of the longest chain of dependent queries: a scan takes at least that many round
 * trips.
 *
 * @param direct also asks the zone's own servers, tests mail hosts and asks about threats; each counts as one query
 */
export async function scanInRounds(
  name: string,
  zone: Zone,
  { direct = false, ...options }: Partial<ScanOptions> & { direct?: boolean } = {},
): Promise<Rounds> {
  const source = zoneResolver(zone)
  const asked: string[][] = []
  let waiting: { key: string; answer: () => void }[] = []
  const known = new Map<string, Promise<unknown>>()
  const held = <T>(key: string, answer: () => Promise<T>): Promise<T> => {
    const before = known.get(key)
    if (before !== undefined) return before as Promise<T>
    const { promise, resolve } = Promise.withResolvers<T>()
    waiting.push({ key, answer: () => void answer().then(resolve) })
    known.set(key, promise)
    return promise
  }
  const resolver: Resolver = { query: (of, type) => held(`${type} ${of}`, () => source.query(of, type)) }
  const own = authoritativeResolver({
    resolver,
    allow: () => true,
    client: {
      ask: ({ name: of, type }) => held(`${type} ${of} @own`, async () => replyOf(await source.query(of, type))),
    },
  })
  const confirming = confirmingResolver(resolver, direct ? own : null)
  const lists = sharedAccess((_, question) => resolver.query(question, 'A'), { rates: 'unlimited' })
  const dns: OpenedDns = {
    session: () => ({
      resolver,
      confirming,
      authoritative: direct ? own : null,
      witnesses: direct ? [own, own] : [],
      blocklists: lists(),
    }),
    stats: {
      questions: 0,
      packets: 0,
      resends: 0,
      tcp: 0,
      ignored: 0,
      postponed: 0,
      inFlight: 0,
      queued: 0,
      openSockets: 0,
    },
    close: async () => {},
  }
  const relay: RelayProbe = {
    probe: target => held(`SMTP ${target.host}`, async () => unreachableReport(target)),
  }
  const threatSource: ThreatSource = {
    id: 'somebody',
    name: 'Somebody',
    targets: ['domain', 'host', 'address'],
    ask: target =>
      held(`ask ${target.kind === 'address' ? target.address : target.name}`, async () => ({
        opinions: [],
        evidence: [],
      })),
  }
  const end = new AbortController()
  const scanned = scan({
    name,
    tier: 'business',
    dns,
    now: () => new Date(),
    ...(direct && { relay, threat: () => [threatSource] }),
    ...options,
  }).finally(() => end.abort())
  while (!end.signal.aborted) {
    // The scan sends all queries that follow from the answers within a few turns of the event loop.
    for (let turn = 0; turn < 5; turn++) await new Promise(resolve => setImmediate(resolve))
    if (waiting.length === 0) continue
    const now = waiting
    waiting = []
    asked.push(now.map(({ key }) => key))
    for (const { answer } of now) answer()
  }
  return { asked, result: await scanned }
}

/** The answer in the form of a zone's own server. */
function replyOf(answer: Answer): Reply {
  const { cnames, ttl, rcode } = answer.via
  const said = {
    server: '192.0.2.53:53',
    rcode,
    ede: [],
    authenticated: false,
    recursionAvailable: false,
    authority: [],
  }
  if (answer.kind === 'failed') return { ...said, verdict: { kind: 'failed', reason: answer.reason } }
  if (answer.kind !== 'records') return { ...said, verdict: { kind: answer.kind, cnames: [...cnames], ttl } }
  return { ...said, verdict: { kind: 'records', records: [...answer.records], cnames: [...cnames], ttl } }
}

/** The report of a probe about an unreachable host. */
export function unreachableReport({ host, address }: RelayTarget): MailHostReport {
  return {
    host,
    address,
    testedAt: new Date(0).toISOString(),
    contacted: true,
    failure: 'unreachable',
    greeting: null,
    starttls: 'unknown',
    tls: null,
    relay: 'unknown',
    undecided: 'unreachable',
    reason: 'Nobody answers.',
    transcript: {
      id: `SMTP ${host} [${address}]:25`,
      kind: 'smtp',
      question: { name: `${host} [${address}]:25`, type: 'SMTP' },
      outcome: 'failed',
      reason: 'unreachable',
      lines: [],
      ms: 1,
      askedAt: 0,
    },
  }
}
