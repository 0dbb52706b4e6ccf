import { afterEach, describe, expect, it } from 'vitest'
import { RandomPool } from './random.ts'
import { type LoopbackServer, loopbackServer } from './testing/loopback-server.ts'
import { type Upstream, upstreamOf } from './upstream.ts'

const firstSlot = new RandomPool(octets => octets.fill(0))
const nothing = (): void => {}
let server: LoopbackServer | undefined
let upstream: Upstream | undefined

afterEach(async () => {
  upstream?.close()
  await server?.close()
})

async function oneServer(): Promise<Upstream> {
  server = await loopbackServer(nothing)
  upstream = upstreamOf(server.name)
  return upstream
}

describe('the sockets of a server', () => {
  it('are used for at most 20,000 queries each', async () => {
    const one = await oneServer()
    const socket = one.socket(firstSlot, 0, nothing)
    socket.uses = 19_999
    expect(one.socket(firstSlot, 0, nothing)).toBe(socket)
    socket.uses = 20_000
    expect(one.socket(firstSlot, 0, nothing)).not.toBe(socket)
    expect(one.openSockets).toBe(1)
  })

  it('are used for at most a minute each, and stay open while an answer is pending', async () => {
    const one = await oneServer()
    const socket = one.socket(firstSlot, 0, nothing)
    socket.send(Buffer.alloc(12), { id: 7, next: null, received: nothing, unreachable: nothing })
    expect(one.socket(firstSlot, 59_999, nothing)).toBe(socket)
    expect(one.socket(firstSlot, 60_000, nothing)).not.toBe(socket)
    expect(one.openSockets).toBe(2)
    socket.release(7)
    expect(one.openSockets).toBe(1)
  })
})

describe('a server that keeps silent', () => {
  it('moves to the end after three timeouts, for ten seconds, then gets one try', async () => {
    const one = await oneServer()
    one.stayedSilent(0)
    one.stayedSilent(0)
    expect(one.demoted(1)).toBe(false)
    one.stayedSilent(0)
    expect(one.demoted(9999)).toBe(true)
    expect(one.demoted(10_000)).toBe(false)
    one.stayedSilent(10_001)
    expect(one.demoted(10_002)).toBe(true)
    one.answered()
    expect(one.demoted(10_003)).toBe(false)
  })
})
