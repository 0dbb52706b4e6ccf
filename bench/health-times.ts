/**
 * Requests `/healthz` every ten milliseconds in its own thread, whether or not the last request was answered. The time
 * of a reply counts from the moment its request was due, so every request due during a silence of the server counts.
 */
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const everyMs = 10
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
let times: number[] = []

parentPort?.on('message', () => {
  parentPort?.postMessage(times, [])
  times = []
})

function ask(due: number): void {
  const ended = (): unknown => times.push(performance.now() - due)
  // A server that is silent for long loses connections: the request has waited in vain until then.
  get(`${workerData}/healthz`, { agent }, response => {
    response.resume().on('end', ended)
  }).on('error', ended)
}

for (let due = performance.now(); ; due += everyMs) {
  const early = due - performance.now()
  if (early > 0) await new Promise(resolve => setTimeout(resolve, early))
  ask(due)
}
