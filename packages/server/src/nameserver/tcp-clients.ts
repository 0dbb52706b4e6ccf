import type { Socket } from 'node:net'
import { serveTcpClient } from './tcp-client.ts'

export interface TcpLimits {
  /** A connection ends after this time without a whole query or a taken answer, in milliseconds. */
  idleMs: number
  /** Connections at once. One more ends the one that has been idle longest. */
  connections: number
  /** Connections of one address at once. One more is refused. */
  perAddress: number
}

/** RFC 7766 section 6.2.3 asks for seconds. */
const usualLimits: TcpLimits = { idleMs: 10_000, connections: 512, perAddress: 64 }

/** All TCP connections of the name server. None is ended while others are idle for longer. */
export class TcpClients {
  readonly #limits: TcpLimits
  readonly #answers: (message: Buffer, address: string) => Iterable<Buffer>
  /** The connection that has been idle longest comes first. */
  readonly #sockets = new Set<Socket>()
  readonly #perAddress = new Map<string, number>()

  /** @param answers the messages that answer a message of the client with this address */
  constructor(answers: (message: Buffer, address: string) => Iterable<Buffer>, limits: Partial<TcpLimits>) {
    this.#answers = answers
    this.#limits = { ...usualLimits, ...limits }
  }

  add(socket: Socket): void {
    const address = socket.remoteAddress
    const count = this.#perAddress.get(address ?? '') ?? 0
    if (address === undefined || count >= this.#limits.perAddress) {
      socket.destroy()
      return
    }
    this.#perAddress.set(address, count + 1)
    if (this.#sockets.size >= this.#limits.connections) this.#sockets.values().next().value?.destroy()
    this.#sockets.add(socket)
    const idle = setTimeout(() => socket.destroy(), this.#limits.idleMs)
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(idle)
      this.#sockets.delete(socket)
      const left = (this.#perAddress.get(address) ?? 1) - 1
      if (left === 0) this.#perAddress.delete(address)
      else this.#perAddress.set(address, left)
    })
    const progress = (): void => {
      if (socket.destroyed) return
      idle.refresh()
      this.#sockets.delete(socket)
      this.#sockets.add(socket)
    }
    void serveTcpClient(socket, message => this.#answers(message, address), progress)
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}
