/** PostgreSQL's own codes (appendix A of its manual): connection exceptions, shutdowns, and no connection left. */
const states = /^(?:08...|57P0[123]|53300)$/
/** The system's codes of a connection that failed. */
const system = /^(?:ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** What the driver says without a code. */
const words =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error)/

/**
 * Whether an error of the store says that the database could not be reached: no bug, and gone when the database is back.
 * A wrapped error is read too.
 */
export function isUnreachable(error: unknown): boolean {
  let next = error
  for (let depth = 0; depth < 5 && next instanceof Error; depth++) {
    const code = 'code' in next ? String(next.code) : ''
    if (states.test(code) || system.test(code) || words.test(next.message)) return true
    next = next.cause
  }
  return false
}
