import { type CustomList, customAsked } from '@waxseal/core/blacklist'
import { virusTotal as virusTotalSource } from '@waxseal/core/threat'
import {
  addressRules,
  askReputation,
  checkAddress,
  createHttpsGet,
  type Dial,
  lookAtCertificates,
  meteredSources,
  openDns,
  openRelayProbe,
  openThreat,
  organizationalDomain,
  type ReputationSubject,
  scan,
  watchDomain,
} from '@waxseal/scanner'
import type { Logger } from 'pino'
import type { Store } from '../db/store.ts'
import { type Env, isLoopback } from '../env.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { messageThreads } from './message-threads.ts'
import { questionMeters } from './question-meters.ts'
import { storedRelayMemory } from './relay-memory.ts'
import { sharedAnswers } from './shared-answers.ts'
import { spfWorkInThread } from './spf-work.ts'
import { virusTotalOf } from './virustotal.ts'

type Input = Omit<Parameters<typeof scan>[0], 'dns' | 'now' | 'onError' | 'relay' | 'threat' | 'https'> & {
  /** Called once, before the first query to a threat source: whether this scan may ask them. */
  takeThreatLookup: () => Promise<boolean>
  /** Takes the DNS answers of another scan of its name, if there are any; its result then says of when they are. */
  sharesAnswers?: boolean
  /** No connection to mail servers, and no request to VirusTotal; the sections say that these are left out. */
  forVisitor?: boolean
}

type WatchInput = Omit<Parameters<typeof watchDomain>[0], 'dns' | 'now' | 'signal'> & { signal: AbortSignal }

type Settings = Pick<
  Env,
  | 'publicUrl'
  | 'dnsServers'
  | 'dnsDirect'
  | 'dnsblServers'
  | 'dnsblOff'
  | 'dnsblKeys'
  | 'threatSources'
  | 'virusTotal'
  | 'relay'
  | 'starttlsControl'
  | 'outboundAllowPrivate'
>

/** A network that replaces the real Internet. Only a program can pass one; no server setting can. */
export interface FakeNetwork {
  /** The actual destination of connections to mail servers, to the name servers of zones and over HTTPS. */
  dial?: Dial
  /** The certificate authority of these servers, as PEM. */
  ca?: string
  /** `unlimited`: the blocklists are test servers, without published query rates. */
  listRates?: 'unlimited'
}

interface ScanDeps {
  now: () => Date
  log: Logger
  store: Store
  metrics: Pick<Metrics, 'dnsAnswered' | 'virusTotalAsked'>
  fakeNetwork?: FakeNetwork
}

/** The time limit of DNS lookups for a preview and for signatures. Later ones are reported as unanswered. */
const lookupMs = 10_000

/** No one waits for a watched address, so its queries wait for the operators' rates instead of skipping lists. */
const watchedPatienceMs = 10 * 60_000

/** Scans with the configured resolvers, lists and probes. `close` closes their sockets. */
export function scanWith(
  env: Settings,
  { now, log, store, metrics, fakeNetwork: { dial, ca, listRates } = {} }: ScanDeps,
) {
  const dns = openDns({
    ...(env.dnsServers !== null && { servers: env.dnsServers.map(serverText) }),
    direct: env.dnsDirect,
    dial,
    blocklists: {
      through: env.dnsblServers === 'direct' ? 'direct' : env.dnsblServers.map(serverText),
      off: env.dnsblOff,
      keys: new Map(Object.entries(env.dnsblKeys)),
      ...(listRates !== undefined && { rates: listRates }),
    },
    onAnswer: answer => metrics.dnsAnswered(answer.kind === 'failed' ? answer.reason : answer.kind, answer.via.server),
    now,
  })
  const dnsOf = sharedAnswers(dns, now)
  const meterOf = questionMeters(() => performance.now())
  const relay = env.relay.test
    ? openRelayProbe({
        memory: storedRelayMemory(store, now),
        allowPrivate: env.relay.allowPrivate,
        ...(isLoopback(new URL(env.publicUrl).hostname) ? {} : { name: new URL(env.publicUrl).hostname }),
        sourceAddresses: env.relay.source,
        control: env.starttlsControl,
        dial,
        ca: ca === undefined ? undefined : [ca],
        onError: err => log.error({ err }, 'a relay test failed'),
        onNoOffers: () =>
          log.warn(
            'no mail server has offered STARTTLS to this machine within the week: a firewall may take offers away',
          ),
        now,
      })
    : null
  const outbound = addressRules({ allowPrivate: env.outboundAllowPrivate })
  const https = { allowAddress: (address: string) => outbound(address) === null, dial, ca }
  const virusTotal = virusTotalOf(env.virusTotal, { store, now, log, metrics })
  const threat = openThreat({
    sources: env.threatSources,
    virusTotal: virusTotal && { ...virusTotal, ...https, resolver: signal => dns.session(signal).resolver },
    now,
  })
  const leftOut = { relay: relay !== null, threatSources: virusTotal === null ? [] : [virusTotalSource.name] }
  const visitorThreat = openThreat({ sources: env.threatSources, virusTotal: null, now })
  const messages = messageThreads()
  const spf = spfWorkInThread(log)
  return {
    scan: async ({ takeThreatLookup, forVisitor = false, sharesAnswers = false, ...input }: Input) => {
      const { dns: scanDns, answersFrom, ended } = dnsOf(input.name, sharesAnswers)
      const result = await scan({
        ...input,
        dns: scanDns,
        relay: forVisitor ? null : relay,
        ...(forVisitor && { leftOut }),
        threat: blocklists =>
          meteredSources((forVisitor ? visitorThreat : threat).session(blocklists), takeThreatLookup),
        https,
        largeSpfTree: spf.largeTree,
        now,
        onError: (check, err) => log.error({ err, check, domain: input.name }, 'a check failed'),
      })
      if (input.signal?.aborted !== true) ended()
      return answersFrom === null ? result : { ...result, answersFrom }
    },
    watch: (input: WatchInput) => {
      const session = dns.session(input.signal)
      const get = createHttpsGet({ ...https, resolver: session.resolver, now })
      return watchDomain({ ...input, dns: session, https: get, now })
    },
    certificates: ({ name, signal }: { name: string; signal: AbortSignal }) => {
      const { resolver, confirming } = dns.session(signal)
      const context = { name, organizationalDomain: organizationalDomain(name), resolver, confirming, signal }
      const get = createHttpsGet({ ...https, resolver, now })
      return lookAtCertificates({ ...context, relay: relay && relay.offers, https: get })
    },
    askReputation: (
      subjects: readonly ReputationSubject[],
      take: () => Promise<boolean>,
      signal: AbortSignal,
      holder?: string,
    ) => {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(lookupMs)])
      const session = dns.session(limited, undefined, undefined, meterOf(holder))
      const sources = meteredSources(threat.session(session.blocklists, 'message'), take)
      return askReputation(subjects, { dns: session, sources, signal: limited })
    },
    analyzeMessage: async (raw: string, signal: AbortSignal, holder = '') => {
      const bytes = Buffer.from(raw)
      const { hasBody, ...analyzed } = await messages.analyze(bytes, holder, signal)
      if (!hasBody) return { ...analyzed, signatures: null }
      const limited = AbortSignal.any([signal, AbortSignal.timeout(lookupMs)])
      const { resolver } = dns.session(limited, undefined, undefined, meterOf(holder))
      const signatures = await messages.verify(bytes, holder, { resolver, signal, now: now() })
      return { ...analyzed, signatures }
    },
    lookups: (signal: AbortSignal, holder?: string) =>
      dns.warm(AbortSignal.any([signal, AbortSignal.timeout(lookupMs)]), meterOf(holder)),
    freshDns: (signal: AbortSignal, holder?: string) => {
      const session = () => dns.session(signal, undefined, undefined, meterOf(holder))
      const { resolver: first, authoritative, confirming } = session()
      return { first, second: authoritative ?? session().resolver, confirming }
    },
    spf,
    /** Whether the resolvers answer for the root: null, else why not. */
    askResolver: async (signal: AbortSignal) => {
      const answer = await dns.session(signal).resolver.query('.', 'NS', signal)
      return answer.kind === 'failed' ? answer.reason : null
    },
    testLists: async (signal: AbortSignal) => {
      const { blocklists } = dns.session(signal)
      const tests = blocklists.lists.map(async list => ({
        id: list.id,
        reason: (await blocklists.selfTest(list)).trouble?.reason ?? null,
      }))
      return Promise.all(tests)
    },
    /** What prevents a verdict of a workspace's own list, by its test entries; null: nothing does. */
    testOwnList: async (list: CustomList, signal: AbortSignal) => {
      const { blocklists } = dns.session(AbortSignal.any([signal, AbortSignal.timeout(lookupMs)]))
      return (await blocklists.selfTest(customAsked(list))).trouble
    },
    checkAddress: async (address: string, signal: AbortSignal) => {
      const { blocklists } = dns.session(signal, undefined, { patienceMs: watchedPatienceMs })
      return (await checkAddress(blocklists, 'business', address)).rows
    },
    close: async () => {
      relay?.close()
      await messages.close()
      await spf.close()
      threat.close()
      visitorThreat.close()
      await dns.close()
    },
  }
}

function serverText({ address, port }: { address: string; port: number }): string {
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
}
