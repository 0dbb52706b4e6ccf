import { createSocket, type Socket } from 'node:dgram'
import { type Numbered, NumberedTable } from './in-flight.ts'
import type { ServerAddress } from './server-address.ts'

/** A query that waits for a datagram with its message id. */
export interface Waiting extends Numbered<Waiting> {
  received(bytes: Buffer): void
  /** The network reports that the server is unreachable. */
  unreachable(): void
}

/**
 * One connected UDP socket: the kernel drops packets from other addresses or ports, and reports an unreachable port.
 * Message ids tell queries apart. A socket is replaced after a number of queries or some time, so that its source port
 * changes.
 */
export class UdpSocket {
  readonly openedAt: number
  uses = 0
  readonly #waiting = new NumberedTable<Waiting>()
  readonly #socket: Socket
  readonly #onStray: () => void
  readonly #onEnd: (socket: UdpSocket) => void
  /** Packets to send at the end of this turn of the event loop, or when the socket is connected. */
  #outgoing: Buffer[] = []
  #isConnected = false
  #retired = false
  #closed = false

  /**
   * @param onStray a datagram arrived that no query waits for
   * @param onEnd the socket is closed or broken; take another
   */
  constructor(
    { address, port, family }: ServerAddress,
    nowMs: number,
    onStray: () => void,
    onEnd: (socket: UdpSocket) => void,
  ) {
    this.openedAt = nowMs
    this.#onStray = onStray
    this.#onEnd = onEnd
    this.#socket = createSocket({ type: family === 4 ? 'udp4' : 'udp6', recvBufferSize: 1 << 20, lookup: asItIs })
    this.#socket.on('message', bytes => this.#receive(bytes))
    this.#socket.on('error', () => this.#fail())
    // The timer of a waiting query keeps the process alive; an idle socket must not.
    this.#socket.unref()
    this.#socket.on('connect', () => this.#connected())
    this.#socket.connect(port, address)
  }

  get idle(): boolean {
    return this.#waiting.size === 0
  }

  has(id: number): boolean {
    return this.#waiting.get(id) !== null
  }

  /**
   * The packets of one turn of the event loop leave together, after all arrived ones are read. A server on the same
   * machine then wakes once for many queries, and so do we for its answers.
   */
  send(packet: Buffer, waiting: Waiting): void {
    this.uses++
    this.#waiting.add(waiting)
    if (this.#outgoing.push(packet) === 1 && this.#isConnected) flushSoon(this)
  }

  /** No query waits for this id anymore. */
  release(id: number): void {
    this.#waiting.delete(id)
    if (this.#retired && this.idle) this.close()
  }

  /** No further query uses this socket. It closes after the last answer. */
  retire(): void {
    this.#retired = true
    if (this.idle) this.close()
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#waiting.drain()
    this.#socket.close()
    this.#onEnd(this)
  }

  readonly #sent = (error: Error | null): void => {
    if (error) this.#fail()
  }

  #connected(): void {
    this.#isConnected = true
    this.flush()
  }

  /** Sends the packets of this turn. */
  flush(): void {
    const packets = this.#outgoing
    this.#outgoing = []
    // A callback for each packet costs more than its decoding. The last one is enough: the network reports a server that
    // is unreachable for each packet, and what no callback hears becomes an 'error' of the socket.
    const last = packets.length - 1
    for (let i = 0; i < last; i++) {
      if (this.#closed) return
      this.#socket.send(packets[i] ?? '')
    }
    const packet = packets[last]
    if (packet !== undefined && !this.#closed) this.#socket.send(packet, this.#sent)
  }

  #receive(bytes: Buffer): void {
    const waiting = bytes.length < 12 ? null : this.#waiting.get(bytes.readUInt16BE(0))
    if (waiting === null) this.#onStray()
    else waiting.received(bytes)
  }

  /** ICMP unreachable, no route, no more file descriptors: fails the waiting queries and closes the socket. */
  #fail(): void {
    if (this.#closed) return
    const waiting = this.#waiting.drain()
    this.close()
    for (const each of waiting) each.unreachable()
  }
}

/** Sockets with packets of this turn of the event loop. */
let filled: UdpSocket[] = []

function flushSoon(socket: UdpSocket): void {
  if (filled.push(socket) === 1) setImmediate(flushAll)
}

function flushAll(): void {
  const sockets = filled
  filled = []
  for (const socket of sockets) socket.flush()
}

type Lookup = (
  hostname: string,
  options: object,
  callback: (error: NodeJS.ErrnoException | null, address: string, family: number) => void,
) => void

/** Servers are given as addresses, so nothing needs to be resolved. */
const asItIs: Lookup = (address, _options, callback) => callback(null, address, address.includes(':') ? 6 : 4)
