import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import {
  type Answer,
  decode,
  encode,
  type OptAnswer,
  type Packet,
  RECURSION_AVAILABLE,
  type StringAnswer,
} from 'dns-packet'

/** A query as it arrived at a test server. */
export interface Arrived {
  id: number
  /** In its original letter case. */
  name: string
  type: string
  transport: 'udp' | 'tcp'
  /** The source port of the client. */
  port: number
  bytes: Buffer
  recursion: boolean
  checkingDisabled: boolean
  edns: OptAnswer | undefined
  /** Sends bytes, with a length prefix over TCP. */
  send: (bytes: Buffer) => void
  /** Sends bytes without a length prefix. */
  sendRaw: (bytes: Buffer) => void
  /** Closes the connection, if there is one. */
  hangUp: () => void
}

export interface LoopbackServer {
  /** `address:port`. */
  name: string
  port: number
  arrived: Arrived[]
  /** Resolves when this many queries have arrived in all. */
  reached: (count: number) => Promise<void>
  /** Sends a datagram from a port that is not the server's. */
  spoof: (bytes: Buffer, toPort: number) => Promise<void>
  close: () => Promise<void>
}

/** A DNS server on UDP and TCP of one loopback port. A query without a `send` stays unanswered. */
export async function loopbackServer(
  handle: (question: Arrived) => void,
  { tcp = true, address = '127.0.0.1', port: wanted = 0 }: { tcp?: boolean; address?: string; port?: number } = {},
): Promise<LoopbackServer> {
  const arrived: Arrived[] = []
  const awaited: [number, () => void][] = []
  const take = (bytes: Buffer, rest: Pick<Arrived, 'transport' | 'port' | 'send' | 'sendRaw' | 'hangUp'>): void => {
    const packet = decode(bytes)
    const [question] = packet.questions ?? []
    const flags = packet.flags ?? 0
    const each: Arrived = {
      id: packet.id ?? 0,
      name: question?.name ?? '',
      type: question?.type ?? '',
      bytes,
      recursion: (flags & 0x100) !== 0,
      checkingDisabled: (flags & 0x10) !== 0,
      edns: packet.additionals?.find((record): record is OptAnswer => record.type === 'OPT'),
      ...rest,
    }
    arrived.push(each)
    handle(each)
    for (const [count, resolve] of awaited) if (arrived.length >= count) resolve()
  }

  const { udp, listener } = await listen(tcp, address, wanted)
  let closed = false
  udp.on('message', (bytes: Buffer, from: RemoteInfo) => {
    // A delayed answer may become due after the end of the test.
    const send = (answer: Buffer): void => {
      if (!closed) udp.send(answer, from.port, from.address)
    }
    take(bytes, { transport: 'udp', port: from.port, send, sendRaw: send, hangUp: () => {} })
  })
  const connections = new Set<Socket>()
  listener?.on('connection', socket => {
    connections.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => connections.delete(socket))
    socket.once('data', chunk => {
      const send = (answer: Buffer): void => {
        const length = Buffer.alloc(2)
        length.writeUInt16BE(answer.length)
        socket.write(Buffer.concat([length, answer]))
      }
      take(chunk.subarray(2), {
        transport: 'tcp',
        port: socket.remotePort ?? 0,
        send,
        sendRaw: raw => socket.write(raw),
        hangUp: () => socket.destroy(),
      })
    })
  })

  const { port } = udp.address()
  return {
    name: `${address}:${port}`,
    port,
    arrived,
    reached: count =>
      new Promise(resolve => {
        if (arrived.length >= count) resolve()
        else awaited.push([count, resolve])
      }),
    async spoof(bytes, toPort) {
      const stranger = createSocket('udp4')
      await new Promise<void>(resolve => stranger.send(bytes, toPort, '127.0.0.1', () => resolve()))
      stranger.close()
    },
    async close() {
      closed = true
      for (const socket of connections) socket.destroy()
      listener?.close()
      udp.close()
      await once(udp, 'close')
    },
  }
}

async function listen(
  tcp: boolean,
  address: string,
  wanted: number,
): Promise<{ udp: UdpSocket; listener: Server | null }> {
  for (;;) {
    const listener = tcp ? createServer().listen(wanted, address) : null
    if (listener !== null) await once(listener, 'listening')
    const port = listener === null ? wanted : (listener.address() as AddressInfo).port
    const udp = createSocket({ type: 'udp4', recvBufferSize: 1 << 20 })
    udp.bind(port, address)
    try {
      await once(udp, 'listening')
      return { udp, listener }
    } catch (error) {
      // Another process has the UDP port of that number: tries another one if any port will do.
      listener?.close()
      if (wanted !== 0) throw error
    }
  }
}

export interface ResponseParts {
  rcode?: number
  answers?: Answer[]
  authorities?: Answer[]
  aa?: boolean
  ad?: boolean
  tc?: boolean
  /** Extended errors (RFC 8914). Each response to a query with EDNS carries an OPT record, unless this is null. */
  ede?: { code: number; text?: string }[] | null
  /** Changes the packet before encoding. */
  change?: (packet: Packet) => Packet
}

/** The bytes of an answer to a query, with the question as it was sent. Encoded by `dns-packet`. */
export function response(question: Arrived, parts: ResponseParts = {}): Buffer {
  const { rcode = 0, answers = [], authorities = [], aa = false, ad = false, tc = false, ede = [] } = parts
  const packet: Packet = {
    type: 'response',
    id: question.id,
    flags: RECURSION_AVAILABLE | (rcode & 15) | (aa ? 0x400 : 0) | (ad ? 0x20 : 0) | (tc ? 0x200 : 0),
    questions: [{ name: question.name, type: question.type as StringAnswer['type'] }],
    answers,
    authorities,
  }
  const message = encode((parts.change ?? (same => same))(packet))
  return question.edns === undefined || ede === null ? message : withOpt(message, rcode >> 4, ede)
}

/** Appends an OPT record to a message, because `dns-packet` writes no extended errors. */
export function withOpt(message: Buffer, extendedRcode: number, ede: { code: number; text?: string }[] = []): Buffer {
  const options = ede.map(({ code, text = '' }) => {
    const head = Buffer.alloc(6)
    head.writeUInt16BE(15, 0)
    head.writeUInt16BE(2 + Buffer.byteLength(text), 2)
    head.writeUInt16BE(code, 4)
    return Buffer.concat([head, Buffer.from(text)])
  })
  const data = Buffer.concat(options)
  const opt = Buffer.alloc(11)
  opt.writeUInt16BE(41, 1)
  opt.writeUInt16BE(1232, 3)
  opt[5] = extendedRcode
  opt.writeUInt16BE(data.length, 9)
  const whole = Buffer.concat([message, opt, data])
  whole.writeUInt16BE(whole.readUInt16BE(10) + 1, 10)
  return whole
}

/** An SOA record of a zone, as `authorities` of a negative answer. */
export function soa(zone: string, { ttl = 3600, minimum = 300 } = {}): Answer {
  const data = {
    mname: `ns1.${zone}`,
    rname: `h.${zone}`,
    serial: 1,
    refresh: 7200,
    retry: 900,
    expire: 86_400,
    minimum,
  }
  return { type: 'SOA', name: zone, ttl, data }
}
