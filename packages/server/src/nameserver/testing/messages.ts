import { decode, type OptAnswer } from 'dns-packet'
import { TYPE } from '../record-set.ts'
import { RCODE } from '../request.ts'

/** What a query has beside its question. */
export interface QueryParts {
  id?: number
  /** The second header word: opcode and bits. */
  flags?: number
  class?: number
  /** Counts of the sections, in place of the true ones. */
  counts?: readonly [questions: number, answers: number, authority: number, additional: number]
  /** Records after the question, in hex; spaces are ignored. */
  records?: readonly string[]
}

/** A name on the wire; letters keep their case. */
export function wireName(name: string): Buffer {
  const labels = name.split('.').filter(label => label !== '')
  return Buffer.concat([
    ...labels.map(label => Buffer.concat([Buffer.of(label.length), Buffer.from(label, 'latin1')])),
    Buffer.of(0),
  ])
}

/** One query, whose records are in the additional section unless the counts say otherwise. */
export function query(name: string | Buffer, type: number, parts: QueryParts = {}): Buffer {
  const { id = 0x1234, flags = 0, class: of = 1, records = [], counts = [1, 0, 0, records.length] } = parts
  const header = Buffer.alloc(12)
  for (const [i, value] of [id, flags, ...counts].entries()) header.writeUInt16BE(value, i * 2)
  const question = Buffer.from([type >> 8, type & 0xff, of >> 8, of & 0xff])
  const owner = typeof name === 'string' ? wireName(name) : name
  return Buffer.concat([header, owner, question, ...records.map(hex)])
}

export const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')

const digits = (value: number, length: number): string => value.toString(16).padStart(length, '0')

/** An OPT record in hex. */
export function opt({ payload = 1232, version = 0, flags = 0, options = '' } = {}): string {
  const data = options.replaceAll(' ', '')
  return `00 0029 ${digits(payload, 4)} 00 ${digits(version, 2)} ${digits(flags, 4)} ${digits(data.length / 2, 4)} ${data}`
}

const rcodeNames = new Map<number, string>(Object.entries(RCODE).map(([name, code]) => [code, name]))
const typeNames = new Map<number, string>(Object.entries(TYPE).map(([name, type]) => [type, name]))

/**
 * A reply in one line: the code, the header bits, the types and TTLs of answer and authority, and the OPT record. For a
 * refusal the question is not mentioned, because servers differ in whether they repeat it; else it must be that of the
 * query, byte by byte.
 */
export function summaryOf(query: Buffer, reply: Buffer | null): string {
  if (reply === null) return 'nothing'
  const message = decode(reply)
  const flags = reply.readUInt16BE(2)
  const edns = message.additionals?.find((record): record is OptAnswer => record.type === 'OPT')
  const rcode = (flags & 15) | ((edns?.extendedRcode ?? 0) << 4)
  const bits = (
    [
      ['aa', 0x400],
      ['tc', 0x200],
      ['rd', 0x100],
      ['ra', 0x80],
      ['z', 0x40],
      ['ad', 0x20],
      ['cd', 0x10],
    ] as const
  )
    .filter(([, bit]) => (flags & bit) !== 0)
    .map(([name]) => name)
  const isSame =
    reply.readUInt16BE(0) === query.readUInt16BE(0) && (flags & 0x7800) === (query.readUInt16BE(2) & 0x7800)
  const answers = message.answers ?? []
  const authority = message.authorities ?? []
  const sections = answers.length + authority.length
  const question = reply.subarray(12, questionEnd(reply))
  const echoes = question.equals(query.subarray(12, 12 + question.length))
  return [
    isSame ? '' : 'OTHER HEADER',
    sections > 0 && !echoes ? 'OTHER QUESTION' : '',
    rcodeNames.get(rcode) ?? rcode,
    ...bits,
    ...answers.map(record => `${typeOf(record.type)}(${'ttl' in record ? record.ttl : 0})`),
    ...authority.map(record => `authority:${typeOf(record.type)}(${'ttl' in record ? record.ttl : 0})`),
    edns === undefined ? '' : `OPT${edns.flag_do ? '+DO' : ''}`,
  ]
    .filter(word => word !== '')
    .join(' ')
}

function typeOf(type: string): string {
  const number = /^UNKNOWN_(\d+)$/.exec(type)?.[1]
  return number === undefined ? type : (typeNames.get(Number(number)) ?? type)
}

function questionEnd(message: Buffer): number {
  let at = 12
  while ((message[at] ?? 0) > 0) at += (message[at] ?? 0) + 1
  return at + 5
}
