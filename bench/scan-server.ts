/** The slow name server of `full-scan.ts`, in its own thread so that neither side delays the other. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Zone } from '@waxseal/core/dns'
import { zoneServer } from '@waxseal/scanner/testing'

export interface Conditions {
  zone: Zone
  delayMs: number
  /** Each answer takes between `delayMs - jitterMs` and `delayMs + jitterMs`, uniformly distributed. */
  jitterMs: number
  /** The share of exchanges without an answer. */
  loss: number
}

const { zone, delayMs, jitterMs, loss } = workerData as Conditions

const server = await zoneServer(zone, {
  fate: () => (Math.random() < loss ? null : delayMs + (Math.random() * 2 - 1) * jitterMs),
})
// The server records its queries for tests; those of thousands of scans would be too many.
setInterval(() => server.arrived.splice(0), 100)
parentPort?.postMessage(server.name, [])
