/** The thread for SPF records that others publish. `spf-work.ts` starts it. */
import { doAskedJobs } from '../threads/asked-jobs.ts'
import { doSpfJob, type SpfJob, type SpfResult } from './spf-jobs.ts'

doAskedJobs<SpfJob, SpfResult>(doSpfJob)
