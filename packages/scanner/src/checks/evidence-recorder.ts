import {
  type Answer,
  type RecordingResolver,
  type RecordType,
  type Resolver,
  recordingResolver,
} from '@waxseal/core/dns'

/** Records chosen answers as evidence, for checks that ask far more questions than a report should show. */
export interface EvidenceRecorder {
  recording: RecordingResolver
  /** Asks one of a scan's resolvers (which answers a repeated query from its cache) and records the answer. */
  query<T extends RecordType>(from: Resolver, name: string, type: T): Promise<Answer<T>>
}

export function evidenceRecorder(): EvidenceRecorder {
  let source: Resolver | null = null
  const recording = recordingResolver({
    query: (name, type, signal) => {
      if (source === null) throw new Error('an evidence recorder is asked through query()')
      return source.query(name, type, signal)
    },
  })
  return {
    recording,
    query: (from, name, type) => {
      source = from
      return recording.query(name, type)
    },
  }
}
