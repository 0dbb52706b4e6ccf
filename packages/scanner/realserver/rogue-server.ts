/**
 * Misbehaving servers in a separate program: `node rogue-server.ts silent=ADDRESS garbage=ADDRESS`. `silent` accepts
 * queries over UDP and TCP and never replies; `garbage` replies in turn with bytes that are no DNS message, with the
 * answer to another query, or with a truncated message.
 */
import { createSocket, type Socket } from 'node:dgram'
import { createServer } from 'node:net'

const port = 53

async function listen(address: string, answer: (question: Buffer) => readonly Buffer[]): Promise<void> {
  const udp: Socket = createSocket('udp4')
  udp.on('message', (question, from) => {
    for (const message of answer(question)) udp.send(message, from.port, from.address)
  })
  const tcp = createServer(connection => {
    connection.on('error', () => {})
    connection.on('data', data => {
      for (const message of answer(data.subarray(2))) {
        const length = Buffer.alloc(2)
        length.writeUInt16BE(message.length)
        connection.write(Buffer.concat([length, message]))
      }
    })
  })
  await new Promise<void>(resolve => udp.bind(port, address, resolve))
  await new Promise<void>(resolve => tcp.listen(port, address, resolve))
}

let turn = 0
function garbage(question: Buffer): Buffer[] {
  turn += 1
  const noise = Buffer.from(Array.from({ length: 40 }, (_, index) => (index * 97 + turn * 31) & 0xff))
  const otherId = Buffer.from(question)
  otherId.writeUInt16BE((question.readUInt16BE(0) + 1) & 0xffff)
  otherId.writeUInt8(0x84, 2)
  // The correct id and the answer bit, then counts of records that are missing, and a compression pointer to itself.
  const loop = Buffer.concat([question.subarray(0, 2), Buffer.from('84000001000100000000c00c00010001', 'hex')])
  return [noise, Buffer.alloc(0), question.subarray(0, 7), otherId, loop]
}

for (const argument of process.argv.slice(2)) {
  const [kind, address = ''] = argument.split('=')
  await listen(address, kind === 'garbage' ? garbage : () => [])
}
console.log('listening')
