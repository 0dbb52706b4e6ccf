import type { Answer } from './answer.ts'
import type { RecordType } from './record.ts'

/** The part of a platform's AbortSignal that core needs; core itself belongs to no platform. */
export interface Signal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * Port: asks DNS one question. Never throws and never rejects: what goes wrong is an `Answer` of kind `failed`.
 * Records of an answer are sorted, so equal record sets compare equal whatever order a server gave them in.
 */
export interface Resolver {
  query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>>
}
