import type { Evidence } from '@waxseal/core/check'
import { type FailureReason, recordingResolver, type Signal } from '@waxseal/core/dns'
import {
  bearsSign,
  compareFiltered,
  type FilterAnswer,
  type FilterFinding,
  type FilteringResolver,
  joinFindings,
  type ThreatAnswer,
  type ThreatOpinion,
  type ThreatSource,
} from '@waxseal/core/threat'
import { answerOf, type DnsClient } from '../dns/index.ts'
import { selfTestCache } from './self-test-cache.ts'

export interface FilterSourceOptions {
  /** Sends the queries. Its `politeness` limits how often we ask one resolver. */
  client: Pick<DnsClient, 'ask'>
  now?: () => Date
}

/** The answer of one of the two services with its evidence. */
interface Asked extends FilterAnswer {
  evidence: Evidence
}

/** The content of an opinion about its subject. */
type Words = Pick<ThreatOpinion, 'says' | 'reason' | 'failure'>

/**
 * A filtering resolver as a threat source. It sends the same query to the operator's filtering and unfiltered service,
 * both by address. A resolver that does not block its own test name is not trusted: either another server answers in
 * its place, or it filters nothing today.
 */
export function filterSource(row: FilteringResolver, options: FilterSourceOptions): ThreatSource {
  const { now = () => new Date() } = options
  const ask = serviceAsker(row, options.client, now)
  const doubts = selfTestCache(now, async () => {
    if (row.test === null) return null
    const asked = await ask('filtered', row.test, 'A')
    return bearsSign(row.sign, asked) ? null : asked
  })

  async function compared(name: string, signal: Signal | undefined) {
    const pairs = await Promise.all(
      row.types.map(async type => {
        const [filtered, unfiltered] = await Promise.all([
          ask('filtered', name, type, signal),
          row.unfiltered.length === 0 ? null : ask('unfiltered', name, type, signal),
        ])
        return { filtered, unfiltered }
      }),
    )
    const evidence = pairs.flatMap(({ filtered, unfiltered }) =>
      [filtered, unfiltered].flatMap(each => each?.evidence ?? []),
    )
    return { words: wordsOf(row, name, joinFindings(pairs.map(pair => compareFiltered(row.sign, pair)))), evidence }
  }

  return {
    id: row.id,
    name: row.name,
    targets: ['domain', 'host'],
    async ask(target, signal): Promise<ThreatAnswer> {
      if (target.kind === 'address') return { opinions: [], evidence: [] }
      // A source with a known failed self-test gets no queries: each would wait for its timeout.
      const isDoubted = (doubts.peek() ?? null) !== null
      const [doubt, found] = await Promise.all([doubts.get(), isDoubted ? null : compared(target.name, signal)])
      const { words, evidence } =
        doubt !== null || found === null
          ? { words: doubtWords(row, doubt), evidence: doubt === null ? [] : [doubt.evidence] }
          : found
      const opinion: ThreatOpinion = {
        source: row.id,
        vendor: row.name,
        operator: row.operator,
        basis: 'resolver',
        weight: row.weight,
        about: target.kind,
        subject: target.name,
        sharedBy: null,
        threat: null,
        evidence: evidence.map(({ id }) => id),
        ...words,
      }
      return { opinions: [opinion], evidence }
    },
  }
}

/** Queries one service of an operator. Evidence ids contain the source, because others get the same query. */
function serviceAsker(row: FilteringResolver, client: Pick<DnsClient, 'ask'>, now: () => Date) {
  return async (
    service: 'filtered' | 'unfiltered',
    name: string,
    type: 'A' | 'AAAA',
    signal?: Signal,
  ): Promise<Asked> => {
    const askedAt = now().getTime()
    const startedAt = performance.now()
    const reply = await client.ask({ name, type, checkingDisabled: false, zone: null }, row[service], signal)
    const ms = Math.round(performance.now() - startedAt)
    const recording = recordingResolver({ query: () => Promise.resolve(answerOf(reply, askedAt, ms)) })
    const answer = await recording.query(name, type)
    const asked = service === 'filtered' ? row.id : `${row.id} unfiltered`
    const [piece] = recording.evidence().map(each => ({ ...each, id: `${each.id} @${asked}`, service: asked }))
    if (piece === undefined) throw new Error('an answer left no evidence')
    return {
      answer,
      recursionAvailable: reply.recursionAvailable,
      soa: reply.authority.flatMap(record => (record.type === 'SOA' ? [record.name, record.mname] : [])),
      evidence: piece,
    }
  }
}

function wordsOf(row: FilteringResolver, name: string, finding: FilterFinding): Words {
  const say = (says: Words['says'], reason: string, failure: FailureReason | null = null): Words => ({
    says,
    reason,
    failure,
  })
  switch (finding.says) {
    case 'blocked':
      return say(row.blockIs, `blocks ${name}`)
    case 'clean':
      return say('clean', `does not block ${name}`)
    case 'no-such-name':
      return say('unknown', `has no verdict, because ${name} does not exist`)
    case 'differs':
      return say('unknown', `has no clear verdict, because its two services disagree about ${name}`)
    case 'unknown':
      return say('unknown', `could not check ${name}`, finding.failure)
    default:
      return finding satisfies never
  }
}

function doubtWords({ test }: FilteringResolver, doubt: Asked | null): Words {
  if (doubt?.answer.kind === 'failed') {
    return {
      says: 'unknown',
      reason: 'could not be verified, because its test name got no answer',
      failure: doubt.answer.reason,
    }
  }
  const reason = `was ignored, because it does not block its own test name ${test} (another server may answer in its place)`
  return { says: 'unknown', reason, failure: 'lame' }
}
