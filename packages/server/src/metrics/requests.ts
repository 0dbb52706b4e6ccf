import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** A request that got its reply. */
interface EndedRequest {
  method: string
  /** The pattern of the route; undefined: no route. */
  route: string | undefined
  status: number
  seconds: number
}

export interface RequestMetrics {
  requestEnded(request: EndedRequest): void
  signInEnded(outcome: 'good' | 'bad' | 'limited'): void
  /** A stream of events begins. Returns what reports its end. */
  streamOpened(): () => void
}

const methods: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

export function requestMetrics(registry: Registry): RequestMetrics {
  const registers = [registry]
  const duration = new Histogram({
    name: 'waxseal_http_request_duration_seconds',
    help: 'HTTP requests by method, route pattern and status class. A scan that is followed lasts as long as its stream.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers,
  })
  const limited = new Counter({
    name: 'waxseal_http_rate_limited_total',
    help: 'HTTP requests refused because a client sent too many, by route pattern.',
    labelNames: ['route'],
    registers,
  })
  const signIns = new Counter({
    name: 'waxseal_sign_ins_total',
    help: 'Sign-in attempts by outcome: good, bad (wrong address or password) or limited (too many attempts).',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['good', 'bad', 'limited']) signIns.inc({ outcome }, 0)
  const streams = new Gauge({ name: 'waxseal_streams_open', help: 'Open streams of events.', registers })
  return {
    requestEnded({ method, route = 'none', status, seconds }) {
      const labels = {
        method: methods.includes(method) ? method : 'other',
        route,
        status: `${Math.floor(status / 100)}xx`,
      }
      duration.observe(labels, seconds)
      if (status === 429) limited.inc({ route })
    },
    signInEnded: outcome => signIns.inc({ outcome }),
    streamOpened() {
      streams.inc()
      let open = true
      return () => {
        if (open) streams.dec()
        open = false
      }
    },
  }
}
