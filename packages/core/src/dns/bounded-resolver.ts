import { type Answer, unasked } from './answer.ts'
import type { RecordType } from './record.ts'
import type { Resolver, Signal } from './resolver.ts'

/**
 * A resolver that sends at most `questions` different queries and answers further ones with `over-budget`. This bounds
 * what a hostile zone can make us send. A repeated query shares the first answer.
 */
export function boundedResolver(resolver: Resolver, questions: number, now: () => number = Date.now): Resolver {
  const asked = new Map<string, Promise<Answer>>()
  return {
    query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const key = `${type} ${name}`
      const shared = asked.get(key)
      if (shared !== undefined) return shared as Promise<Answer<T>>
      if (asked.size >= questions) return Promise.resolve(unasked('over-budget', now()))
      const answer = resolver.query(name, type, signal)
      asked.set(key, answer)
      return answer
    },
  }
}
