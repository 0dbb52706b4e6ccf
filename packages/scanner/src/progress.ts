import { type CheckId, checkIds } from '@waxseal/core/check'

/** The progress of a scan. The contract streams the same shape to the browser. */
export interface ScanProgress {
  checks: Record<CheckId, CheckProgress>
  /** The number of queries so far. */
  questions: number
}

export type CheckProgress = 'waiting' | 'running' | 'done' | 'unchecked'

export interface ProgressTracker {
  set: (check: CheckId, state: CheckProgress) => void
  asked: () => void
}

/** The minimum time between reports of the number of queries, in milliseconds. Each change of a check is reported. */
const questionsEveryMs = 100

export function trackProgress(
  tell: (progress: ScanProgress) => void,
  clock: () => number = () => performance.now(),
): ProgressTracker {
  const checks = Object.fromEntries(checkIds.map(check => [check, 'waiting'])) as Record<CheckId, CheckProgress>
  let questions = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  const report = () => {
    reportedAt = clock()
    tell({ checks: { ...checks }, questions })
  }
  return {
    set(check, state) {
      checks[check] = state
      report()
    },
    asked() {
      questions++
      if (clock() - reportedAt >= questionsEveryMs) report()
    },
  }
}
