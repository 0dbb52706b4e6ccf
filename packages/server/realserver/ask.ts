import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { query } from '../src/nameserver/testing/messages.ts'

export const sentinelId = 0xbeef
const withinMs = 5000

/**
 * Sends one datagram to port 53 and returns the reply. Null when the server drops it: a plain query follows on the same
 * socket, and its answer comes alone.
 */
export async function askUdp(address: string, packet: Buffer): Promise<Buffer | null> {
  const socket = createSocket('udp4')
  socket.connect(53, address)
  await once(socket, 'connect')
  try {
    socket.send(packet)
    socket.send(query('waxseal.test', 6, { id: sentinelId }))
    const replies: Buffer[] = []
    for (;;) {
      const [reply] = (await once(socket, 'message', { signal: AbortSignal.timeout(withinMs) })) as [Buffer]
      if (reply.readUInt16BE(0) === sentinelId) return replies[0] ?? null
      replies.push(reply)
    }
  } finally {
    socket.close()
  }
}

/** Sends one message over TCP to port 53 and returns the first reply; null when the server closes without one. */
export async function askTcp(address: string, packet: Buffer): Promise<Buffer | null> {
  const socket = connect({ host: address, port: 53, timeout: withinMs }, () => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(packet.length)
    socket.write(Buffer.concat([length, packet]))
  })
  let held = Buffer.alloc(0)
  try {
    for await (const chunk of socket) {
      held = Buffer.concat([held, chunk as Buffer])
      if (held.length >= 2 && held.length >= held.readUInt16BE(0) + 2) return held.subarray(2, held.readUInt16BE(0) + 2)
    }
    return null
  } finally {
    socket.destroy()
  }
}
