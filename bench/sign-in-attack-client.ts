/** The attackers of `sign-in-attack.ts`, in a thread of their own: each tries again as soon as it was answered. */
import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Attack } from './sign-in-attack.ts'

const { url, at, networks } = workerData as Attack
const agent = new Agent({ keepAlive: true, maxSockets: at })
const outcomes: Record<number, number> = {}
const stopping = new AbortController()

const word = (): string => Math.floor(Math.random() * 65_536).toString(16)

/** An address of an own /64 each time: of one /48, or of a network of its own. */
function newAddress(): string {
  return networks === 'one /48' ? `2001:db8:5:${word()}::1` : `2001:${word()}:${word()}:${word()}::1`
}

function tryOne(): Promise<number> {
  const body = JSON.stringify({
    email: `user${Math.floor(Math.random() * 1e6)}@bench.example`,
    password: 'not the password',
  })
  const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': newAddress() }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/identity/sign-in/email`, { method: 'POST', headers, agent }, answer => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function tryOn(): Promise<void> {
  while (!stopping.signal.aborted) {
    const status = await tryOne().catch(() => 0)
    outcomes[status] = (outcomes[status] ?? 0) + 1
  }
}

parentPort?.once('message', () => {
  stopping.abort()
  parentPort?.postMessage(outcomes, [])
  agent.destroy()
})
for (let n = 0; n < at; n++) void tryOn()
