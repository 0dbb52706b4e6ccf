import type { Answer } from './answer.ts'
import type { RecordType } from './record.ts'
import type { Resolver, Signal } from './resolver.ts'

/**
 * The answers that a receiver with a validating resolver gets: what was obtained only with CD=1 is SERVFAIL for it (RFC
 * 4035 section 5.5). `via` keeps the mark and the broken zone.
 */
export function validatingResolver(resolver: Resolver): Resolver {
  return {
    async query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>> {
      const answer = await resolver.query(name, type, signal)
      if (answer.kind === 'failed' || answer.via.authentic !== 'bogus') return answer
      return { kind: 'failed', reason: 'servfail', via: { ...answer.via, rcode: 'SERVFAIL' } }
    },
  }
}
