import type { RecordType } from '@waxseal/core/dns'
import { costGrowth, expectLinearCost } from '@waxseal/core/testing'
import { describe, expect, it } from 'vitest'
import { compareEcho } from './echo.ts'
import { coreName } from './name.ts'
import { TYPE_NUMBERS } from './rdata.ts'
import { parseServer } from './server-address.ts'
import { readVerdict } from './verdict.ts'
import { decodeMessage } from './wire.ts'

/** The maximum length of a message. */
const max = 65_535
/** Labels, pointers to the question and to each other, and texts that also read as lengths. */
const tokens = ['\x01a\x00', '\x3f', '\xc0\x0c', '\xc0\x1d', '\x02\x01\x01', '\xff']

describe('costs in proportion to its length', () => {
  it.each(Object.keys(TYPE_NUMBERS) as RecordType[])('a message of one %s record', type =>
    expectLinearCost((message: Buffer) => judged(message, type), {
      max,
      tokens,
      wrap: text =>
        messageOf([recordOf('\xc0\x0c', TYPE_NUMBERS[type], Buffer.from(text.slice(0, max - 40), 'latin1'))]),
    }),
  )

  it('a message of many records', () =>
    expectLinearCost((message: Buffer) => judged(message, 'TXT'), {
      max,
      tokens: ['{n}'],
      wrap: text =>
        messageOf(
          (text.match(/[^]{1,60}/g) ?? [])
            .slice(0, 850)
            .map(data =>
              recordOf(
                '\xc0\x0c',
                TYPE_NUMBERS.TXT,
                Buffer.from(`${String.fromCharCode(data.length)}${data}`, 'latin1'),
              ),
            ),
        ),
    }))

  it('a message of aliases', () =>
    expectLinearCost((message: Buffer) => judged(message, 'A'), {
      max,
      tokens: ['\x01{n}\x00'],
      wrap: text =>
        messageOf(
          (text.match(/[^]{1,3}/g) ?? [])
            .slice(0, 4_000)
            .map(label =>
              recordOf('\xc0\x0c', TYPE_NUMBERS.CNAME, Buffer.from(`\x03${label.padEnd(3, 'a')}\x00`, 'latin1')),
            ),
        ),
    }))

  it('a message of names that lead from one to the next', async () => {
    const growth = await costGrowth(
      size => {
        const first = headOf(0, 0).length
        const records = Array.from({ length: size / 12 }, (_, at) => {
          const pointer = 0xc000 | Math.min(at === 0 ? 12 : first + (at - 1) * 12, 0x3fff - 12)
          return recordOf(String.fromCharCode(pointer >> 8, pointer & 0xff), TYPE_NUMBERS.A, Buffer.alloc(0))
        })
        const message = messageOf(records.slice(0, 5_400))
        return () => decodeMessage(message)
      },
      max - (max % 96),
    )
    expect(growth).toBeLessThan(5)
  })

  it('a message of random bytes', () =>
    expectLinearCost((message: Buffer) => [decodeMessage(message), compareEcho(message, message, message.length)], {
      max,
      tokens,
      heads: ['', headOf(1, 0), headOf(0, 1), headOf(0, 0, 1), headOf(65_535, 65_535)],
      wrap: text => Buffer.from(text, 'latin1').subarray(0, max),
    }))

  it('options and extended errors', () =>
    expectLinearCost((message: Buffer) => decodeMessage(message), {
      max,
      tokens: ['\x00\x0f\x00\x02\x00\x00', '\x00\x0f\x00\x04\x00\x00ab', '\x00\x01\x00\x00'],
      wrap: text => optionsOf(Buffer.from(text.slice(0, max - 40), 'latin1')),
    }))

  it('the text of an extended error', () =>
    expectLinearCost((message: Buffer) => decodeMessage(message), {
      max,
      tokens: ['\xc3', '\xf0\x9f\x98\x80'],
      wrap: whole => {
        const text = Buffer.from(whole, 'latin1').subarray(-(max - 60))
        const option = Buffer.from([0, 15, 0, 0, 0, 0])
        option.writeUInt16BE(text.length + 2, 2)
        return optionsOf(Buffer.concat([option, text]))
      },
    }))

  it('a query name, and the address of a server', () =>
    expectLinearCost(text => [coreName(text), parseServer(text)], {
      max,
      tokens: ['a.', '\\046', '::', '1.'],
      heads: ['', '[', '1.1.1.1:'],
    }))
})

const OPT = 41
const QUESTION = Buffer.from('\x01a\x00\x00\x01\x00\x01', 'latin1')

function judged(bytes: Buffer, type: RecordType): unknown {
  const message = decodeMessage(bytes)
  return message && [readVerdict(message, 'a', type, null), readVerdict(message, 'a', type, 'a')]
}

/** The header of an answer with one question and the given numbers of records, and the question. */
function headOf(answers: number, authority: number, additional = 0): string {
  const header = Buffer.alloc(12)
  header.writeUInt16BE(0x8400, 2)
  for (const [at, count] of [1, answers, authority, additional].entries()) header.writeUInt16BE(count, 4 + at * 2)
  return Buffer.concat([header, QUESTION]).toString('latin1')
}

function messageOf(records: readonly Buffer[], section: 'answer' | 'additional' = 'answer'): Buffer {
  const head = section === 'answer' ? headOf(records.length, 0) : headOf(0, 0, records.length)
  return Buffer.concat([Buffer.from(head, 'latin1'), ...records]).subarray(0, max)
}

function optionsOf(data: Buffer): Buffer {
  return messageOf([recordOf('\x00', OPT, data)], 'additional')
}

function recordOf(name: string, type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(type === OPT ? 1232 : 1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([Buffer.from(name, 'latin1'), fixed, data])
}
