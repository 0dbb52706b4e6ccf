import type { Socket } from 'node:dgram'

interface Answer {
  message: Buffer
  port: number
  address: string
}

/**
 * Sends the answers of one turn of the event loop together, after all queries that have arrived are read: the system then
 * wakes a client on the same machine, and the network card, once for many of them.
 */
export class UdpAnswers {
  readonly #socket: Socket
  #waiting: Answer[] = []
  #isClosed = false

  constructor(socket: Socket) {
    this.#socket = socket
  }

  send(message: Buffer, port: number, address: string): void {
    if (this.#waiting.push({ message, port, address }) === 1) setImmediate(this.#flush)
  }

  /** Nothing is sent after this. */
  close(): void {
    this.#isClosed = true
  }

  readonly #flush = (): void => {
    const answers = this.#waiting
    this.#waiting = []
    // Without a callback, because each costs as much as the answer; an error of one datagram concerns its client only.
    if (!this.#isClosed) for (const { message, port, address } of answers) this.#socket.send(message, port, address)
  }
}
