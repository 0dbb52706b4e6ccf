import { randomInt } from 'node:crypto'
import { type Answer, isPublicAddress, type RecordType, type Resolver } from '@waxseal/core/dns'
import { type AccessOptions, type BlocklistAccess, type BlocklistOptions, openBlocklists } from './blacklist/index.ts'
import type { Dial } from './dial.ts'
import {
  type AuthoritativeOptions,
  askEachServer,
  authoritativeResolver,
  budgetedResolver,
  cachingResolver,
  confirmingResolver,
  connectedResolver,
  counting,
  countingAsks,
  createDnsClient,
  currentResolver,
  type DnsStats,
  delegatedResolver,
  diagnosingResolver,
  type EachAnswer,
  metered,
  once,
  parseServer,
  politeness,
  type QuestionMeter,
  rejectDisclaimed,
  type ServerAsker,
  serverAsker,
  serverPatienceMs,
  sparingSilentZones,
  systemServers,
  weightBudget,
} from './dns/index.ts'
import { organizationalDomain } from './domain-name.ts'
import { ownAddressTest, reachableAddresses } from './own-address.ts'

export interface OpenDnsOptions {
  /** Resolvers as `address:port`; by default those of the system. Throws a TypeError for what is no address. */
  servers?: readonly string[]
  /** Whether a zone's own servers may be asked too. */
  direct: boolean
  /** The timeout of one query. */
  timeoutMs?: number
  /** Which of a zone's own servers may be asked, by address; public ones by default. */
  allowAddress?: (address: string) => boolean
  /** Our own addresses, which zones may name as their servers; those of this machine by default. */
  isOwnAddress?: (address: string) => boolean
  /** The actual destination of queries to a zone's own servers; the address itself by default. */
  dial?: Dial | undefined
  /** Called for each answer of the resolvers to a session, for statistics. */
  onAnswer?: (answer: Answer) => void
  now?: () => Date
  /** How blocklists are asked. By default at their own servers if `direct` allows that, else through `servers`. */
  blocklists?: Partial<Pick<BlocklistOptions, 'through' | 'off' | 'keys' | 'rates' | 'keepsTests'>>
}

/** The configured DNS: sockets that scans share. */
export interface OpenedDns {
  /**
   * A session without cached answers from earlier sessions, and with a full budget. Only the location and the self-test
   * results of blocklists are shared with earlier sessions.
   */
  session(
    signal?: AbortSignal,
    onAsked?: () => void,
    lists?: Omit<AccessOptions, 'signal' | 'onAsked'>,
    meter?: QuestionMeter,
  ): DnsSession
  readonly stats: DnsStats
  close(): Promise<void>
}

/** The same, with lookups that may use cached answers. */
export interface WarmableDns extends OpenedDns {
  /**
   * For lookups that a person waits for while typing. All previews share the answers, for their TTL and at most ten
   * minutes, so a recent query costs nothing.
   */
  warm(signal: AbortSignal, meter?: QuestionMeter): WarmDns
}

/** DNS for one preview: its new queries have a budget, and everything ends with its signal. */
export interface WarmDns {
  resolver: Resolver
  /** As `DnsSession.confirming`, at most a minute old; for a few queries. */
  confirming: Resolver
  /** The current content of a zone with the published TTL: see `currentResolver`. For a few queries. */
  current: Resolver
  /**
   * What each of the zone's own servers answers now, without a cache: see `askEachServer`. When these may not be asked,
   * the one answer of the configured resolvers.
   */
  each<T extends RecordType>(name: string, type: T): Promise<EachAnswer<T>>
}

/** DNS for one scan or one command. A repeated query is sent once; everything ends with the session's signal. */
export interface DnsSession {
  resolver: Resolver
  /** Reports "missing" only after it asked the zone's own servers, if these may be asked. */
  confirming: Resolver
  /** The zone's own servers only; null when they may not be asked. */
  authoritative: Resolver | null
  /** Each asks a different one of a zone's own servers, and only that one. Empty when these may not be asked. */
  witnesses: readonly Resolver[]
  /**
   * Three that each begin with another one of a zone's own servers, to learn whether these agree; absent when they may
   * not be asked.
   */
  inTurn?: readonly Resolver[]
  /** Asks a zone's servers one by one; absent when they may not be asked. */
  servers?: ServerAsker
  /**
   * Asks the servers of a zone that its parent names now, whatever resolvers keep, beginning with the one of this number
   * or any; absent when they may not be asked.
   */
  delegated?: (zone: string, first?: number) => Resolver
  /** The blocklists, with a budget of their own. */
  blocklists: BlocklistAccess
}

/**
 * A scan's 1,500 queries, 400 about any one zone (`docs/architecture.md`, section 4), divided between the resolvers and
 * the zones' own servers, so that neither can use up the share of the other.
 */
const budgets = {
  resolver: { total: 1000, perZone: 300 },
  authoritative: { total: 460, perZone: 60 },
  /** For each of the three. */
  witness: { total: 5, perZone: 5 },
  /**
   * For each of the three that ask in turn: a check of the watched records, in place of `authoritative`, and a scan after a
   * change about the records that changed.
   */
  turn: { total: 153, perZone: 20 },
  /** For a zone whose NS records changed, for each of the three that ask its servers in turn. */
  delegated: { total: 13, perZone: 13 },
  /** Servers asked one by one. */
  server: { total: 25 },
} as const

/** The new queries of one preview: two include trees of 250 queries, and a few names to confirm. */
const warmBudgets = {
  resolver: { total: 500, perZone: 300 },
  confirming: { total: 30, perZone: 30 },
  /** Finding the name servers of a zone and of the zones that an alias leads to. */
  servers: { total: 40, perZone: 40 },
  octets: 4 * 2 ** 20,
} as const

/** The shared cache of all previews, at most about 50 MB when attackers fill it: 16 KB hold every honest answer. */
const warmCaches = {
  resolver: { entries: 3_000, longestSeconds: 600, heaviest: 16_384 },
  confirming: { entries: 500, longestSeconds: 60, heaviest: 16_384 },
} as const

/** Opens the sockets for the DNS queries of scans. */
export function openDns(options: OpenDnsOptions): WarmableDns {
  const { servers = systemServers(), direct, allowAddress, onAnswer = () => {}, now = () => new Date() } = options
  const timeout = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }
  const client = createDnsClient({ servers, now, ...timeout })
  const isOwnAddress = options.isOwnAddress ?? ownAddressTest([], reachableAddresses)
  const isOwn = (server: string): boolean => {
    const address = parseServer(server)?.address
    return address !== undefined && isPublicAddress(address) && isOwnAddress(address)
  }
  const directClient = direct
    ? createDnsClient({ servers: [], now, politeness: politeness({ isOwn }), dial: options.dial, ...timeout })
    : null
  const patientClient = directClient?.within(Math.min(serverPatienceMs, options.timeoutMs ?? Infinity))

  const blocklists = openBlocklists({
    through: direct ? 'direct' : servers,
    resolvers: servers,
    client,
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
  const warmConfirming = cachingResolver(rejectDisclaimed(confirmingResolver(warm, warmOwn, { now })), {
    now,
    ...warmCaches.confirming,
  })

  const connected = connectedResolver(client)
  const warmCurrent = warmOwn === null ? warmConfirming : currentResolver(warmOwn, warmConfirming, { now })

  return {
    warm(signal, meter) {
      const weight = weightBudget(warmBudgets.octets)
      const limits = { zoneOf: organizationalDomain, now, weight, meter }
      const budgeted = (resolver: Resolver) => budgetedResolver(resolver, { ...warmBudgets.servers, ...limits })
      const end = AbortSignal.any([signal, weight.spent])
      return {
        resolver: once(budgetedResolver(warm, { ...warmBudgets.resolver, ...limits }), end),
        confirming: once(budgetedResolver(warmConfirming, { ...warmBudgets.confirming, ...limits }), end),
        current: once(budgetedResolver(warmCurrent, { ...warmBudgets.confirming, ...limits }), end),
        async each(name, type) {
          if (directClient === null || warmOwn === null) {
            return { servers: [{ host: null, answer: await connected.query(name, type, end) }], more: 0, reason: null }
          }
          const options = {
            client: metered(directClient, meter),
            resolver: budgeted(warm),
            follow: budgeted(warmOwn),
            now,
          }
          return askEachServer({ ...options, allow: allowAddress }, name, type, end)
        },
      }
    },
    session(signal, onAsked = () => {}, listOptions = {}, meter) {
      const weight = weightBudget()
      const limits = { zoneOf: organizationalDomain, now, weight, meter }
      const end = signal ? AbortSignal.any([signal, weight.spent]) : weight.spent
      const sparing = sparingSilentZones(counting(client, onAsked, onAnswer), { zoneOf: organizationalDomain, now })
      const asked = once(budgetedResolver(sparing, { ...budgets.resolver, ...limits }), end)
      const resolver = diagnosingResolver(connectedResolver(asked), { now })
      const directly = directClient && countingAsks(directClient, onAsked)
      const ownServers = (which: Partial<Pick<AuthoritativeOptions, 'place' | 'first' | 'resolver'>> = {}) =>
        directly &&
        authoritativeResolver({
          client: directly,
          resolver,
          now,
          ...(allowAddress ? { allow: allowAddress } : {}),
          ...which,
        })
      const own = ownServers()
      const authoritative = own && budgetedResolver(own, { ...budgets.authoritative, ...limits })
      const witnesses = [0, 1, 2].flatMap(place => {
        const witness = ownServers({ place })
        return witness === null ? [] : [budgetedResolver(witness, { ...budgets.witness, ...limits })]
      })
      const start = randomInt(12)
      const inTurn = [0, 1, 2].flatMap(turn => {
        const asking = ownServers({ first: start + turn })
        return asking === null ? [] : [budgetedResolver(asking, { ...budgets.turn, ...limits })]
      })
      const confirming = once(rejectDisclaimed(confirmingResolver(resolver, authoritative, { now })), end)
      const lists = blocklists.access({ ...listOptions, onAsked, ...(signal ? { signal } : {}) })
      const patiently = patientClient && countingAsks(patientClient, onAsked)
      const servers =
        patiently &&
        serverAsker({ client: patiently, signal: end, weight, allow: allowAddress, now, ...budgets.server })
      const delegated =
        servers &&
        ((zone: string, first?: number): Resolver => {
          const which = first === undefined ? {} : { first: start + first }
          const asking = (by: Resolver): Resolver =>
            budgetedResolver(ownServers({ resolver: by, ...which }) ?? by, { ...budgets.delegated, ...limits })
          return delegatedResolver({ zone, resolver, servers, asking, now })
        })
      const direct = servers && delegated && { servers, inTurn, delegated }
      return { resolver, authoritative, witnesses, confirming, blocklists: lists, ...direct }
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
