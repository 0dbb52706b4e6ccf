import { type Answer, normalName, type RecordType, type Resolver, type Signal } from '@waxseal/core/dns'
import { weightOf } from './budget.ts'

/** How long an answer counts as current. */
const KEPT_MS = 30_000
/** The time limit for the zone's own servers: a person waits. */
const PATIENCE_MS = 1_500
const ENTRIES = 500
const HEAVIEST = 16_384

interface Entry {
  answer: Promise<Answer>
  until: number
}

/**
 * A resolver for the current content of a zone. It asks the zone's own servers, so a change shows at once and the TTL
 * is the published one, not the remainder in a resolver's cache. When they do not answer in time, it asks `otherwise`
 * and remembers that for half a minute, as it does an answer.
 */
export function currentResolver(
  own: Resolver,
  otherwise: Resolver,
  { now = () => new Date() }: { now?: () => Date } = {},
): Resolver {
  const kept = new Map<string, Entry>()

  function ask(key: string, name: string, type: RecordType, nowMs: number): Promise<Answer> {
    const answer = own.query(name, type, AbortSignal.timeout(PATIENCE_MS))
    const entry = { answer, until: nowMs + KEPT_MS }
    kept.set(key, entry)
    for (const oldest of kept.keys()) {
      if (kept.size <= ENTRIES) break
      kept.delete(oldest)
    }
    void dropHeavy(key, entry)
    return answer
  }

  async function dropHeavy(key: string, entry: Entry): Promise<void> {
    if (weightOf(await entry.answer) > HEAVIEST && kept.get(key) === entry) kept.delete(key)
  }

  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const nowMs = now().getTime()
      const key = `${type} ${normalName(name) ?? name}`
      const known = kept.get(key)
      if (known !== undefined && nowMs < known.until) {
        const answer = (await known.answer) as Answer<T>
        if (answer.kind === 'failed') return otherwise.query(name, type, signal)
        return { ...answer, via: { ...answer.via, cached: true } }
      }
      kept.delete(key)
      const answer = (await ask(key, name, type, nowMs)) as Answer<T>
      return answer.kind === 'failed' ? otherwise.query(name, type, signal) : answer
    },
  }
}
