/** The slow name server of `full-scan.ts`, in a thread of its own so that neither side's work delays the other's. */
import { parentPort, workerData } from 'node:worker_threads'
import type { Zone } from '@waxseal/core/dns'
import { zoneServer } from '@waxseal/scanner/testing'

export interface Conditions {
  zone: Zone
  delayMs: number
  /** Each answer takes between `delayMs - jitterMs` and `delayMs + jitterMs`, evenly spread. */
  jitterMs: number
  /** The share of exchanges that get no answer. */
  loss: number
}

const { zone, delayMs, jitterMs, loss } = workerData as Conditions

const server = await zoneServer(zone, {
  fate: () => (Math.random() < loss ? null : delayMs + (Math.random() * 2 - 1) * jitterMs),
})
// What has arrived is kept for tests to look at; thousands of scans are too much to keep.
setInterval(() => server.arrived.splice(0), 100)
parentPort?.postMessage(server.name, [])
