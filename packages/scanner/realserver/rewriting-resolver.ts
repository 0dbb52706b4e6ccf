/** A resolver that monetizes typing errors: names that do not exist resolve to its own web server. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode, encode } from 'dns-packet'

/**
 * Forwards every query to `upstream` over UDP, and replaces NXDOMAIN with `advertisement`. Runs on port 53 of an
 * address of this namespace.
 */
export async function startRewritingResolver(
  address: string,
  upstream: string,
  advertisement: string,
): Promise<{ stop(): Promise<void> }> {
  const front = createSocket('udp4')
  const waiting = new Set<ReturnType<typeof createSocket>>()
  front.on('message', (question, from) => {
    const back = createSocket('udp4')
    waiting.add(back)
    back.once('message', answer => {
      waiting.delete(back)
      back.close()
      front.send(rewritten(answer, advertisement), from.port, from.address)
    })
    back.send(question, 53, upstream)
  })
  front.bind(53, address)
  await once(front, 'listening')
  return {
    async stop() {
      for (const back of waiting) back.close()
      front.close()
      await once(front, 'close')
    },
  }
}

function rewritten(answer: Buffer, advertisement: string): Buffer {
  const packet = decode(answer)
  const [question] = packet.questions ?? []
  const isNxdomain = (answer.readUInt16BE(2) & 0xf) === 3
  if (!isNxdomain || question?.type !== 'A') return answer
  const { id, questions = [] } = packet
  const answers = [{ type: 'A' as const, name: question.name, ttl: 60, data: advertisement }]
  return encode({ type: 'response', id: id ?? 0, flags: 0x0180, questions, answers })
}
