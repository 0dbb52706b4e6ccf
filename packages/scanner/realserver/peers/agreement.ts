/**
 * Sends the same evaluations of the same zone on the same name server to every peer and to our own `checkHost`, and
 * returns the different results.
 */
import type { Answer, RecordType, Resolver } from '@waxseal/core/dns'
import { checkHost, type SpfOutcome } from '@waxseal/core/spf'
import { createDnsClient } from '@waxseal/scanner/dns'
import { type Peer, type PeerName, type PeerQuery, type PeerVerdict, peerNames, startPeer } from './peer.ts'
import type { SpfSubject } from './spf-world.ts'

/** The name of the receiver for the peers; `%{r}`. */
const receiver = 'receiver.example.net'

/** One evaluation with different results of a peer and ours. */
export interface Difference {
  peer: PeerName
  about: 'result' | 'explanation'
  query: PeerQuery
  ours: SpfOutcome
  theirs: PeerVerdict
  /** Our queries for it, in order. */
  questions: readonly AskedQuestion[]
}

/** One of our queries, and its answer. */
export interface AskedQuestion {
  name: string
  type: RecordType
  answer: Answer
}

export interface Agreement {
  /** The number of compared evaluations, for each peer. */
  evaluations: number
  /** The number of times for each result. */
  results: Readonly<Record<string, number>>
  /** The number of evaluations that read the record at a name. */
  reads: ReadonlyMap<string, number>
  differences: readonly Difference[]
  /** The time of each evaluator for all evaluations, running in parallel. */
  seconds: Readonly<Record<string, number>>
}

interface Own {
  outcome: SpfOutcome
  questions: readonly AskedQuestion[]
}

export function queriesOf({ sender, helo, addresses }: SpfSubject): PeerQuery[] {
  return addresses.map(ip => ({ ip, sender, helo }))
}

/** All evaluators, ready for queries. None of them keeps an answer of DNS. */
export interface Evaluators {
  /** Evaluates all queries with all evaluators in parallel. */
  compare(queries: readonly PeerQuery[]): Promise<Agreement>
  close(): Promise<void>
}

/**
 * Starts the peers, each a process.
 *
 * @param server the address of the name server that resolves for all of them, port 53
 */
export function openEvaluators(server: string): Evaluators {
  const client = createDnsClient({ servers: [`${server}:53`] })
  const peers = peerNames.map(name => ({ name, peer: startPeer(name, server) }))
  return {
    compare: queries => compareWith(client, peers, queries),
    async close() {
      client.close()
      await Promise.all(peers.map(({ peer }) => peer.close()))
    },
  }
}

/**
 * Evaluates all queries with all evaluators in parallel, once.
 *
 * @param server the address of the name server that resolves for all of them, port 53
 */
export async function compare(server: string, queries: readonly PeerQuery[]): Promise<Agreement> {
  const evaluators = openEvaluators(server)
  try {
    return await evaluators.compare(queries)
  } finally {
    await evaluators.close()
  }
}

async function compareWith(
  client: Resolver,
  peers: readonly { name: PeerName; peer: Peer }[],
  queries: readonly PeerQuery[],
): Promise<Agreement> {
  const seconds: Record<string, number> = {}
  const timed = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const began = performance.now()
    const done = await work
    seconds[name] = Math.round((performance.now() - began) / 100) / 10
    return done
  }
  const [own, ...verdicts] = await Promise.all([
    timed(
      'Waxseal',
      inTurn(queries, async query => await evaluateOurselves(client, query)),
    ),
    ...peers.map(({ name, peer }) => timed(name, verdictsOf(peer, queries))),
  ])
  const results: Record<string, number> = {}
  const reads = new Map<string, number>()
  for (const { outcome, questions } of own) {
    results[outcome.result] = (results[outcome.result] ?? 0) + 1
    for (const name of recordsRead(questions)) reads.set(name, (reads.get(name) ?? 0) + 1)
  }
  const differences = peers.flatMap(({ name }, at) => differencesOf(name, queries, own, verdicts[at] ?? []))
  return { evaluations: queries.length, results, reads, differences, seconds }
}

/** The names whose TXT records were queried: the locations of the SPF records in an evaluation. */
export function recordsRead(questions: readonly AskedQuestion[]): Set<string> {
  return new Set(questions.filter(({ type }) => type === 'TXT').map(({ name }) => name))
}

/** The results of a peer. Queries run a few ahead, so that its pipe never runs dry. */
async function verdictsOf(peer: Peer, queries: readonly PeerQuery[]): Promise<PeerVerdict[]> {
  const verdicts: PeerVerdict[] = []
  for (let at = 0; at < queries.length; at += 20) {
    verdicts.push(...(await Promise.all(queries.slice(at, at + 20).map(query => peer.evaluate(query)))))
  }
  return verdicts
}

async function inTurn<T>(queries: readonly PeerQuery[], evaluate: (query: PeerQuery) => Promise<T>): Promise<T[]> {
  const done: T[] = []
  for (let at = 0; at < queries.length; at += 8) {
    done.push(...(await Promise.all(queries.slice(at, at + 8).map(evaluate))))
  }
  return done
}

async function evaluateOurselves(client: Resolver, query: PeerQuery): Promise<Own> {
  const questions: AskedQuestion[] = []
  const resolver: Resolver = {
    async query(name, type, signal) {
      const answer = await client.query(name, type, signal)
      questions.push({ name, type, answer })
      return answer
    },
  }
  return { outcome: await checkHost(resolver, { ...query, receiver }), questions }
}

function differencesOf(
  peer: PeerName,
  queries: readonly PeerQuery[],
  own: readonly Own[],
  verdicts: readonly PeerVerdict[],
): Difference[] {
  return queries.flatMap((query, at): Difference[] => {
    const mine = own[at]
    const theirs = verdicts[at]
    if (mine === undefined || theirs === undefined)
      throw new Error(`${peer} gave no answer to ${JSON.stringify(query)}`)
    const ours = mine.outcome
    const difference = { peer, query, ours, theirs, questions: mine.questions }
    if (ours.result !== theirs.result) return [{ ...difference, about: 'result' }]
    return timeless(ours.explanation) === timeless(theirs.explanation) ? [] : [{ ...difference, about: 'explanation' }]
  })
}

/** An explanation without the time, which `%{t}` expands to. */
export function timeless(text: string | null): string | null {
  return text?.replace(/\b1[789]\d{8}\b/g, 'now').replace(/\b(?:\d\.){9}\d\b/g, 'now') ?? null
}
