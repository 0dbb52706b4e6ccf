import { boundedResolver, isNegative, type Resolver } from '@waxseal/core/dns'
import { type AccessOptions, type BlocklistAccess, type BlocklistOptions, openBlocklists } from './blacklist/index.ts'
import type { Dial } from './dial.ts'
import {
  authoritativeResolver,
  budgetedResolver,
  cachingResolver,
  confirmingResolver,
  connectedResolver,
  createDnsClient,
  currentResolver,
  type DnsClient,
  type DnsStats,
  politeness,
  systemServers,
  weightBudget,
} from './dns/index.ts'
import { organizationalDomain } from './domain-name.ts'

export interface OpenDnsOptions {
  /** Resolvers as `address:port`; those of the system when left out. Throws a TypeError for what is no address. */
  servers?: readonly string[]
  /** May a zone's own servers be asked too? */
  direct: boolean
  /** How long one question may go unanswered. */
  timeoutMs?: number
  /** Which of a zone's own servers may be asked, by address; public ones only when left out. */
  allowAddress?: (address: string) => boolean
  /** Where questions to a zone's own servers really go; where they say when left out. */
  dial?: Dial | undefined
  now?: () => Date
  /** How blocklists are asked. Left out: at their own servers where `direct` allows that, else through `servers`. */
  blocklists?: Partial<Pick<BlocklistOptions, 'through' | 'off' | 'keys' | 'rates' | 'keepsTests'>>
}

/** DNS as configured: sockets that many scans share. */
export interface OpenedDns {
  /**
   * A fresh start: no answer is remembered from earlier sessions, and the budget is whole. Only where blocklists are, and
   * that they are well, is known from before.
   */
  session(signal?: AbortSignal, onAsked?: () => void, lists?: Omit<AccessOptions, 'signal' | 'onAsked'>): DnsSession
  readonly stats: DnsStats
  close(): Promise<void>
}

/** The same, with look-ups that need no fresh start. */
export interface WarmableDns extends OpenedDns {
  /**
   * For look-ups a person waits for while typing. Answers are kept as long as their records allow, ten minutes at the
   * most, and shared by all who ask so: a question that was answered a moment ago costs nothing.
   */
  warm(signal: AbortSignal): WarmDns
}

/** DNS for one preview: what it asks anew is within a budget, everything ends with its signal. */
export interface WarmDns {
  resolver: Resolver
  /** As `DnsSession.confirming`, a minute old at the most; for a few questions. */
  confirming: Resolver
  /** What stands in a zone now, with its own time to live: see `currentResolver`. For a few questions. */
  current: Resolver
}

/** DNS for one scan or one command. A question asked twice is sent once; everything ends with the session's signal. */
export interface DnsSession {
  resolver: Resolver
  /** Tells "there is nothing" only after the zone's own servers were asked, where these may be asked. */
  confirming: Resolver
  /** The zone's own servers alone; null where they may not be asked. */
  authoritative: Resolver | null
  /** Each asks another one of a zone's own servers, and that one alone; none where these may not be asked. */
  witnesses: readonly Resolver[]
  /** The blocklists, within a budget of their own. */
  blocklists: BlocklistAccess
}

/**
 * A scan's 1,500 questions, 400 about any one zone (`docs/architecture.md`, section 4), shared out between the resolvers
 * and the zones' own servers, so that neither can use up what the other needs.
 */
const budgets = {
  resolver: { total: 1000, perZone: 300 },
  authoritative: { total: 485, perZone: 85 },
  /** Of each of the three. */
  witness: { total: 5, perZone: 5 },
} as const

/** What one preview may ask anew: two include trees of 250 questions, and a few names that are confirmed. */
const warmBudgets = {
  resolver: { total: 500, perZone: 300 },
  confirming: { total: 30, perZone: 30 },
  octets: 4 * 2 ** 20,
} as const

/** What stays in memory of all previews together, about 50 MB if strangers filled it: 16 KB hold every honest answer. */
const warmCaches = {
  resolver: { entries: 3_000, longestSeconds: 600, heaviest: 16_384 },
  confirming: { entries: 500, longestSeconds: 60, heaviest: 16_384 },
} as const

/** Opens the sockets scans ask DNS through. */
export function openDns(options: OpenDnsOptions): WarmableDns {
  const { servers = systemServers(), direct, allowAddress, now = () => new Date() } = options
  const timeout = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }
  const client = createDnsClient({ servers, now, ...timeout })
  const directClient = direct
    ? createDnsClient({ servers: [], now, politeness: politeness(), dial: options.dial, ...timeout })
    : null

  const blocklists = openBlocklists({
    through: direct ? 'direct' : servers,
    resolvers: servers,
    ...options.blocklists,
    ...(allowAddress ? { allowAddress } : {}),
    ...timeout,
    now,
  })

  const warm = connectedResolver(cachingResolver(client, { now, ...warmCaches.resolver }))
  const warmOwn =
    directClient &&
    authoritativeResolver({
      client: directClient,
      resolver: warm,
      now,
      ...(allowAddress ? { allow: allowAddress } : {}),
    })
  const warmConfirming = cachingResolver(believable(confirmingResolver(warm, warmOwn, { now })), {
    now,
    ...warmCaches.confirming,
  })

  const warmCurrent = warmOwn === null ? warmConfirming : currentResolver(warmOwn, warmConfirming, { now })

  return {
    warm(signal) {
      const weight = weightBudget(warmBudgets.octets)
      const limits = { zoneOf: organizationalDomain, now, weight }
      const end = AbortSignal.any([signal, weight.spent])
      return {
        resolver: once(budgetedResolver(warm, { ...warmBudgets.resolver, ...limits }), end),
        confirming: once(budgetedResolver(warmConfirming, { ...warmBudgets.confirming, ...limits }), end),
        current: once(budgetedResolver(warmCurrent, { ...warmBudgets.confirming, ...limits }), end),
      }
    },
    session(signal, onAsked = () => {}, listOptions = {}) {
      const weight = weightBudget()
      const limits = { zoneOf: organizationalDomain, now, weight }
      const end = signal ? AbortSignal.any([signal, weight.spent]) : weight.spent
      const asked = once(budgetedResolver(counting(client, onAsked), { ...budgets.resolver, ...limits }), end)
      const resolver = connectedResolver(asked)
      const ownServers = (place?: number): Resolver | null =>
        directClient &&
        authoritativeResolver({
          client: {
            ask: (question, servers, signal) => {
              onAsked()
              return directClient.ask(question, servers, signal)
            },
          },
          resolver,
          now,
          ...(allowAddress ? { allow: allowAddress } : {}),
          ...(place === undefined ? {} : { place }),
        })
      const own = ownServers()
      const authoritative = own && budgetedResolver(own, { ...budgets.authoritative, ...limits })
      const witnesses = [0, 1, 2].flatMap(place => {
        const witness = ownServers(place)
        return witness === null ? [] : [budgetedResolver(witness, { ...budgets.witness, ...limits })]
      })
      const confirming = once(believable(confirmingResolver(resolver, authoritative, { now })), end)
      const lists = blocklists.access({ ...listOptions, onAsked, ...(signal ? { signal } : {}) })
      return { resolver, authoritative, witnesses, confirming, blocklists: lists }
    },
    get stats() {
      return client.stats
    },
    async close() {
      client.close()
      directClient?.close()
      blocklists.close()
    },
  }
}

/** Each question is sent once, and given up when the session ends. */
function once(resolver: Resolver, signal: AbortSignal | undefined): Resolver {
  return boundedResolver({ query: (name, type) => resolver.query(name, type, signal) }, Number.POSITIVE_INFINITY)
}

/**
 * What a resolver makes of a referral that leads in a circle is an empty answer without SOA (nothing to keep: TTL 0, RFC
 * 2308 section 5). When the zone's own servers then disclaim the zone, nobody has said that there is nothing.
 */
function believable(resolver: Resolver): Resolver {
  return {
    async query(name, type, signal) {
      const answer = await resolver.query(name, type, signal)
      const { via } = answer
      if (!isNegative(answer) || via.unconfirmed !== 'lame' || via.ttl > 0) return answer
      return { kind: 'failed', reason: 'lame', via }
    },
  }
}

function counting(client: DnsClient, onAsked: () => void): Resolver {
  return {
    query: (name, type, signal) => {
      onAsked()
      return client.query(name, type, signal)
    },
  }
}
