import { listed } from '../check/index.ts'

/** Why a server does not answer for the zone. */
export type LameProblem = 'refused' | 'not-authoritative' | 'no-address' | 'private-address'

/** A name server that does not answer for its zone. */
export interface LameServer {
  server: string
  problem: LameProblem
  /** Which of the two lists has it. */
  in: 'both' | 'parent' | 'zone'
  /** The addresses at fault. */
  addresses: string
  /** It answers for the zone at another address. */
  partly: boolean
}

/** `parent`: the zone whose administrator keeps the delegation; null: a registrar does. */
interface LameFacts {
  zone: string
  parent: string | null
  lame: readonly LameServer[]
  /** The number of all name servers. */
  servers: number
}

const mostNamed = 4

/** What the servers do, and the effect; of servers with several problems, which they are. */
export function lameMeaning({ zone, lame, servers }: LameFacts): string {
  const [first, ...others] = grouped(lame, ({ problem }) => problem)
  const told = first === undefined || others.length > 0 ? null : `${lameWords[first[0].problem](first, zone)}.`
  if (lame.length === 1)
    return `${told} Resolvers that try it lose time, and it cannot take over when another server fails.`
  const counted = `${lame.length} of ${servers} name servers of ${zone} do not answer for it`
  const who = told === null ? `${counted} (${named(lame)}).` : `${counted}. ${told}`
  return `${who} Resolvers that try them lose time.`
}

/** What to do about the servers, one sentence for those with the same remedy and place. */
export function lameAdvice(facts: LameFacts): string {
  const groups = grouped(facts.lame, server => `${remedyOf(server)} ${server.in}`)
  const sentences = groups.map(some => {
    const them = some.length > 1 ? 'them' : some[0].server
    return `${remedies[remedyOf(some[0])](named(some), facts.zone)}, or remove ${them} ${lists(facts, some[0].in)}.`
  })
  return sentences.join(' ')
}

/** Where a server is removed: from the lists that have it. */
export function lists({ zone, parent }: { zone: string; parent: string | null }, list: LameServer['in']): string {
  const own = `from the NS records of ${zone}`
  if (list === 'zone') return own
  const above = parent === null ? 'at the registrar' : `from the zone ${parent}`
  return list === 'parent' ? above : `${above} and ${own}`
}

type Some = readonly [LameServer, ...LameServer[]]

function grouped(lame: readonly LameServer[], keyOf: (server: LameServer) => string): readonly Some[] {
  const groups = new Map<string, [LameServer, ...LameServer[]]>()
  for (const server of lame) {
    const group = groups.get(keyOf(server))
    if (group === undefined) groups.set(keyOf(server), [server])
    else group.push(server)
  }
  return [...groups.values()]
}

function named(some: readonly LameServer[]): string {
  return listed(
    some.map(({ server, addresses, partly }) => (partly ? `${server} (at ${addresses})` : server)),
    mostNamed,
  )
}

const lameWords: { readonly [P in LameProblem]: (some: Some, zone: string) => string } = {
  refused: (some, zone) => `${named(some)} ${some.length > 1 ? 'refuse' : 'refuses'} queries for ${zone}`,
  'not-authoritative': (some, zone) =>
    some.length > 1
      ? `${named(some)} answer, but do not serve ${zone}`
      : `${named(some)} answers, but does not serve ${zone}`,
  'no-address': some => `${named(some)} ${some.length > 1 ? 'have' : 'has'} no address`,
  'private-address': some => {
    const addresses = listed(
      some.map(server => server.addresses),
      mostNamed,
    )
    return `${named(some)} ${some.length > 1 ? 'have' : 'has'} only private addresses (${addresses})`
  },
}

type Remedy = 'serve' | 'correct' | 'public'

function remedyOf({ problem }: LameServer): Remedy {
  if (problem === 'no-address') return 'correct'
  return problem === 'private-address' ? 'public' : 'serve'
}

const remedies: { readonly [R in Remedy]: (servers: string, zone: string) => string } = {
  serve: (servers, zone) => `Set up ${zone} on ${servers}`,
  correct: servers => `Correct the name, give ${servers} an address`,
  public: servers => `Give ${servers} a public address`,
}
