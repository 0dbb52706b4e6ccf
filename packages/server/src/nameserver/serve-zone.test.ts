import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { decode } from 'dns-packet'
import { afterEach, describe, expect, it } from 'vitest'
import { silent } from '../testing/silent.ts'
import { type Nameserver, type NameserverOptions, openNameserver } from './serve-zone.ts'
import { exampleZone } from './testing/example-zone.ts'
import { opt, query, summaryOf } from './testing/messages.ts'

const running: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of running.splice(0)) await each.close()
})

async function open(options: Partial<NameserverOptions> = {}): Promise<Nameserver> {
  const server = await openNameserver({
    zone: exampleZone(),
    addresses: ['127.0.0.1'],
    port: 0,
    now: () => new Date(),
    log: silent,
    ...options,
  })
  running.push(server)
  return server
}

async function overUdp({ port }: Nameserver, packet: Buffer, address = '127.0.0.1'): Promise<Buffer> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  socket.send(packet, port, address)
  const [reply] = (await once(socket, 'message')) as [Buffer]
  socket.close()
  return reply
}

/** A TCP connection that collects whole messages. */
async function aClient({ port }: Nameserver, host = '127.0.0.1') {
  const socket: Socket = connect({ port, host, allowHalfOpen: true })
  running.push({ close: () => void socket.destroy() })
  const messages: Buffer[] = []
  let held = Buffer.alloc(0)
  let ended = false
  const waiting = new Set<() => void>()
  const tell = (): void => {
    for (const each of waiting) each()
  }
  socket.on('error', () => {})
  socket.on('data', chunk => {
    held = Buffer.concat([held, chunk])
    while (held.length >= 2 && held.length >= 2 + held.readUInt16BE(0)) {
      messages.push(held.subarray(2, 2 + held.readUInt16BE(0)))
      held = held.subarray(2 + held.readUInt16BE(0))
    }
    tell()
  })
  for (const event of ['end', 'close'] as const) {
    socket.on(event, () => {
      ended = true
      tell()
    })
  }
  await once(socket, 'connect')
  const until = (isSo: () => boolean): Promise<void> =>
    new Promise(resolve => {
      const look = (): void => {
        if (!isSo()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return {
    socket,
    messages,
    count: async (count: number) => {
      await until(() => messages.length >= count)
      return messages
    },
    ended: () => until(() => ended),
  }
}

function framed(packet: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(packet.length)
  return Buffer.concat([length, packet])
}

const abc = (id: number): Buffer => query('abc.waxseal.test', 16, { id })
const found = 'NOERROR aa TXT(300)'

describe('the name server', () => {
  it('answers over UDP and TCP, IPv4 and IPv6, on one port', async () => {
    const server = await open({ addresses: ['127.0.0.1', '::1'] })
    for (const address of ['127.0.0.1', '::1']) {
      expect(summaryOf(abc(1), await overUdp(server, abc(1), address))).toBe(found)
      const client = await aClient(server, address)
      client.socket.write(framed(abc(2)))
      expect(summaryOf(abc(2), (await client.count(1))[0] ?? null)).toBe(found)
    }
  })

  it('listens on all addresses of the machine unless some are named', async () => {
    const server = await openNameserver({ zone: exampleZone(), port: 0, now: () => new Date(), log: silent })
    running.push(server)
    for (const address of ['127.0.0.1', '127.0.0.9', '::1']) {
      expect(summaryOf(abc(1), await overUdp(server, abc(1), address))).toBe(found)
    }
  })

  it('notifies a secondary from its own port, and takes the response there', async () => {
    const secondary = createSocket('udp4')
    running.push(secondary)
    secondary.bind(0, '127.0.0.1')
    await once(secondary, 'listening')
    const { port } = secondary.address()
    const server = await open({ secondaries: [{ address: '127.0.0.1', port, key: null }] })
    const [notice, from] = (await once(secondary, 'message')) as [Buffer, { port: number }]
    expect(from.port).toBe(server.port)
    expect(decode(notice)).toMatchObject({ flag_aa: true, answers: [{ type: 'SOA', data: { serial: 2_026_112_500 } }] })
    const response = Buffer.from(notice)
    response.writeUInt16BE(0xa400, 2)
    secondary.send(response, server.port, '127.0.0.1')
    server.zone.put('abc.waxseal.test', { text: 'changed', ttl: 60 })
    const [second] = (await once(secondary, 'message')) as [Buffer]
    expect(decode(second).answers).toMatchObject([{ data: { serial: 2_026_112_501 } }])
  })

  it('answers with a change at once', async () => {
    const server = await open()
    const packet = query('new.waxseal.test', 16)
    expect(summaryOf(packet, await overUdp(server, packet))).toMatch(/^NXDOMAIN/)
    server.zone.put('new.waxseal.test', { text: 'v=spf1 -all', ttl: 60 })
    expect(summaryOf(packet, await overUdp(server, packet))).toBe('NOERROR aa TXT(60)')
    server.zone.remove('new.waxseal.test')
    expect(summaryOf(packet, await overUdp(server, packet))).toMatch(/^NXDOMAIN/)
  })

  it('is refused a port that is taken, and leaves nothing open', async () => {
    const { port } = await open()
    await expect(open({ port, addresses: ['::1', '127.0.0.1'] })).rejects.toThrow('EADDRINUSE')
    const again = await open({ port, addresses: ['::1'] })
    expect(again.port).toBe(port)
  })

  it('frees its port when it closes, connections or not', async () => {
    const server = await open()
    const client = await aClient(server)
    await server.close()
    running.splice(running.indexOf(server), 1)
    await client.ended()
    expect((await open({ port: server.port })).port).toBe(server.port)
  })

  it('limits its answers over UDP to one network, and answers over TCP as before', async () => {
    const server = await open({ answersPerSecond: 5 })
    const { replies, most } = await flood(server, 100, id => query('abc.waxseal.test', 16, { id, records: [opt()] }))
    const whole = replies.filter(reply => !decode(reply).flag_tc)
    const cut = replies.filter(reply => decode(reply).flag_tc)
    expect(whole.length).toBeGreaterThanOrEqual(5)
    expect(whole.length).toBeLessThanOrEqual(most)
    expect(cut.length).toBe(Math.floor((100 - whole.length) / 2))
    for (const reply of cut) {
      expect(summaryOf(query('abc.waxseal.test', 16, { id: reply.readUInt16BE(0) }), reply)).toBe('NOERROR aa tc OPT')
    }
    const client = await aClient(server)
    for (let id = 0; id < 100; id++) client.socket.write(framed(abc(id)))
    expect((await client.count(100)).map(message => summaryOf(abc(message.readUInt16BE(0)), message))).toEqual(
      Array.from({ length: 100 }, () => found),
    )
  })

  it('sends no more refusals to one network than the limit, because TCP would bring nothing else', async () => {
    const server = await open({ answersPerSecond: 5 })
    const { replies, most } = await flood(server, 100, id => query('example.org', 16, { id }))
    expect(replies.length).toBeLessThanOrEqual(most)
    for (const reply of replies) expect(summaryOf(query('.', 1, { id: reply.readUInt16BE(0) }), reply)).toBe('REFUSED')
  })
})

/**
 * Sends queries of one kind from one socket.
 *
 * @returns the replies, and how many whole ones a limit of five a second allows in the time that it took
 */
async function flood(
  { port }: Nameserver,
  count: number,
  packetOf: (id: number) => Buffer,
): Promise<{ replies: Buffer[]; most: number }> {
  const socket = createSocket('udp4')
  running.push(socket)
  const replies: Buffer[] = []
  socket.on('message', reply => replies.push(reply))
  const began = performance.now()
  for (let id = 0; id < count; id++) socket.send(packetOf(id), port, '127.0.0.1')
  // Another kind of answer, which comes last.
  const last = query('nope.waxseal.test', 16, { id: count })
  socket.send(last, port, '127.0.0.1')
  while (replies.at(-1)?.readUInt16BE(0) !== count) await once(socket, 'message')
  return { replies: replies.slice(0, -1), most: Math.ceil(5 + (5 * (performance.now() - began)) / 1000) }
}

describe('a TCP connection', () => {
  it('carries many queries, several in one segment, and answers in their order', async () => {
    const client = await aClient(await open())
    client.socket.write(Buffer.concat(Array.from({ length: 500 }, (_, id) => framed(abc(id)))))
    client.socket.write(framed(abc(500)))
    expect((await client.count(501)).map(message => message.readUInt16BE(0))).toEqual(
      Array.from({ length: 501 }, (_, id) => id),
    )
  })

  it('takes a query in pieces of one byte', async () => {
    const client = await aClient(await open())
    client.socket.setNoDelay(true)
    for (const octet of Buffer.concat([framed(abc(1)), framed(abc(2))])) {
      client.socket.write(Buffer.of(octet))
      await new Promise(resolve => setImmediate(resolve))
    }
    expect((await client.count(2)).map(message => summaryOf(abc(message.readUInt16BE(0)), message))).toEqual([
      found,
      found,
    ])
  })

  it('is answered after the client has closed its direction', async () => {
    const client = await aClient(await open())
    client.socket.end(Buffer.concat([framed(abc(1)), framed(abc(2))]))
    await client.ended()
    expect(client.messages).toHaveLength(2)
  })

  it('survives a message that gets no answer, and an empty one', async () => {
    const client = await aClient(await open())
    client.socket.write(
      Buffer.concat([framed(Buffer.alloc(0)), framed(query('.', 1, { flags: 0x8000 })), framed(abc(3))]),
    )
    expect((await client.count(1))[0]?.readUInt16BE(0)).toBe(3)
  })

  it('ends when it is idle, however slowly it sends bytes', async () => {
    const client = await aClient(await open({ tcp: { idleMs: 100 } }))
    const drip = setInterval(() => client.socket.write(Buffer.of(1)), 10)
    await client.ended()
    clearInterval(drip)
    expect(client.messages).toEqual([])
  })

  it('that has been idle longest ends when there are too many', async () => {
    const server = await open({ tcp: { connections: 3 } })
    const first = await aClient(server)
    const second = await aClient(server)
    const third = await aClient(server)
    for (const each of [first, second, third]) {
      each.socket.write(framed(abc(1)))
      await each.count(1)
    }
    first.socket.write(framed(abc(2)))
    await first.count(2)
    const fourth = await aClient(server)
    await second.ended()
    for (const each of [first, third, fourth]) {
      const before = each.messages.length
      each.socket.write(framed(abc(3)))
      await each.count(before + 1)
    }
  })

  it('leaves its place to the next one of its address', async () => {
    const server = await open({ tcp: { perAddress: 2 } })
    for (let i = 0; i < 10; i++) {
      const client = await aClient(server)
      client.socket.end(framed(abc(i)))
      await client.count(1)
      await client.ended()
      await once(client.socket, 'close')
    }
  })

  it('beyond the limit for one address is closed', async () => {
    const server = await open({ tcp: { perAddress: 2 } })
    const first = await aClient(server)
    await aClient(server)
    const third = await aClient(server)
    await third.ended()
    first.socket.write(framed(abc(1)))
    await first.count(1)
  })
})
