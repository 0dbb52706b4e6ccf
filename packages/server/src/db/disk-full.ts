/**
 * Whether an error of the store says that its disk is full (PostgreSQL's disk_full, or the system's ENOSPC): no bug, and
 * gone when there is room again. A wrapped error is read too.
 */
export function isDiskFull(error: unknown): boolean {
  let next = error
  for (let depth = 0; depth < 5 && next instanceof Error; depth++) {
    const code = 'code' in next ? String(next.code) : ''
    if (code === '53100' || code === 'ENOSPC') return true
    next = next.cause
  }
  return false
}
