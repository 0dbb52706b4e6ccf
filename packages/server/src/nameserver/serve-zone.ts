import { randomInt } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, isIPv6, type Server } from 'node:net'
import type { Logger } from 'pino'
import { answer, truncated } from './answer.ts'
import { answerSecondary, isForSecondaries } from './answer-secondary.ts'
import { Notifier } from './notify.ts'
import { RateLimit } from './rate-limit.ts'
import { limitOf, MESSAGE_MAX, readRequest } from './request.ts'
import type { Secondary } from './secondaries.ts'
import { TcpClients, type TcpLimits } from './tcp-clients.ts'
import { UdpAnswers } from './udp-answers.ts'
import type { Zone } from './zone.ts'

export interface NameserverOptions {
  zone: Zone
  /**
   * The addresses to listen on; all of the machine by default, of IPv6 where it has that. On a machine with several public addresses name each one: an answer that leaves from
   * another address than the one that was asked is dropped by the client.
   */
  addresses?: readonly string[]
  /** For UDP and TCP; 0 for any port that is free for both. */
  port?: number
  secondaries?: readonly Secondary[]
  /** Answers over UDP of one kind to one network in a second. */
  answersPerSecond?: number
  tcp?: Partial<TcpLimits>
  now: () => Date
  log: Pick<Logger, 'info' | 'warn'>
}

export interface Nameserver {
  zone: Zone
  port: number
  /** Ends all connections. Resolves when the port is free. */
  close(): Promise<void>
}

interface Listener {
  udp: UdpSocket
  answers: UdpAnswers
  tcp: Server
}

const everywhere: readonly string[] = ['0.0.0.0', '::']
/** One MB, where the system allows it: a burst waits there while a turn of the event loop ends. */
const receiveBuffer = 1 << 20
const rateCounters = 65_536
const portTries = 20
const faultsLogged = 20

/**
 * Serves the zone over UDP and TCP from memory. Answers everyone the zone's records; transfers and notifications are for
 * the secondaries only.
 *
 * @throws Error when an address or the port is not free
 */
export async function openNameserver({
  zone,
  addresses,
  port: wanted = 5300,
  secondaries = [],
  answersPerSecond = 200,
  tcp: tcpLimits = {},
  now,
  log,
}: NameserverOptions): Promise<Nameserver> {
  const { listeners, port } = await listen(addresses ?? everywhere, wanted, addresses === undefined)
  const seconds = (): number => Math.floor(now().getTime() / 1000)
  const limit = new RateLimit({ perSecond: answersPerSecond, counters: rateCounters, seed: randomInt(2 ** 32) })
  const notifier = new Notifier({ zone, secondaries, send: notify, now, log })
  const clients = new TcpClients((bytes, address) => guarded(() => answersOverTcp(bytes, address)) ?? [], tcpLimits)
  const known = new Set<string>()

  /** A fault in this code costs one message, not the server. Each is logged once, because clients can repeat it. */
  function guarded<T>(work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      const text = String(error)
      if (known.size < faultsLogged && !known.has(text)) {
        known.add(text)
        log.warn({ err: error }, 'the name server failed at a message')
      }
      return undefined
    }
  }

  function receive(answers: UdpAnswers, bytes: Buffer, { address, port: from }: RemoteInfo): void {
    const request = readRequest(bytes)
    // Nothing can be sent to port 0.
    if (from === 0) return
    if (request === null) return notifier.received(bytes, address, from)
    const reply = isForSecondaries(request)
      ? first(answerSecondary(request, { address, transport: 'udp' }, zone, secondaries, seconds()))
      : answer(request, zone, limitOf(request, 'udp'))
    const fate = limit.decide(address, reply, performance.now())
    if (fate === 'send') answers.send(reply, from, address)
    else if (fate === 'slip' && isAuthoritative(reply)) answers.send(truncated(request), from, address)
  }

  function answersOverTcp(bytes: Buffer, address: string): Iterable<Buffer> {
    const request = readRequest(bytes)
    if (request === null) return []
    if (!isForSecondaries(request)) return [answer(request, zone, MESSAGE_MAX)]
    return answerSecondary(request, { address, transport: 'tcp' }, zone, secondaries, seconds())
  }

  function notify(message: Buffer, { address, port: to }: Secondary): void {
    const from = listeners.find(({ udp }) => isIPv6(udp.address().address) === isIPv6(address))
    if (from === undefined) log.warn({ secondary: address }, 'no address of the name server reaches this secondary')
    else from.answers.send(message, to, address)
  }

  for (const { udp, answers, tcp } of listeners) {
    udp.on('message', (bytes, from) => guarded(() => receive(answers, bytes, from)))
    udp.on('error', error => log.warn({ err: error }, 'a UDP socket of the name server failed'))
    tcp.on('error', error => log.warn({ err: error }, 'a TCP socket of the name server failed'))
    tcp.on('connection', socket => clients.add(socket))
  }
  const stopListening = zone.onChange(() => notifier.changed())
  // A secondary may have missed changes while no server ran.
  notifier.changed()
  log.info(
    { zone: zone.name, port, addresses: listeners.map(({ udp }) => udp.address().address), serial: zone.serial },
    'the name server answers',
  )

  return {
    zone,
    port,
    async close() {
      stopListening()
      notifier.close()
      clients.close()
      await closeAll(listeners)
    },
  }
}

/** AA: only such an answer has data that TCP would bring. */
function isAuthoritative(reply: Buffer): boolean {
  return ((reply[2] ?? 0) & 0x04) !== 0
}

function first(messages: Iterable<Buffer>): Buffer {
  for (const message of messages) return message
  throw new Error('an answer without a message')
}

/**
 * One port number for all addresses, UDP and TCP.
 *
 * @param mayLack whether an address that this machine does not have is left out, unless it is the first
 */
async function listen(
  addresses: readonly string[],
  wanted: number,
  mayLack: boolean,
): Promise<{ listeners: Listener[]; port: number }> {
  for (let tries = 1; ; tries++) {
    const listeners: Listener[] = []
    try {
      for (const address of addresses) {
        const port = listeners[0]?.udp.address().port ?? wanted
        const listener = await listenAt(address, port).catch((error: unknown) => {
          if (mayLack && listeners.length > 0 && isAbsence(error)) return null
          throw error
        })
        if (listener !== null) listeners.push(listener)
      }
      return { listeners, port: listeners[0]?.udp.address().port ?? wanted }
    } catch (error) {
      await closeAll(listeners)
      // Another program has the number that the system chose, on another address or for TCP.
      if (wanted !== 0 || tries === portTries) throw error
    }
  }
}

/** A machine without IPv6. */
function isAbsence(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['EAFNOSUPPORT', 'EADDRNOTAVAIL'].includes(String(error.code))
}

async function listenAt(address: string, port: number): Promise<Listener> {
  const listener = open(address)
  const { udp, tcp } = listener
  try {
    const bound = once(udp, 'listening')
    udp.bind(port, address)
    await bound
    tcp.listen({ port: udp.address().port, host: address, ipv6Only: true })
    await once(tcp, 'listening')
    return listener
  } catch (error) {
    await closeAll([listener])
    throw error
  }
}

function open(address: string): Listener {
  const family = isIPv6(address) ? ({ type: 'udp6', ipv6Only: true } as const) : ({ type: 'udp4' } as const)
  const udp = createSocket({ ...family, recvBufferSize: receiveBuffer, lookup: asItIs })
  return { udp, answers: new UdpAnswers(udp), tcp: createServer({ allowHalfOpen: true, noDelay: true }) }
}

async function closeAll(listeners: readonly Listener[]): Promise<void> {
  for (const { answers } of listeners) answers.close()
  await Promise.all(
    listeners.flatMap(({ udp, tcp }) => [
      new Promise<void>(resolve => udp.close(resolve)),
      new Promise<void>(resolve => void tcp.close(() => resolve())),
    ]),
  )
}

type Lookup = (
  hostname: string,
  options: object,
  callback: (error: NodeJS.ErrnoException | null, address: string, family: number) => void,
) => void

/** Clients are addresses, so nothing needs to be resolved. */
const asItIs: Lookup = (address, _options, callback) => callback(null, address, isIPv6(address) ? 6 : 4)
