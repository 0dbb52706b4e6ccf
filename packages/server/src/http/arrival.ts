import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { refuseConnection } from './refuse.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A large body of this route may take longer, while it keeps arriving (`slowBody`). */
    slowBody?: boolean
  }
}

/** The time that the head of a request has to arrive, and then its body, in ms. */
const arrivalMs = 30_000

/** A body that may be slow: on a line of 128 kbit/s, what some people have to send from, two megabytes arrive. */
const slowBody = { ms: 120_000, bytesPerSecond: 16_384 }

/** How often Node, and this module, look for requests that are late, in ms. Node's default is half a minute. */
const lookEveryMs = 1_000

/** How Node holds requests to their time: a head has 30 s, and no request is left when its slowest body is due. */
export const arrivalOptions = {
  http: { headersTimeout: arrivalMs, connectionsCheckingInterval: lookEveryMs },
  requestTimeout: arrivalMs + slowBody.ms,
}

interface ArrivalTimes {
  ms: number
  slowMs: number
  bytesPerSecond: number
  lookEveryMs: number
}

/**
 * Takes the connection of a request whose body does not arrive in time. On a route with `slowBody` a body has longer, while
 * on average 16 KB arrive each second. It does not matter whether the request is answered already: a refused one, whose
 * body nobody reads, would hold its connection as well.
 */
export function endSlowBodies(
  app: FastifyInstance,
  times: ArrivalTimes = {
    ms: arrivalMs,
    slowMs: slowBody.ms,
    bytesPerSecond: slowBody.bytesPerSecond,
    lookEveryMs,
  },
): void {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (!hasBody(raw)) return
    const { socket } = raw
    // A request that the process makes to itself has no connection that it could hold.
    if (!(socket instanceof Socket)) return
    const startedAt = performance.now()
    const bytesBefore = socket.bytesRead
    const look = (): void => {
      if (raw.complete || socket.destroyed) return
      const ms = performance.now() - startedAt
      const keepsArriving = ((socket.bytesRead - bytesBefore) * 1000) / ms >= times.bytesPerSecond
      if (routeOptions.config.slowBody === true && keepsArriving && ms < times.slowMs) {
        timer = setTimeout(look, times.lookEveryMs).unref()
        return
      }
      refuseConnection(Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    }
    let timer = setTimeout(look, times.ms).unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
