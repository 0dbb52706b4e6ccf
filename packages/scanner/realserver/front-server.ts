/** A name server that answers some types of questions only: it passes these on to a real one, and fails for the others. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { decode } from 'dns-packet'

/** Opens the server at port 53 of an address of this namespace, over UDP. `passes` null: it fails for all types. */
export async function startFrontServer(
  address: string,
  upstream: string,
  passes: readonly string[] | null,
): Promise<{ stop(): Promise<void> }> {
  const front = createSocket('udp4')
  const waiting = new Set<ReturnType<typeof createSocket>>()
  front.on('message', (question, from) => {
    const type = decode(question).questions?.[0]?.type ?? ''
    if (passes === null || !passes.includes(type)) {
      front.send(servfail(question), from.port, from.address)
      return
    }
    const back = createSocket('udp4')
    waiting.add(back)
    back.once('message', answer => {
      waiting.delete(back)
      back.close()
      front.send(answer, from.port, from.address)
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

/** The question with the bits of an answer and the rcode SERVFAIL (RFC 1035 section 4.1.1). */
function servfail(question: Buffer): Buffer {
  const answer = Buffer.from(question)
  answer.writeUInt8(answer.readUInt8(2) | 0x80, 2)
  answer.writeUInt8(2, 3)
  return answer
}
