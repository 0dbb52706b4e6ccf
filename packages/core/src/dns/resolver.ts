import type { Answer } from './answer.ts'
import type { RecordType } from './record.ts'

/** The part of a platform's AbortSignal that core needs, because core is independent of the platform. */
export interface Signal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * Port: sends one DNS query. Never throws and never rejects: a failure is an `Answer` of kind `failed`. Records of an
 * answer are sorted, so equal record sets compare equal in any order.
 */
export interface Resolver {
  query<T extends RecordType>(name: string, type: T, signal?: Signal): Promise<Answer<T>>
}
