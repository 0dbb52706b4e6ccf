import { z } from 'zod'

/**
 * Every job there is: its payload and how its queue behaves. Handlers run at least once, so each is written to do no
 * harm the second time.
 */
export const jobs = {
  /** Executes a scan run; see `features/scans/run-scan.ts`. A periodic task, not a retry, sends a lapsed run again. */
  'scan.run': { payload: z.object({ runId: z.uuid() }), concurrency: 4, retries: 2, expireSeconds: 120 },
  /** A scan was stored. Whatever follows from a new scan starts here. */
  'scan.completed': {
    payload: z.object({ domainId: z.uuid(), scanId: z.uuid() }),
    concurrency: 1,
    retries: 5,
    expireSeconds: 120,
  },
  /** Something may be due in the outbox. */
  'outbox.deliver': { payload: z.object({}), concurrency: 1, retries: 0, expireSeconds: 300 },
} as const satisfies Record<string, JobDefinition>

interface JobDefinition {
  payload: z.ZodType<object>
  /** How many run at once in one process. */
  concurrency: number
  retries: number
  /** A handler that takes longer is given up and the job sent again. */
  expireSeconds: number
}

export type JobName = keyof typeof jobs

export type JobPayload<N extends JobName> = z.output<(typeof jobs)[N]['payload']>

export const jobNames = Object.keys(jobs) as JobName[]
