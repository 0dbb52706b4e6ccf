import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { decode } from 'dns-packet'
import { query } from '../nameserver/testing/messages.ts'

/**
 * What a name server on a port of the loopback answers for a TXT record over UDP: its text, `NXDOMAIN` or another rcode,
 * and `none` for a name without one.
 *
 * @throws when it does not answer within two seconds
 */
export async function askTxt(port: number, name: string): Promise<string> {
  const socket = createSocket('udp4')
  try {
    socket.send(query(name, 16), port, '127.0.0.1')
    const [reply] = (await once(socket, 'message', { signal: AbortSignal.timeout(2_000) })) as [Buffer]
    const { rcode, answers = [] } = decode(reply) as ReturnType<typeof decode> & { rcode: string }
    if (rcode !== 'NOERROR') return rcode
    const texts = answers.flatMap(answer => (answer.type === 'TXT' ? [[answer.data].flat().map(String).join('')] : []))
    return texts.join('\n') || 'none'
  } finally {
    socket.close()
  }
}

/** Asks again and again until the answer is this one. Returns the milliseconds. @throws when that takes too long */
export async function untilTxt(port: number, name: string, wanted: string, withinMs = 15_000): Promise<number> {
  const start = performance.now()
  for (let answer = ''; ; ) {
    answer = await askTxt(port, name).catch(String)
    const ms = performance.now() - start
    if (answer === wanted) return ms
    if (ms > withinMs) throw new Error(`${name} has ${answer} after ${withinMs} ms`)
    await wait(20)
  }
}
