import { createSocket } from 'node:dgram'
import { connect, type Socket } from 'node:net'

const host = '127.0.0.1'
/** A server that is silent for this long does not answer. */
const patienceMs = 2_000

/** What another name server on the loopback answers to a message; null: nothing. */
export function forward(message: Buffer, port: number, overTcp: boolean): Promise<Buffer | null> {
  return new Promise(resolve => {
    const late = setTimeout(() => end(null), patienceMs)
    const end = (answer: Buffer | null): void => {
      clearTimeout(late)
      resolve(answer)
      close()
    }
    const close = (overTcp ? sendFrame : sendDatagram)(message, port, end)
  })
}

type Send = (message: Buffer, port: number, end: (answer: Buffer | null) => void) => () => void

const sendDatagram: Send = (message, port, end) => {
  const socket = createSocket('udp4')
  let isOpen = true
  socket.once('message', end)
  socket.once('error', () => end(null))
  socket.send(message, port, host)
  return () => {
    if (isOpen) socket.close()
    isOpen = false
  }
}

const sendFrame: Send = (message, port, end) => {
  const socket = connect(port, host)
  socket.once('error', () => end(null))
  socket.once('close', () => end(null))
  onFrames(socket, end)
  socket.write(framed(message))
  return () => void socket.destroy()
}

/** A message over TCP: after its length in two bytes (RFC 1035 section 4.2.2). */
export function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(message.length)
  return Buffer.concat([length, message])
}

/** Calls `take` with each whole message that arrives. */
export function onFrames(socket: Socket, take: (frame: Buffer) => void): void {
  let held = Buffer.alloc(0)
  socket.on('data', chunk => {
    held = Buffer.concat([held, Buffer.from(chunk)])
    while (held.length >= 2 && held.length >= held.readUInt16BE(0) + 2) {
      const end = held.readUInt16BE(0) + 2
      take(held.subarray(2, end))
      held = held.subarray(end)
    }
  })
}
