import { scanAnswerBytes } from '@waxseal/core/caps'
import {
  type Answer,
  labels,
  normalName,
  type RecordType,
  type Resolver,
  type Signal,
  unasked,
} from '@waxseal/core/dns'

/** A limit on queries that many resolvers share, such as those of one workspace in a minute. */
export interface QuestionMeter {
  /** Counts one query; false when it may not be sent. */
  take(): boolean
  /** The query counted last was answered from a cache. */
  giveBack(): void
}

export interface BudgetLimits {
  /** The limit on all queries. */
  total?: number
  /** The limit on queries about names of one zone. */
  perZone?: number
  /** The limit on the size of all answers; unlimited by default. Resolvers that share one are limited together. */
  weight?: WeightBudget
  /** What others ask counts too. */
  meter?: QuestionMeter | undefined
  /** The zone under which a name is counted; by default its last two labels. */
  zoneOf?: (name: string) => string
  now?: () => Date
}

export interface BudgetedResolver extends Resolver {
  /** The number of queries counted so far. */
  readonly asked: number
  /** The number of queries answered `over-budget`. */
  readonly refused: number
  /** The number of counted queries, by zone. */
  readonly askedByZone: ReadonlyMap<string, number>
}

/** The limit on the total size of a scan's answers. */
export interface WeightBudget {
  /** False when the answers exceed the limit. */
  readonly any: boolean
  /** Aborted when the limit is reached, so that callers stop reading pending answers. */
  readonly spent: AbortSignal
  /** Counts an answer; false when it must not be kept. */
  take(answer: Answer): boolean
}

/**
 * The size of a record beside its data. Thousands of addresses fit one message and take more memory than the message.
 */
const RECORD = 100

/**
 * A budget in bytes for one scan. An answer counts about the memory it takes: its texts, and a constant for each
 * record.
 */
export function weightBudget(octets: number = scanAnswerBytes): WeightBudget {
  const end = new AbortController()
  let left = octets
  return {
    get any() {
      return left > 0
    },
    spent: end.signal,
    take(answer) {
      left -= weightOf(answer)
      if (left <= 0) end.abort()
      return left > 0
    },
  }
}

/** The approximate memory of an answer, in bytes. */
export function weightOf({ via, ...answer }: Answer): number {
  let weight = RECORD
  for (const name of via.cnames) weight += name.length
  for (const { text } of via.ede) weight += text.length
  if (answer.kind !== 'records') return weight
  for (const record of answer.records) {
    weight += RECORD
    for (const value of Object.values(record)) {
      if (typeof value === 'string') weight += value.length
      else if (Array.isArray(value)) for (const text of value) weight += text.length
    }
  }
  return weight
}

/**
 * A resolver that sends a limited number of queries and keeps a limited number of bytes; further queries are `failed
 * over-budget`. This bounds the traffic and the memory that a hostile zone can cause. Cached answers of the resolver
 * below do not count.
 */
export function budgetedResolver(resolver: Resolver, limits: BudgetLimits = {}): BudgetedResolver {
  const { total = 1500, perZone = 400, weight, meter, zoneOf = lastTwoLabels, now = () => new Date() } = limits
  const askedByZone = new Map<string, number>()
  let asked = 0
  let refused = 0
  const count = (zone: string, by: 1 | -1): void => {
    asked += by
    askedByZone.set(zone, (askedByZone.get(zone) ?? 0) + by)
  }
  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const zone = zoneOf(normalName(name) ?? name)
      if (
        asked >= total ||
        (askedByZone.get(zone) ?? 0) >= perZone ||
        weight?.any === false ||
        meter?.take() === false
      ) {
        refused++
        return unasked('over-budget', now().getTime())
      }
      count(zone, 1)
      const answer = await resolver.query(name, type, signal)
      if (answer.via.cached) {
        count(zone, -1)
        meter?.giveBack()
        return answer
      }
      if (weight === undefined || weight.take(answer)) return answer
      refused++
      return { kind: 'failed', reason: 'over-budget', via: { ...answer.via, cnames: [], ttl: 0 } }
    },
    get asked() {
      return asked
    },
    get refused() {
      return refused
    },
    askedByZone,
  }
}

function lastTwoLabels(name: string): string {
  return labels(name).slice(-2).join('.') || '.'
}
