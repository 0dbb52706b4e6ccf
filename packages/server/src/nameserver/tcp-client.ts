import type { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** What was written and not yet taken by the client, in bytes, before we wait for it. */
const batchMax = 65_536

/**
 * Answers the messages of one TCP connection, each after its length in two bytes (RFC 1035 section 4.2.2). They may come
 * in any pieces, and several at once (RFC 7766 section 6.2.1.1). Reads no further while the client does not take its
 * answers. Resolves when the connection has ended.
 *
 * @param answers all messages that answer this one; none for a message that is dropped
 * @param onProgress called when a whole message has arrived and when the client has taken answers
 */
export async function serveTcpClient(
  socket: Socket,
  answers: (message: Buffer) => Iterable<Buffer>,
  onProgress: () => void,
): Promise<void> {
  const frames = new Frames()
  try {
    for await (const chunk of socket) {
      let batch: Buffer[] = []
      let size = 0
      for (const message of frames.of(chunk as Buffer)) {
        onProgress()
        for (const answer of answers(message)) {
          batch.push(lengthOf(answer), answer)
          size += answer.length + 2
          if (size < batchMax) continue
          await write(socket, batch)
          onProgress()
          batch = []
          size = 0
        }
      }
      if (size > 0) await write(socket, batch)
    }
    // The client may close its direction first, and still reads (RFC 7766 section 6.2.4).
    socket.end()
  } catch {
    // The connection broke, or a limit ended it.
    socket.destroy()
  }
}

/** Cuts a stream of bytes into messages. Each byte is copied once at most, however small the pieces are. */
class Frames {
  /** The beginning of a message that continues in the next piece. */
  #part: Buffer = Buffer.alloc(2)
  #length = 0;

  *of(chunk: Buffer): Generator<Buffer> {
    let at = 0
    while (at < chunk.length) {
      if (this.#length === 0 && chunk.length - at >= 2) {
        const end = at + 2 + chunk.readUInt16BE(at)
        if (end <= chunk.length) {
          yield chunk.subarray(at + 2, end)
          at = end
          continue
        }
      }
      const copied = chunk.copy(this.#part, this.#length, at)
      at += copied
      this.#length += copied
      if (this.#length === 2) {
        const whole = Buffer.allocUnsafe(2 + this.#part.readUInt16BE(0))
        this.#part.copy(whole, 0, 0, 2)
        this.#part = whole
      }
      if (this.#length >= 2 && this.#length === this.#part.length) {
        yield this.#part.subarray(2)
        this.#part = Buffer.alloc(2)
        this.#length = 0
      }
    }
  }
}

function lengthOf(message: Buffer): Buffer {
  return Buffer.of(message.length >> 8, message.length & 0xff)
}

/** Resolves when the client has room again; other clients get their turn first. */
async function write(socket: Socket, batch: readonly Buffer[]): Promise<void> {
  if (socket.destroyed) throw new Error('the connection is closed')
  if (socket.write(Buffer.concat(batch))) {
    if (batch.length > 2) await nextTurn()
    return
  }
  await new Promise<void>(resolve => {
    const done = (): void => {
      socket.off('drain', done)
      socket.off('close', done)
      resolve()
    }
    socket.on('drain', done)
    socket.on('close', done)
  })
}
