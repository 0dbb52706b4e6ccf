import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { UdpAnswers } from './udp-answers.ts'

async function aSocket() {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { socket, port: socket.address().port }
}

it('sends the answers of a turn in their order', async () => {
  const [server, client] = [await aSocket(), await aSocket()]
  const answers = new UdpAnswers(server.socket)
  for (let i = 0; i < 10; i++) answers.send(Buffer.of(i), client.port, '127.0.0.1')
  const received: (number | undefined)[] = []
  client.socket.on('message', bytes => received.push(bytes[0]))
  while (received.length < 10) await once(client.socket, 'message')
  expect(received).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  server.socket.close()
  client.socket.close()
})

it('sends nothing after it is closed, when a send would throw', async () => {
  const { socket, port } = await aSocket()
  const answers = new UdpAnswers(socket)
  answers.send(Buffer.of(1), port, '127.0.0.1')
  answers.close()
  socket.close()
  // An exception of the flush would end this process.
  await nextTurn()
  await nextTurn()
})
