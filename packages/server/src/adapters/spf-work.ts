import { type Resolver, unasked } from '@waxseal/core/dns'
import type { FlattenResult, HostedCheck, HostSpfResult, ReadSpfTree, SpfPreview, SpfTree } from '@waxseal/core/spf'
import type { Logger } from 'pino'
import { type SpfWork, SpfWorkFailed } from '../ports.ts'
import { askingThread } from '../threads/asking-thread.ts'
import { doSpfJob, type SpfJob, type SpfResult } from './spf-jobs.ts'

/** Does SPF jobs: in a thread, or here. */
type DoJob = (job: SpfJob, resolvers: Readonly<Record<string, Resolver>>) => Promise<SpfResult>

/** SPF work by jobs. The result of a job is that of its kind. */
function workBy(run: DoJob): SpfWork {
  return {
    preview: (first, domain, settings, published) =>
      run({ kind: 'preview', domain, settings, published }, { first }) as Promise<SpfPreview>,
    host: (first, { domain, record, hostedName }, existing, now) =>
      run({ kind: 'host', input: { domain, record, hostedName }, existing, now }, { first }) as Promise<HostSpfResult>,
    check: ({ first, second }, input, now) =>
      run({ kind: 'check', input, now }, { first, second }) as Promise<HostedCheck>,
    flatten: (first, input) => run({ kind: 'flatten', input }, { first }) as Promise<FlattenResult>,
  }
}

/** SPF work in the thread of the caller: for tests, and for programs that serve no other caller. */
export const spfWorkHere: SpfWork = workBy((job, resolvers) => doSpfJob(job, by => resolvers[by] ?? noResolver))

const noResolver: Resolver = { query: async () => unasked('refused', 0) }

/**
 * SPF work in a thread: a tree of hostile records takes a processor for longer than a page may wait. It starts at the first
 * job, ends after an idle minute, and is given up when it is busy for five seconds.
 */
export function spfWorkInThread(
  log: Pick<Logger, 'warn'>,
  { module = new URL('./spf-thread.ts', import.meta.url), watchdogMs = 5_000 } = {},
): SpfWork & { largeTree: ReadSpfTree; close(): Promise<void> } {
  const thread = askingThread<SpfJob, SpfResult>({
    module,
    watchdogMs,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const run: DoJob = async (job, resolvers) => {
    try {
      return await thread.run(job, resolvers)
    } catch (cause) {
      const domain = 'input' in job ? job.input.domain : job.domain
      log.warn({ err: cause, job: job.kind, domain }, 'work on an SPF record was given up')
      if (job.kind === 'preview' || job.kind === 'tree') throw new SpfWorkFailed('it was given up', { cause })
      return { kind: 'failed', problems: [{ code: 'unanswered', name: domain, type: 'TXT', reason: 'over-budget' }] }
    }
  }
  return {
    ...workBy(run),
    largeTree: (first, domain, record) => run({ kind: 'tree', domain, record }, { first }) as Promise<SpfTree>,
    close: () => thread.close(),
  }
}
