import { connect, type Socket } from 'node:net'
import type { ServerAddress } from './server-address.ts'
import type { Waiting } from './udp-socket.ts'

/**
 * One query over TCP on its own connection, for answers that do not fit a datagram (RFC 7766). Reads one message of at
 * most 64 KB and ignores what follows it. The caller enforces the time limit with `cancel`.
 */
export class TcpQuestion {
  readonly #socket: Socket
  readonly #waiting: Waiting
  /** The length prefix and the message; enlarged when the length is known. */
  #frame = Buffer.allocUnsafe(2)
  #length = 0
  #done = false

  constructor({ address, port, family }: ServerAddress, packet: Buffer, waiting: Waiting) {
    this.#waiting = waiting
    const framed = Buffer.allocUnsafe(packet.length + 2)
    framed.writeUInt16BE(packet.length, 0)
    packet.copy(framed, 2)
    this.#socket = connect({ host: address, port, family, noDelay: true })
    this.#socket.unref()
    this.#socket.on('data', chunk => this.#receive(chunk))
    this.#socket.on('error', () => this.#end())
    this.#socket.on('close', () => this.#end())
    // Both length bytes and the message in one segment (RFC 7766 section 8).
    this.#socket.write(framed)
  }

  cancel(): void {
    this.#done = true
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    if (this.#done) return
    // Each byte is copied once, however small the pieces are.
    const used = chunk.copy(this.#frame, this.#length)
    this.#length += used
    if (this.#length < 2) return
    const size = this.#frame.readUInt16BE(0) + 2
    if (this.#frame.length < size) {
      const whole = Buffer.allocUnsafe(size)
      this.#frame.copy(whole, 0, 0, this.#length)
      this.#frame = whole
      this.#length += chunk.copy(whole, this.#length, used)
    }
    if (this.#length < size) return
    this.cancel()
    this.#waiting.received(this.#frame.subarray(2, size))
  }

  #end(): void {
    if (this.#done) return
    this.cancel()
    this.#waiting.unreachable()
  }
}
