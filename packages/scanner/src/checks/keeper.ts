import {
  type Answer,
  type RecordingResolver,
  type RecordType,
  type Resolver,
  recordingResolver,
} from '@waxseal/core/dns'

/** Keeps chosen answers as evidence: for checks that ask far more questions than anybody wants to see. */
export interface Keeper {
  recording: RecordingResolver
  /** Asks one of a scan's resolvers and keeps the answer. What was asked before is not sent again. */
  keep<T extends RecordType>(from: Resolver, name: string, type: T): Promise<Answer<T>>
}

export function keeper(): Keeper {
  let source: Resolver | null = null
  const recording = recordingResolver({
    query: (name, type, signal) => {
      if (source === null) throw new Error('a keeper is asked through keep()')
      return source.query(name, type, signal)
    },
  })
  return {
    recording,
    keep: (from, name, type) => {
      source = from
      return recording.query(name, type)
    },
  }
}
