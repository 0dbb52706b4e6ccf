import { decode } from 'dns-packet'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Notifier } from './notify.ts'
import { tsigPlace } from './request.ts'
import type { Secondary } from './secondaries.ts'
import { exampleZone } from './testing/example-zone.ts'
import { wireName } from './testing/messages.ts'
import { checkTsig, readTsig, Signer, type TsigKey } from './tsig.ts'

const key: TsigKey = { name: wireName('xfr'), secret: Buffer.from('a key of thirty-two bytes length') }
const plain: Secondary = { address: '192.0.2.1', port: 53, key: null }
const keyed: Secondary = { address: '192.0.2.2', port: 5353, key }
const seconds = 1_795_594_816

interface Sent {
  message: Buffer
  to: Secondary
}

function aNotifier(secondaries: readonly Secondary[]) {
  const zone = exampleZone()
  const sent: Sent[] = []
  const warnings: string[] = []
  const notifier = new Notifier({
    zone,
    secondaries,
    send: (message, to) => void sent.push({ message, to }),
    now: () => new Date(seconds * 1000),
    log: { warn: (_: unknown, text?: string) => void warnings.push(text ?? '') },
  })
  zone.onChange(() => notifier.changed())
  const change = (value: string): void => zone.put('abc.waxseal.test', { text: value, ttl: 60 })
  return { zone, notifier, sent, warnings, change }
}

/** What a secondary answers: the header and the question. */
function responseTo(
  { message }: Sent,
  { rcode = 0, by = null as TsigKey | null, mac = null as Buffer | null } = {},
): Buffer {
  const response = Buffer.from(message.subarray(0, 12 + wireName('waxseal.test').length + 4))
  response.writeUInt16BE(0xa400 | rcode, 2)
  response.fill(0, 6, 12)
  return by === null ? response : new Signer(by, mac).sign(response, seconds)
}

beforeEach(() => void vi.useFakeTimers({ now: seconds * 1000 }))
afterEach(() => void vi.useRealTimers())

describe('a change', () => {
  it('is notified to each secondary with the new serial', () => {
    const { sent, change } = aNotifier([plain, keyed])
    change('one')
    vi.advanceTimersByTime(50)
    expect(sent.map(({ to }) => to)).toEqual([plain, keyed])
    expect(decode(sent[0]?.message ?? Buffer.alloc(12))).toMatchObject({
      opcode: 'NOTIFY',
      flag_aa: true,
      flag_qr: false,
      questions: [{ type: 'SOA', name: 'waxseal.test' }],
      answers: [{ type: 'SOA', name: 'waxseal.test', data: { serial: 2_026_112_501 } }],
    })
  })

  it('is signed for a secondary with a key', () => {
    const { sent, change } = aNotifier([keyed])
    change('one')
    vi.advanceTimersByTime(50)
    const message = sent[0]?.message ?? Buffer.alloc(12)
    const tsig = readTsig(message, tsigPlace(message))
    expect(tsig && checkTsig(message, tsigPlace(message), tsig, [key], seconds).error).toBe(0)
  })

  it('shares its notification with those of the same moment', () => {
    const { sent, change } = aNotifier([plain])
    for (let i = 0; i < 1000; i++) change(`n${i}`)
    vi.advanceTimersByTime(50)
    expect(sent).toHaveLength(1)
    expect(decode(sent[0]?.message ?? Buffer.alloc(12)).answers).toMatchObject([{ data: { serial: 2_026_113_500 } }])
  })

  it('soon after another one waits until half a second has passed, and is not lost', () => {
    const { sent, change, notifier } = aNotifier([plain])
    change('one')
    vi.advanceTimersByTime(50)
    notifier.received(responseTo(sent[0] as Sent), plain.address, plain.port)
    change('two')
    vi.advanceTimersByTime(499)
    expect(sent).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sent).toHaveLength(2)
  })

  it('long after another one waits no longer than the first', () => {
    const { sent, change, notifier } = aNotifier([plain])
    change('one')
    vi.advanceTimersByTime(50)
    notifier.received(responseTo(sent[0] as Sent), plain.address, plain.port)
    vi.advanceTimersByTime(10_000)
    change('two')
    vi.advanceTimersByTime(50)
    expect(sent).toHaveLength(2)
  })
})

describe('a secondary that does not answer', () => {
  it('is notified again, less and less often, then left to its own refresh', () => {
    const { sent, change, warnings } = aNotifier([plain])
    change('one')
    vi.advanceTimersByTime(50)
    const counts = [1000, 2000, 4000, 8000, 16_000, 32_000, 1_000_000].map(ms => {
      vi.advanceTimersByTime(ms)
      return sent.length
    })
    expect(counts).toEqual([2, 3, 4, 5, 6, 6, 6])
    expect(warnings).toEqual(['a secondary does not answer notifications'])
    expect(new Set(sent.map(({ message }) => message.readUInt16BE(0))).size).toBeGreaterThan(1)
  })

  it('is notified of the next change from the beginning', () => {
    const { sent, change } = aNotifier([plain])
    change('one')
    vi.advanceTimersByTime(50 + 1000 + 2000)
    change('two')
    vi.advanceTimersByTime(50)
    const counts = [0, 1000, 2000, 4000].map(ms => {
      vi.advanceTimersByTime(ms)
      return sent.length
    })
    expect(counts).toEqual([4, 5, 6, 7])
  })
})

describe('a response', () => {
  it('ends the notification', () => {
    const { sent, change, notifier, warnings } = aNotifier([plain])
    change('one')
    vi.advanceTimersByTime(50)
    notifier.received(responseTo(sent[0] as Sent), plain.address, plain.port)
    vi.advanceTimersByTime(1_000_000)
    expect([sent.length, warnings]).toEqual([1, []])
  })

  it('that refuses ends it with a warning', () => {
    const { sent, change, notifier, warnings } = aNotifier([plain])
    change('one')
    vi.advanceTimersByTime(50)
    notifier.received(responseTo(sent[0] as Sent, { rcode: 5 }), plain.address, plain.port)
    vi.advanceTimersByTime(1_000_000)
    expect([sent.length, warnings]).toEqual([1, ['a secondary refuses notifications']])
  })

  it('that is signed ends the notification of a secondary with a key', () => {
    const { sent, change, notifier } = aNotifier([keyed])
    change('one')
    vi.advanceTimersByTime(50)
    const [first] = sent
    const message = first?.message ?? Buffer.alloc(12)
    const mac = readTsig(message, tsigPlace(message))?.mac ?? null
    notifier.received(responseTo(first as Sent, { by: key, mac }), keyed.address, keyed.port)
    vi.advanceTimersByTime(1_000_000)
    expect(sent).toHaveLength(1)
  })

  const { address, port } = plain
  it.each<[string, (sent: Sent) => [Buffer, string, number]]>([
    ['from another address', sent => [responseTo(sent), '192.0.2.9', port]],
    ['from another port', sent => [responseTo(sent), address, 5354]],
    ['of a plain query', sent => [Buffer.from(responseTo(sent)).fill(0x84, 2, 3), address, port]],
    ['with another id', sent => [Buffer.from(responseTo(sent)).fill((sent.message[0] ?? 0) ^ 1, 0, 1), address, port]],
    ['of less than a header', sent => [responseTo(sent).subarray(0, 11), address, port]],
  ])('%s changes nothing', (_, response) => {
    const { sent, change, notifier } = aNotifier([plain])
    change('one')
    vi.advanceTimersByTime(50)
    notifier.received(...response(sent[0] as Sent))
    vi.advanceTimersByTime(1000)
    expect(sent).toHaveLength(2)
  })

  it.each<[string, (sent: Sent) => Buffer]>([
    ['without a signature', sent => responseTo(sent)],
    ['with the signature of another query', sent => responseTo(sent, { by: key, mac: Buffer.alloc(32) })],
    ['with the signature of no query', sent => responseTo(sent, { by: key })],
    ['with a malformed signature', sent => responseTo(sent, { by: key }).subarray(0, -1)],
  ])('%s changes nothing at a secondary with a key', (_, response) => {
    const { sent, change, notifier } = aNotifier([keyed])
    change('one')
    vi.advanceTimersByTime(50)
    notifier.received(response(sent[0] as Sent), keyed.address, keyed.port)
    vi.advanceTimersByTime(1000)
    expect(sent).toHaveLength(2)
  })
})

it('sends nothing after it is closed', () => {
  const { sent, change, notifier } = aNotifier([plain])
  change('one')
  notifier.close()
  vi.advanceTimersByTime(1_000_000)
  expect(sent).toEqual([])
})
