import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { isSubdomain } from '@waxseal/core/dns'
import type { WorldZone } from '@waxseal/core/fixtures'
import { forward, framed, onFrames } from './forward.ts'
import { type Internet, internet } from './internet.ts'
import { readQuestion, writeReply } from './wire-answer.ts'

/** All name servers of a small Internet, and a validating resolver for it, on one port of the loopback. */
export interface NameServer {
  port: number
  /** Serves these zones from now on. @throws Error for zones that are invalid DNS; the previous zones then stay */
  serve(zones: readonly WorldZone[]): void
  /**
   * Lets a name server at this port of the loopback answer at and below a name from now on. It gets the queries as they
   * are, and its answers are passed on.
   */
  delegate(zone: string, port: number): void
  close(): Promise<void>
}

const host = '127.0.0.1'
const longest = 65_535
/** A connection that is silent for this long is closed. */
const idleMs = 10_000

/**
 * Serves the zones over UDP and TCP: as a validating resolver when a query asks for recursion, as the zone's own server
 * when it does not. Sends no queries itself.
 */
export async function startNameServer(zones: readonly WorldZone[]): Promise<NameServer> {
  let known: Internet = internet(zones)
  const { udp, tcp, port } = await listen()
  const connections = new Set<Socket>()
  const delegated = new Map<string, number>()
  let closed = false

  async function reply(bytes: Buffer, overTcp: boolean): Promise<Buffer | null> {
    const question = readQuestion(bytes)
    for (const [zone, to] of delegated)
      if (question !== null && isSubdomain(question.name, zone)) return forward(bytes, to, overTcp)
    const said = question && (await known(question))
    return said && question ? writeReply(question, said, overTcp ? longest : question.payload) : null
  }

  udp.on('message', (bytes, from) => void answerDatagram(bytes, from))
  tcp.on('connection', socket => {
    connections.add(socket)
    socket.setTimeout(idleMs, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => connections.delete(socket))
    onFrames(socket, frame => void answerFrame(frame, socket))
  })

  async function answerDatagram(bytes: Buffer, from: RemoteInfo): Promise<void> {
    const answer = await reply(bytes, false)
    if (answer !== null && !closed) udp.send(answer, from.port, from.address)
  }

  async function answerFrame(frame: Buffer, socket: Socket): Promise<void> {
    const answer = await reply(frame, true)
    if (answer === null || !socket.writable) return
    socket.write(framed(answer))
  }

  return {
    port,
    serve(next) {
      known = internet(next)
    },
    delegate(zone, to) {
      delegated.set(zone, to)
    },
    async close() {
      closed = true
      for (const socket of connections) socket.destroy()
      tcp.close()
      udp.close()
      await once(udp, 'close')
    },
  }
}

/** One port number that is free for both. */
async function listen(): Promise<{ udp: UdpSocket; tcp: Server; port: number }> {
  for (;;) {
    const udp = createSocket({ type: 'udp4', recvBufferSize: 1 << 20 })
    udp.bind(0, host)
    await once(udp, 'listening')
    const { port } = udp.address()
    const tcp = createServer().listen(port, host)
    try {
      await once(tcp, 'listening')
      return { udp, tcp, port }
    } catch {
      // Another process has the TCP port of that number: tries another one.
      udp.close()
    }
  }
}
