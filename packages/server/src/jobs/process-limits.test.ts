import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { processLimits } from './process-limits.ts'

const response = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse

it('a workspace has five streams, and a place that closes is free again', () => {
  const limits = processLimits(() => 0)
  const open = Array.from({ length: 5 }, response)
  for (const each of open) expect(limits.takeStream('one', each)).toBe(true)
  expect(limits.takeStream('one', response())).toBe(false)
  expect(limits.takeStream('two', response())).toBe(true)
  open[0]?.emit('close')
  expect(limits.takeStream('one', response())).toBe(true)
  expect(limits.takeStream('one', response())).toBe(false)
})

it('a process has 200 streams, whoever has them', () => {
  const limits = processLimits(() => 0)
  for (let n = 0; n < 200; n++) expect(limits.takeStream(`workspace ${n}`, response())).toBe(true)
  expect(limits.takeStream('another', response())).toBe(false)
})

it('thirty wrong keys of an address are counted in a minute, and those of others by themselves', () => {
  let now = 90_000
  const limits = processLimits(() => now)
  for (let n = 0; n < 30; n++) expect(limits.wrongKey('192.0.2.1')).toBeNull()
  expect(limits.wrongKey('192.0.2.1')).toBe(30)
  expect(limits.wrongKey('192.0.2.2')).toBeNull()
  now = 120_000
  expect(limits.wrongKey('192.0.2.1')).toBeNull()
})

it('wrong keys from addresses without end are counted together beyond 20,000', () => {
  const limits = processLimits(() => 0)
  for (let n = 0; n < 20_030; n++) expect(limits.wrongKey(`client ${n}`)).toBeNull()
  expect(limits.wrongKey('one more')).toBe(60)
  expect(limits.wrongKey('client 5')).toBeNull()
})
