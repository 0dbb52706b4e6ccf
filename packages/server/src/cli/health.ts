import type { Env } from '../env.ts'
import { isServing } from './control.ts'

/** A healthy process answers within this time. */
const limitMs = 4_000

/**
 * `waxseal health`, for supervisors and containers: null when the process with these settings answers, else why not. A
 * process with pages is asked over HTTP, another one at its control socket.
 */
export async function healthProblem({ role, host, port, dataDir }: Env): Promise<string | null> {
  if (role === 'worker' || role === 'nameserver')
    return (await isServing(dataDir)) ? null : `No ${role} answers in ${dataDir}`
  const url = `http://${reachable(host)}:${port}/healthz`
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(limitMs) })
    return reply.ok ? null : `${url} answered with status ${reply.status}`
  } catch {
    return `No answer from ${url}`
  }
}

/** Where a process that listens at this address is reached from its own machine. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
