import fastify, { type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { health } from './health.ts'

it('a server that is not ready says when to come back, and writes one line a minute, however often it is asked', async () => {
  const lines: unknown[] = []
  let now = new Date('2026-11-20T09:00:00Z')
  const log: FastifyBaseLogger = pino({ level: 'warn' }, { write: line => void lines.push(JSON.parse(line)) })
  const app = fastify({ loggerInstance: log })
  const parts = {
    isReady: async () => false,
    diskIsFull: () => {},
    read: () => Promise.reject(new Error('only for those who may read the metrics')),
  }
  health(app, { parts, env: readEnv({}), now: () => now })
  const ask = () => app.inject({ url: '/readyz', remoteAddress: '192.0.2.1' })
  for (let n = 0; n < 5; n++) {
    const { statusCode, headers } = await ask()
    expect([statusCode, headers['retry-after']]).toEqual([503, '10'])
  }
  expect(lines).toHaveLength(1)
  now = new Date('2026-11-20T09:01:00Z')
  await ask()
  expect(lines).toHaveLength(2)
  await app.close()
})
