import { createSocket, type Socket } from 'node:dgram'
import { type Numbered, NumberedTable } from './in-flight.ts'
import type { ServerAddress } from './server-address.ts'

/** Something that waits for one datagram with its message id. */
export interface Waiting extends Numbered<Waiting> {
  received(bytes: Buffer): void
  /** The network says that the server cannot be reached. */
  unreachable(): void
}

/**
 * One connected UDP socket: the kernel drops what comes from another address or port, and tells us when nobody
 * listens there. Questions are told apart by their id. A socket is given up after a number of questions or some time,
 * so that its source port does not stay the same for long.
 */
export class UdpSocket {
  readonly openedAt: number
  uses = 0
  readonly #waiting = new NumberedTable<Waiting>()
  readonly #socket: Socket
  readonly #onStray: () => void
  readonly #onEnd: (socket: UdpSocket) => void
  /** Packets to be sent: at the end of this turn of the loop, or when the socket is connected. */
  #outgoing: Buffer[] = []
  #isConnected = false
  #retired = false
  #closed = false

  /**
   * @param onStray a datagram came that nobody waits for
   * @param onEnd the socket is closed, or broken: take another
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
    // A waiting question keeps the process alive by its timer; an idle socket must not.
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
   * Packets of one turn of the loop leave together, once all that has arrived is read: a server on the same machine is
   * then woken once for many questions, and so are we for its answers.
   */
  send(packet: Buffer, waiting: Waiting): void {
    this.uses++
    this.#waiting.add(waiting)
    if (this.#outgoing.push(packet) === 1 && this.#isConnected) setImmediate(this.#flush)
  }

  /** Nobody waits for this id any more. */
  release(id: number): void {
    this.#waiting.delete(id)
    if (this.#retired && this.idle) this.close()
  }

  /** No further question will use this socket: it closes when the last answer is in. */
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
    this.#flush()
  }

  readonly #flush = (): void => {
    const packets = this.#outgoing
    this.#outgoing = []
    for (const packet of packets) {
      if (this.#closed) return
      this.#socket.send(packet, this.#sent)
    }
  }

  #receive(bytes: Buffer): void {
    const waiting = bytes.length < 12 ? null : this.#waiting.get(bytes.readUInt16BE(0))
    if (waiting === null) this.#onStray()
    else waiting.received(bytes)
  }

  /** ICMP unreachable, no route, no more file descriptors: whoever waits here is told, and the socket is done. */
  #fail(): void {
    if (this.#closed) return
    const waiting = this.#waiting.drain()
    this.close()
    for (const each of waiting) each.unreachable()
  }
}

type Lookup = (
  hostname: string,
  options: object,
  callback: (error: NodeJS.ErrnoException | null, address: string, family: number) => void,
) => void

/** Servers are given as addresses: there is nothing to look up. */
const asItIs: Lookup = (address, _options, callback) => callback(null, address, address.includes(':') ? 6 : 4)
