/** The first packets of a query that may be sent again early, in multiples of the patience with its server. */
const EARLY = [1, 3, 10] as const
/** The later ones, in milliseconds after the first packet. From here on, a query is overdue by any measure. */
const LATE_MS = [1000, 2500] as const

/**
 * When an unanswered query is sent again: the time after its first packet, in milliseconds. With the patience of a
 * server not known yet (100 ms) these are 100 ms, 300 ms, 1 s and 2.5 s; a near server is asked again sooner, so that a
 * second lost packet does not cost ten times as much as the first.
 *
 * @param step 0 for the first resend
 */
export function resendTime(step: number, patience: number): number {
  const early = EARLY[step]
  if (early !== undefined) return early * patience
  return LATE_MS[step - EARLY.length] ?? Number.POSITIVE_INFINITY
}

/** The step after the one that was due now; it leaves out what would follow at once. */
export function nextStep(step: number, patience: number, elapsed: number): number {
  let next = step + 1
  while (resendTime(next, patience) < elapsed + patience / 2) next++
  return next
}

/** Whether a query has waited so long that its packet was lost, however slow its server is. */
export function isOverdue(elapsed: number): boolean {
  return elapsed >= LATE_MS[0]
}
