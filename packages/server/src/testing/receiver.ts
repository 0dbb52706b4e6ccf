import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Zone, zoneResolver } from '@waxseal/core/dns'
import { testAuthority } from '@waxseal/scanner/testing-https'
import { webhookNotifier } from '../adapters/notify/webhooks.ts'
import { readEnv } from '../env.ts'
import type { Notifier } from '../ports.ts'
import { zoneLookups } from './zone-lookups.ts'

/** One request as it arrived. */
export interface Received {
  host: string
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: string
}

export interface Answer {
  status: number
  text?: string
  headers?: Record<string, string>
  /** The connection breaks before the answer, or in the middle of it. */
  breaks?: 'before' | 'within'
}

/** The webhooks that the receiver has. */
export const webhooks = {
  slack: 'https://hooks.slack.com/services/T000/B000/abcdefgh',
  teams: 'https://prod-1.westeurope.logic.azure.com/workflows/1/triggers/manual/paths/invoke?sig=secret',
  webhook: 'https://receiver.example.net/alerts',
} as const

/** What each service answers when all is well. */
const accepted: Readonly<Record<string, Answer>> = {
  'hooks.slack.com': { status: 200, text: 'ok' },
  'prod-1.westeurope.logic.azure.com': { status: 202 },
}

/** Slack, Teams and a receiver of a user's own, as one HTTPS server on the loopback. */
export interface Receiver {
  received: Received[]
  /** How the next requests are answered; undefined: as the service does when all is well. */
  answer: ((request: Received) => Answer | undefined | Promise<Answer | undefined>) | undefined
  /** The real adapter, whose connections lead to this server. */
  notifier: Notifier
  /** The certificate authority, and the port of the loopback: for a process of its own. */
  ca: string
  port: number
  close(): Promise<void>
}

const hosts = Object.values(webhooks).map(url => new URL(url).hostname) as [string, ...string[]]

/** The names of the webhooks lead to public addresses. */
export const webhookZone: Zone = Object.fromEntries(hosts.map((host, at) => [host, { A: [`8.26.56.${at + 1}`] }]))

/** The adapter of the program, whose connections lead to a port of the loopback. */
export function notifierTo({ port, ca }: Pick<Receiver, 'port' | 'ca'>): Notifier {
  return webhookNotifier({
    env: readEnv({}),
    lookups: () => zoneLookups(zoneResolver(webhookZone)),
    fakeNetwork: { ca, dial: () => ({ address: '127.0.0.1', port }) },
  })
}

export async function openReceiver(): Promise<Receiver> {
  const authority = testAuthority()
  const server = createServer(authority.issue(hosts), (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    const end = async (): Promise<void> => {
      const { host = '' } = request.headers
      const body = Buffer.concat(chunks).toString()
      const arrived = { host, path: request.url ?? '', headers: request.headers, body }
      receiver.received.push(arrived)
      const answer: Answer = (await receiver.answer?.(arrived)) ?? accepted[host] ?? { status: 204 }
      const { status, text = '', headers = {}, breaks } = answer
      if (breaks === 'before') request.socket.destroy()
      else if (breaks === 'within') {
        response.writeHead(status, { 'content-length': '2' })
        response.write('o', () => request.socket.destroy())
      } else response.writeHead(status, headers).end(text)
    }
    request.on('end', () => void end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: Receiver = {
    received: [],
    answer: undefined,
    notifier: notifierTo({ port, ca: authority.ca }),
    ca: authority.ca,
    port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
