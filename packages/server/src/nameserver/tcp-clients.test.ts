import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TcpClients } from './tcp-clients.ts'

const running: (() => void)[] = []
afterEach(() => {
  for (const stop of running.splice(0)) stop()
})

const answer = Buffer.alloc(4096, 7)
const questions = 20_000

/** Both ends of a connection that is served; each message of one byte gets 4 KB. */
async function aConnection(idleMs: number): Promise<{ client: Socket; server: Socket; answered: () => number }> {
  let answered = 0
  const clients = new TcpClients(
    () => {
      answered++
      return [answer]
    },
    { idleMs },
  )
  const listener = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const client = connect((listener.address() as AddressInfo).port, '127.0.0.1')
  client.pause()
  const [server] = (await once(listener, 'connection')) as [Socket]
  clients.add(server)
  running.push(() => {
    clients.close()
    client.destroy()
    listener.close()
  })
  return { client, server, answered: () => answered }
}

async function fullFor(server: Socket): Promise<void> {
  for (let turns = 0; turns < 100; turns = server.writableNeedDrain ? turns + 1 : 0) {
    await new Promise(resolve => setImmediate(resolve))
  }
}

describe('a client that asks and does not read the answers', () => {
  it('is not read any further, and gets them all once it reads', async () => {
    const { client, server, answered } = await aConnection(60_000)
    client.write(Buffer.concat(Array.from({ length: questions }, () => Buffer.of(0, 1, 0))))
    await fullFor(server)
    const before = answered()
    expect(before).toBeLessThan(questions / 2)
    await fullFor(server)
    expect(answered()).toBe(before)
    // What waits in this process is one batch, not 80 MB.
    expect(server.writableLength).toBeLessThan(200_000)
    let received = 0
    for await (const chunk of client) {
      received += (chunk as Buffer).length
      if (received === questions * (answer.length + 2)) break
    }
    expect(answered()).toBe(questions)
  })

  it('is disconnected when it takes nothing for the idle time', async () => {
    const { client, server } = await aConnection(50)
    client.on('error', () => {})
    client.write(Buffer.concat(Array.from({ length: questions }, () => Buffer.of(0, 1, 0))))
    await once(server, 'close')
    expect(server.destroyed).toBe(true)
  })
})

it('a client that asks now and then stays connected', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { client, server } = await aConnection(1000)
    client.resume()
    for (let i = 0; i < 5; i++) {
      vi.advanceTimersByTime(900)
      client.write(Buffer.of(0, 1, 0))
      await once(client, 'data')
      expect(server.destroyed).toBe(false)
    }
    vi.advanceTimersByTime(1001)
    expect(server.destroyed).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
