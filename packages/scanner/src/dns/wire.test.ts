import { normalName, type ResourceRecord } from '@waxseal/core/dns'
import { type Answer, decode, encode, type Packet } from 'dns-packet'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeName } from './name.ts'
import { withOpt } from './testing/loopback-server.ts'
import { decodeMessage, rcodeName } from './wire.ts'

const host = fc
  .array(fc.stringMatching(/^[a-z0-9_]([a-z0-9_-]{0,20}[a-z0-9])?$/), { minLength: 1, maxLength: 5 })
  .map(labels => labels.join('.'))
const short = fc.nat(65_535)
const long = fc.nat(0xffff_ffff)
const octets = (min: number, max: number) => fc.uint8Array({ minLength: min, maxLength: max }).map(a => Buffer.from(a))
const ttl = fc.nat(0x7fff_ffff)

const answer: fc.Arbitrary<Answer> = fc.oneof(
  fc.record({ type: fc.constant('A'), name: host, ttl, data: fc.ipV4() }),
  fc.record({ type: fc.constant('AAAA'), name: host, ttl, data: fc.ipV6() }),
  fc.record({ type: fc.constantFrom('CNAME', 'NS', 'PTR'), name: host, ttl, data: host }),
  fc.record({ type: fc.constant('MX'), name: host, ttl, data: fc.record({ preference: short, exchange: host }) }),
  fc.record({
    type: fc.constant('SOA'),
    name: host,
    ttl,
    data: fc.record({
      mname: host,
      rname: host,
      serial: long,
      refresh: long,
      retry: long,
      expire: long,
      minimum: long,
    }),
  }),
  fc.record({
    type: fc.constant('TXT'),
    name: host,
    ttl,
    data: fc.array(octets(0, 255), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    type: fc.constant('CAA'),
    name: host,
    ttl,
    data: fc.record({
      flags: fc.nat(255),
      tag: fc.constantFrom('issue', 'issuewild', 'iodef'),
      value: fc.stringMatching(/^[ -~]{0,60}$/),
    }),
  }),
  fc.record({
    type: fc.constant('TLSA'),
    name: host,
    ttl,
    data: fc.record({
      usage: fc.nat(255),
      selector: fc.nat(255),
      matchingType: fc.nat(255),
      certificate: octets(1, 64),
    }),
  }),
  fc.record({
    type: fc.constant('DS'),
    name: host,
    ttl,
    data: fc.record({ keyTag: short, algorithm: fc.nat(255), digestType: fc.nat(255), digest: octets(1, 64) }),
  }),
  fc.record({
    type: fc.constant('DNSKEY'),
    name: host,
    ttl,
    data: fc.record({ flags: short, algorithm: fc.nat(255), key: octets(1, 64) }),
  }),
)

const packet: fc.Arbitrary<Packet> = fc.record({
  type: fc.constant('response' as const),
  id: short,
  flags: fc.nat(0xffff).map(bits => bits & 0x7fff & ~0x0200 & ~0x7800),
  questions: fc.record({ name: host, type: fc.constant('TXT' as const) }).map(question => [question]),
  answers: fc.array(answer, { maxLength: 8 }),
  authorities: fc.array(answer, { maxLength: 3 }),
})

/** The output of `dns-packet` in our types: the differential oracle. */
function expected(read: Answer): ResourceRecord {
  const base = { name: read.name.toLowerCase(), ttl: 'ttl' in read ? (read.ttl ?? 0) : 0 }
  switch (read.type) {
    case 'A':
      return { type: 'A', ...base, address: read.data }
    case 'AAAA':
      return { type: 'AAAA', ...base, address: new URL(`http://[${read.data}]`).hostname.slice(1, -1) }
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return { type: read.type, ...base, target: read.data }
    case 'MX':
      return { type: 'MX', ...base, preference: read.data.preference ?? 0, exchange: read.data.exchange }
    case 'SOA': {
      const { mname, rname, serial = 0, refresh = 0, retry = 0, expire = 0, minimum = 0 } = read.data
      return { type: 'SOA', ...base, mname, rname, serial, refresh, retry, expire, minimum }
    }
    case 'TXT': {
      const strings = Array.isArray(read.data) ? read.data : [read.data]
      return { type: 'TXT', ...base, strings: strings.map(each => Buffer.from(each).toString('latin1')) }
    }
    case 'CAA':
      return { type: 'CAA', ...base, flags: read.data.flags ?? 0, tag: read.data.tag, value: read.data.value }
    case 'TLSA': {
      const { usage, selector, matchingType, certificate } = read.data
      return { type: 'TLSA', ...base, usage, selector, matching: matchingType, data: certificate.toString('hex') }
    }
    case 'DS':
      return { type: 'DS', ...base, ...read.data, digest: read.data.digest.toString('hex') }
    case 'DNSKEY': {
      const { flags, algorithm, key } = read.data
      return { type: 'DNSKEY', ...base, flags, protocol: 3, algorithm, key: key.toString('hex') }
    }
    default:
      throw new Error(`not generated: ${read.type}`)
  }
}

/** core writes IPv4-mapped addresses with dots, URLs write them in hex. */
function unmapped(record: ResourceRecord): ResourceRecord {
  if (record.type !== 'AAAA') return record
  const match = /^::ffff:(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(record.address)
  if (match === null) return record
  return { ...record, address: new URL(`http://[${record.address}]`).hostname.slice(1, -1) }
}

const header = (questions: number, answers: number, additional = 0): string =>
  `0001 8180 000${questions} 000${answers} 0000 000${additional}`
const question = '01 61 00 0010 0001'
const malformed = (hex: string): void => {
  expect(decodeMessage(Buffer.from(hex.replaceAll(' ', ''), 'hex'))).toBeNull()
}

/** The number of reads of bytes that decoding a message makes, single and block reads alike. */
function readsOf(bytes: Buffer): number {
  let reads = 0
  decodeMessage(
    new Proxy(bytes, {
      get(target, key) {
        reads++
        const value: unknown = Reflect.get(target, key, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    }),
  )
  return reads
}

/** A record has at least 12 bytes. Its name has at most 255 bytes and 127 pointers, each followed by two reads. */
function mostReads(bytes: Buffer): number {
  return 1000 + Math.ceil(bytes.length / 12) * (255 + 2 * 255 + 2 * 127 + 30)
}

describe('decoding', () => {
  it('reads what dns-packet reads, for every record type we ask for', () => {
    fc.assert(
      fc.property(packet, given => {
        const bytes = encode(given)
        const oracle = decode(bytes)
        const message = decodeMessage(bytes)
        expect(message?.id).toBe(given.id)
        expect(message?.response).toBe(true)
        expect(message?.aa).toBe(oracle.flag_aa)
        expect(message?.ad).toBe(oracle.flag_ad)
        expect(message?.ra).toBe(oracle.flag_ra)
        expect(message?.question?.name).toBe(oracle.questions?.[0]?.name)
        expect(message?.answers.map(unmapped)).toEqual(oracle.answers?.map(expected))
        const authority = oracle.authorities?.filter(record => record.type === 'SOA' || record.type === 'NS')
        expect(message?.authority).toEqual(authority?.map(expected))
      }),
      { numRuns: 500 },
    )
  })

  it('never throws, and reads each byte a bounded number of times, for any bytes', () => {
    fc.assert(
      fc.property(
        packet,
        fc.array(fc.tuple(fc.nat(1500), fc.nat(255)), { maxLength: 12 }),
        fc.nat(1500),
        (given, changes, cut) => {
          const bytes = withOpt(encode(given), 0, [{ code: 9, text: 'DNSKEY missing' }])
          for (const [at, octet] of changes) bytes[at % bytes.length] = octet
          for (const each of [bytes, bytes.subarray(0, cut % bytes.length)]) {
            expect(readsOf(each)).toBeLessThanOrEqual(mostReads(each))
          }
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('never throws on random bytes', () => {
    fc.assert(
      fc.property(octets(0, 600), bytes => {
        const message = decodeMessage(bytes)
        expect(message === null || typeof message.id === 'number').toBe(true)
      }),
      { numRuns: 5000 },
    )
  })

  it('reads 64 KB of records that all point at the longest possible name, each name once', () => {
    const record = Buffer.from('c00c00100001000000000000', 'hex')
    const count = 5000
    const head = Buffer.from('000080000001000000000000', 'hex')
    head.writeUInt16BE(count, 6)
    const name = encodeName(Array.from({ length: 4 }, () => 'a'.repeat(61)).join('.'))
    const one = Buffer.concat([record.subarray(0, 10), Buffer.from([0, 1, 0])])
    const bytes = Buffer.concat([head, name, Buffer.from('00100001', 'hex'), ...Array<Buffer>(count).fill(one)])
    expect(bytes.length).toBeLessThan(65_536)
    expect(decodeMessage(bytes)?.answers).toHaveLength(count)
    expect(readsOf(bytes)).toBeLessThan(count * 400)
    // The same as additional records, whose names are not needed.
    bytes.writeUInt16BE(0, 6)
    bytes.writeUInt16BE(count, 10)
    expect(decodeMessage(bytes)?.answers).toHaveLength(0)
    expect(readsOf(bytes)).toBeLessThan(count * 400)
  })

  it('refuses compression pointers that do not point back', () => {
    malformed(`${header(1, 0)} c00c 0010 0001`)
    malformed(`${header(1, 0)} c0ff 0010 0001`)
    malformed(`${header(1, 1)} ${question} c014 0010 0001 00000000 0001 00`)
    malformed(`${header(1, 1)} ${question} 0161 c013 0010 0001 00000000 0001 00`)
  })

  it('refuses names over 255 bytes, reserved label types, data longer or shorter than its length', () => {
    const tooLong = `${'3f'.concat('61'.repeat(63)).repeat(4)}00`
    malformed(`${header(1, 0)} ${tooLong} 0010 0001`)
    malformed(`${header(1, 0)} 41 61 00 0010 0001`)
    malformed(`${header(1, 1)} ${question} c00c 0001 0001 00000000 0003 010203`)
    malformed(`${header(1, 1)} ${question} c00c 0001 0001 00000000 0005 0102030405`)
    malformed(`${header(1, 1)} ${question} c00c 0010 0001 00000000 0002 0561`)
    malformed(`${header(1, 1)} ${question} c00c 0010 0001 00000000 0009 0161`)
  })

  it('refuses two questions, two OPT records, an OPT record that is not of the root', () => {
    malformed(`${header(2, 0)} ${question} ${question}`)
    malformed(`${header(1, 0, 2)} ${question} 00 0029 04d0 00000000 0000 00 0029 04d0 00000000 0000`)
    malformed(`${header(1, 0, 1)} ${question} 0161 00 0029 04d0 00000000 0000`)
    malformed(`${header(1, 1)} ${question} 00 0029 04d0 00000000 0000`)
  })

  it('joins the extended RCODE and reads extended errors', () => {
    const plain = encode({ type: 'response', id: 1, questions: [{ type: 'A', name: 'a' }] })
    const message = decodeMessage(withOpt(plain, 1, [{ code: 9, text: 'no DNSKEY\0' }, { code: 22 }]))
    expect(message?.rcode).toBe(16)
    expect(rcodeName(message?.rcode ?? 0)).toBe('BADVERS')
    expect(message?.ede).toEqual([
      { code: 9, text: 'no DNSKEY' },
      { code: 22, text: '' },
    ])
  })

  it('keeps at most eight extended errors of 500 characters', () => {
    const plain = encode({ type: 'response', id: 1, questions: [{ type: 'A', name: 'a' }] })
    const many = Array.from({ length: 20 }, () => ({ code: 0, text: 'x'.repeat(900) }))
    const ede = decodeMessage(withOpt(plain, 0, many))?.ede
    expect(ede?.map(({ text }) => text.length)).toEqual(Array.from({ length: 8 }, () => 500))
    const long = withOpt(plain, 0, [{ code: 0, text: '😀'.repeat(900) }])
    expect(decodeMessage(long)?.ede[0]?.text).toBe('😀'.repeat(250))
  })

  it('lower-cases names and escapes unprintable bytes, so that every byte parses back', () => {
    fc.assert(
      fc.property(fc.array(octets(1, 30), { minLength: 1, maxLength: 6 }), labels => {
        const wire = Buffer.concat([...labels.flatMap(label => [Buffer.from([label.length]), label]), Buffer.from([0])])
        const bytes = Buffer.concat([
          Buffer.from('000180000001000000000000', 'hex'),
          wire,
          Buffer.from('00010001', 'hex'),
        ])
        const name = decodeMessage(bytes)?.question?.name ?? ''
        expect(name).toMatch(/^[!-~]+$/)
        expect(normalName(name)).toBe(name)
        const lowered = Buffer.from(wire.map(octet => (octet >= 0x41 && octet <= 0x5a ? octet + 32 : octet)))
        // Length bytes are below 64 and letters above, so lowercasing all bytes changes letters only.
        expect(encodeName(name)).toEqual(lowered)
      }),
    )
  })

  it('reads a TTL with its top bit set as zero', () => {
    const bytes = encode({
      type: 'response',
      id: 1,
      questions: [{ type: 'A', name: 'a' }],
      answers: [{ type: 'A', name: 'a', ttl: 0xffff_ffff, data: '192.0.2.1' }],
    })
    expect(decodeMessage(bytes)?.answers[0]?.ttl).toBe(0)
  })
})
