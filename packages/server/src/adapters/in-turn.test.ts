import { connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { inTurn } from './in-turn.ts'

const never = new AbortController().signal

it('runs work in order, each piece alone, and returns or throws its result', async () => {
  const run = inTurn()
  const order: number[] = []
  const failed = run(() => {
    order.push(1)
    throw new Error('broken')
  }, never)
  const second = run(() => order.push(2), never)
  await expect(failed).rejects.toThrow('broken')
  expect(await second).toBe(2)
  expect(order).toEqual([1, 2])
})

it('lets what waits on the network go between two pieces', async () => {
  const run = inTurn()
  const order: string[] = []
  const server = createServer(socket => {
    order.push('connection')
    socket.end()
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const closed = new Promise(resolve => connect(address.port, '127.0.0.1').resume().once('close', resolve))
  const pieces = Array.from({ length: 2_000 }, () => run(() => order.push('piece'), never))
  await Promise.all([closed, ...pieces])
  server.close()
  expect(order.indexOf('connection')).toBeLessThan(1_900)
})

it('skips a piece whose caller has gone', async () => {
  const run = inTurn()
  const gone = new AbortController()
  let ran = false
  const first = run(() => gone.abort(new Error('the client has gone')), never)
  const second = run(() => {
    ran = true
  }, gone.signal)
  await first
  await expect(second).rejects.toThrow('the client has gone')
  expect(ran).toBe(false)
})
