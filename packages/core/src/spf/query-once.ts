import type { Answer, RecordType, Resolver, Signal } from '../dns/index.ts'

/** The resolver of a check, and its queries so far. */
export interface SentQueries {
  resolver: Resolver
  signal: Signal | undefined
  asked: { name: string; type: RecordType; answer: Promise<Answer> }[]
}

/** Sends one query. A repeated query is not sent again. */
export function queryOnce<T extends RecordType>(
  { resolver, signal, asked }: SentQueries,
  name: string,
  type: T,
): Promise<Answer<T>> {
  // There are few queries, so a linear search is cheaper than keys.
  for (const known of asked) if (known.name === name && known.type === type) return known.answer as Promise<Answer<T>>
  const answer = resolver.query(name, type, signal)
  asked.push({ name, type, answer })
  return answer
}
