import type { Answer, Resolver } from '@waxseal/core/dns'
import {
  checkHosted,
  type FlattenInput,
  type FlattenResult,
  flattenSpf,
  type HostedCheck,
  type HostedSpf,
  type HostSpfInput,
  type HostSpfResult,
  hostSpf,
  type KnownHostedSpf,
  previewSpf,
  readSpfTree,
  type SpfPreview,
  type SpfSettings,
  type SpfTree,
} from '@waxseal/core/spf'

/** Work on SPF records that others publish. A job is plain data, so that a thread can do it. */
export type SpfJob =
  | { kind: 'preview'; domain: string; settings: SpfSettings; published: Answer<'TXT'> }
  | { kind: 'host'; input: HostSpfInput; existing: KnownHostedSpf | null; now: Date }
  | { kind: 'check'; input: HostedSpf; now: Date }
  | { kind: 'flatten'; input: Omit<FlattenInput, 'signal'> }
  | { kind: 'tree'; domain: string; record: string | null }

export type SpfResult = SpfPreview | HostSpfResult | HostedCheck | FlattenResult | SpfTree

/** Does a job. The resolver of a name is that of the caller. */
export function doSpfJob(job: SpfJob, resolver: (by: string) => Resolver): Promise<SpfResult> {
  switch (job.kind) {
    case 'preview':
      return previewSpf(resolver('first'), job.domain, job.settings, job.published)
    case 'host':
      return hostSpf(resolver('first'), job.input, job.existing, job.now)
    case 'check':
      return checkHosted({ first: resolver('first'), second: resolver('second') }, job.input, { now: job.now })
    case 'flatten':
      return flattenSpf(resolver('first'), job.input)
    case 'tree':
      return readSpfTree(resolver('first'), job.domain, job.record)
    default:
      return job satisfies never
  }
}
