import {
  type Answer,
  labels,
  normalName,
  type RecordType,
  type Resolver,
  type Signal,
  unasked,
} from '@waxseal/core/dns'

export interface BudgetLimits {
  /** Questions in all. */
  total?: number
  /** Questions about names of any one zone. */
  perZone?: number
  /** What the answers may weigh; without a limit when left out. Resolvers that share one are limited together. */
  weight?: WeightBudget
  /** The zone a name is counted under; the last two labels when none is given. */
  zoneOf?: (name: string) => string
  now?: () => Date
}

export interface BudgetedResolver extends Resolver {
  /** Questions that counted so far. */
  readonly asked: number
  /** Questions answered `over-budget`. */
  readonly refused: number
  /** Questions that counted, by zone. */
  readonly askedByZone: ReadonlyMap<string, number>
}

/** What a scan's answers may weigh together. */
export interface WeightBudget {
  /** False once the answers weigh more than they may. */
  readonly any: boolean
  /** Aborted at that moment, for who asks: what is still on its way need not be read. */
  readonly spent: AbortSignal
  /** Counts an answer; false when it must not be kept. */
  take(answer: Answer): boolean
}

/** 8 MB: a thousand long answers of an honest zone, and about a hundred of the longest there are (64 KB). */
const LONGEST = 8 * 2 ** 20
/** What a record weighs beside its data. Thousands of addresses fit one message, and then weigh more than that. */
const RECORD = 100

/**
 * A budget of octets, for one scan. An answer weighs about what it takes in memory: its texts, and something for every
 * record.
 */
export function weightBudget(octets: number = LONGEST): WeightBudget {
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

/** Octets an answer takes in memory, about. */
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
 * A resolver that asks so many questions and no more, and keeps answers of so many octets and no more; the rest is
 * `failed over-budget`. What a hostile zone can make a scan send, and keep, is then a number. Answers out of a cache
 * below it do not count.
 */
export function budgetedResolver(resolver: Resolver, limits: BudgetLimits = {}): BudgetedResolver {
  const { total = 1500, perZone = 400, weight, zoneOf = lastTwoLabels, now = () => new Date() } = limits
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
      if (asked >= total || (askedByZone.get(zone) ?? 0) >= perZone || weight?.any === false) {
        refused++
        return unasked('over-budget', now().getTime())
      }
      count(zone, 1)
      const answer = await resolver.query(name, type, signal)
      if (answer.via.cached) {
        count(zone, -1)
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
