/**
 * mailauth as a peer: one JSON object per line in and out, as in pyspf.py. Uses its strict mode, which means to follow
 * RFC 7208 exactly.
 */
import { createSocket } from 'node:dgram'
import { createInterface } from 'node:readline'
import { type Answer, decode, encode } from 'dns-packet'
import { spf } from 'mailauth/lib/spf/index.js'
import type { AnswerData, PeerQuery } from './peer.ts'

type Lookup = (name: string, type: string) => Promise<unknown>
let lookup: Lookup = overUdp(process.argv[2] ?? '127.0.0.1')

/**
 * Node's own resolver, mailauth's default, refuses names with `%`, `+` or `=`, and macros make such names. To compare
 * the evaluation only, its queries use dns-packet.
 */
function overUdp(server: string): Lookup {
  const socket = createSocket('udp4')
  const waiting = new Map<number, (reply: Buffer) => void>()
  socket.on('message', reply => waiting.get(reply.readUInt16BE(0))?.(reply))
  socket.unref()
  let last = 0
  return async (name, type) => {
    last = (last + 1) & 0xffff
    const id = last
    const question = encode({
      type: 'query',
      id,
      flags: 0x0100,
      questions: [{ type: type as 'A', name }],
      additionals: [
        {
          type: 'OPT',
          name: '.',
          udpPayloadSize: 4096,
          flags: 0,
          options: [],
          extendedRcode: 0,
          ednsVersion: 0,
          flag_do: false,
        },
      ],
    })
    const reply = await new Promise<Buffer>((resolve, reject) => {
      const late = setTimeout(() => reject(Object.assign(new Error('late'), { code: 'ETIMEOUT' })), 5000)
      waiting.set(id, message => {
        clearTimeout(late)
        resolve(message)
      })
      socket.send(question, 53, server)
    }).finally(() => waiting.delete(id))
    const { answers = [], flags = 0 } = decode(reply)
    const code = flags & 0xf
    if (code !== 0 && code !== 3) throw Object.assign(new Error(`answer code ${code}`), { code: 'ESERVFAIL' })
    const values = answers.filter(answer => answer.type === type).map(valueOf)
    if (values.length > 0) return values
    throw Object.assign(new Error('nothing there'), { code: code === 3 ? 'ENOTFOUND' : 'ENODATA' })
  }
}

/** A record in the form of `dns.promises.resolve`. */
function valueOf(answer: Answer): unknown {
  if (answer.type === 'MX') return { priority: answer.data.preference, exchange: answer.data.exchange }
  if (answer.type !== 'TXT') return 'data' in answer ? answer.data : null
  return [answer.data].flat().map(text => (typeof text === 'string' ? text : text.toString('utf8')))
}

function fromZone(zone: Readonly<Record<string, AnswerData>>): Lookup {
  const held = new Map(Object.entries(zone))
  return async (asked, type) => {
    let name = asked.toLowerCase()
    for (let step = 0; step < 12; step++) {
      const entry = held.get(name)
      if (entry === undefined) throw Object.assign(new Error(`no ${name}`), { code: 'ENOTFOUND' })
      if (entry.fail !== undefined) throw Object.assign(new Error(`${name} fails`), { code: 'ESERVFAIL' })
      const values = entry[type as 'A']
      if (values !== undefined) {
        if (type !== 'MX') return values.slice()
        return (entry.MX ?? []).map(([priority, exchange]) => ({ priority, exchange }))
      }
      if (entry.CNAME === undefined) throw Object.assign(new Error(`no ${type} at ${name}`), { code: 'ENODATA' })
      name = entry.CNAME[0] ?? ''
    }
    throw Object.assign(new Error(`a loop at ${asked}`), { code: 'ESERVFAIL' })
  }
}

async function evaluate({ ip, sender, helo }: PeerQuery) {
  const { status, explanation } = (await spf({
    ip,
    sender,
    helo,
    mta: 'receiver.example.net',
    strict: true,
    resolver: lookup as never,
  })) as { status: { result: string; comment?: string }; explanation?: string }
  const problem = status.result.endsWith('error') ? (status.comment ?? null) : null
  return { result: status.result, explanation: explanation ?? null, problem }
}

type Message = PeerQuery | { zone: Record<string, AnswerData> } | { time: readonly PeerQuery[]; rounds: number }

async function answer(message: Message): Promise<unknown> {
  if ('zone' in message) {
    lookup = fromZone(message.zone)
    return { ready: true }
  }
  if ('time' in message) {
    const began = performance.now()
    let results: string[] = []
    for (let round = 0; round < message.rounds; round++) {
      results = []
      for (const query of message.time) results.push((await evaluate(query)).result)
    }
    return { ms: performance.now() - began, results }
  }
  return await evaluate(message).catch((error: unknown) => {
    return { result: 'crash', explanation: null, problem: String(error) }
  })
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line) as Message))}\n`)
}
