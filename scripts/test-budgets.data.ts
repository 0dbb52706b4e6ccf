/**
 * Test files that cost more than 20 seconds of the processor, each with its reason. At twice its entry and 20 s above it,
 * a file fails the run.
 */
export interface FileBudget {
  file: string
  /** Seconds of the processor, user and system, children included. */
  seconds: number
  reason: string
}

export const fileBudgets: readonly FileBudget[] = []
