import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** A UDP path to a name server on which each answer takes some time, as over a network. */
export interface SlowLink {
  stop(): Promise<void>
}

/** Opens the path at port 53 of an address of the loopback device. */
export async function startSlowLink(address: string, server: string, delayMs: number): Promise<SlowLink> {
  const near = createSocket({ type: 'udp4', recvBufferSize: 1 << 20 })
  const far = createSocket({ type: 'udp4', recvBufferSize: 1 << 20 })
  near.bind(53, address)
  far.connect(53, server)
  await Promise.all([once(near, 'listening'), once(far, 'connect')])
  const senders: { id: number; port: number; address: string }[] = []
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let sent = 0
  near.on('message', (message, from) => {
    const id = sent++ & 0xffff
    senders[id] = { id: message.readUInt16BE(0), port: from.port, address: from.address }
    message.writeUInt16BE(id, 0)
    far.send(message)
  })
  far.on('message', message => {
    const sender = senders[message.readUInt16BE(0)]
    if (sender === undefined) return
    message.writeUInt16BE(sender.id, 0)
    const timer = setTimeout(() => {
      timers.delete(timer)
      near.send(message, sender.port, sender.address)
    }, delayMs)
    timers.add(timer)
  })
  return {
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      near.close()
      far.close()
      await Promise.all([once(near, 'close'), once(far, 'close')])
    },
  }
}
