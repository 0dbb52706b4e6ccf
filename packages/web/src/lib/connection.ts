import { configRoute } from '@waxseal/contract/routes'
import { call } from './api.ts'
import { ApiError } from './api-error.ts'

const askAgainMs = 3_000

/** Whether a call got no reply: there is no connection, or no server. */
export function isUnreached(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

/**
 * Asks the server instead of `navigator.onLine`. That is false on a computer without a network, where a local Waxseal
 * still answers, and true behind a router without a connection.
 */
export const connection = {
  there: (): Promise<boolean> =>
    call(configRoute, {}).then(
      () => true,
      error => !isUnreached(error),
    ),
  /** Resolves when the server answers again, or at the signal. */
  back: async (signal: AbortSignal): Promise<void> => {
    do await wakeUp(signal)
    while (!signal.aborted && !(await connection.there()))
  },
}

/** Resolves after a while, or when the browser detects a network, or at the signal. */
function wakeUp(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, askAgainMs)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
