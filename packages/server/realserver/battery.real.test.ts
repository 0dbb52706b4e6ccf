import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openNameserver } from '../src/nameserver/serve-zone.ts'
import { battery } from '../src/nameserver/testing/battery.data.ts'
import { exampleZone, exampleZoneFile } from '../src/nameserver/testing/example-zone.ts'
import { summaryOf } from '../src/nameserver/testing/messages.ts'
import { askTcp, askUdp } from './ask.ts'
import { startNsd } from './nsd.ts'

const oursAt = '127.0.0.2'
const nsdAt = '127.0.0.3'
const running: (() => Promise<void>)[] = []

beforeAll(async () => {
  const log = pino({ level: 'silent' })
  const ours = await openNameserver({ zone: exampleZone(), addresses: [oursAt], port: 53, now: () => new Date(), log })
  const nsd = await startNsd(nsdAt, { zone: '', file: exampleZoneFile() })
  running.push(
    () => ours.close(),
    () => nsd.stop(),
  )
})
afterAll(async () => {
  for (const stop of running) await stop()
})

describe('raw queries to our server and to NSD', () => {
  it.each(battery)('$title', async ({ packet, over, expected, nsd }) => {
    const ask = over === 'tcp' ? askTcp : askUdp
    expect(summaryOf(packet, await ask(oursAt, packet))).toBe(expected)
    expect(summaryOf(packet, await ask(nsdAt, packet)), nsd?.because).toBe(nsd?.expected ?? expected)
  })
})
