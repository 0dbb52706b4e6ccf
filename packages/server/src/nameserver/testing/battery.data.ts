/** Raw queries to the example zone with the right answer to each, in the form of `summaryOf`. */
import { hex, opt, query, wireName } from './messages.ts'

export interface Case {
  title: string
  packet: Buffer
  expected: string
  /** What NSD does in another manner that is right too, and why ours differs. */
  nsd?: { expected: string; because: string }
  /** Over UDP without this. */
  over?: 'tcp'
}

const A = 1
const NS = 2
const SOA = 6
const TXT = 16
const AAAA = 28
const nodata = 'NOERROR aa authority:SOA(300)'
const absent = 'NXDOMAIN aa authority:SOA(300)'
const found = 'NOERROR aa TXT(300)'
const abc = 'abc.waxseal.test'
/** A record in hex: the address of the queried name. */
const address = 'c00c 0001 0001 0000012c 0004 c0000201'
/** The SOA record of an IXFR query, with serial 1. */
const soaOf1 = 'c00c 0006 0001 00000000 0016 0000 00000001 00000001 00000001 00000001 00000001'
const label63 = 'a'.repeat(63)
/** 255 bytes, the longest name there may be, and one byte more. */
const longest = Buffer.concat([
  wireName(`${label63}.${label63}.${label63}.${'b'.repeat(48)}`).subarray(0, -1),
  wireName('waxseal.test'),
])
const tooLong = Buffer.concat([
  wireName(`${label63}.${label63}.${label63}.${'b'.repeat(49)}`).subarray(0, -1),
  wireName('waxseal.test'),
])
const headerOf = (flags: number, counts: string): string => `1234 ${flags.toString(16).padStart(4, '0')} ${counts}`
const question = `${wireName(abc).toString('hex')} 0010 0001`
const tsig = (secretName: string): string => {
  const data =
    `${Buffer.from('\u000bhmac-sha256\0', 'latin1').toString('hex')} 00006a123456 012c 0020 ${'ab'.repeat(32)} 1234 0000 0000`.replaceAll(
      ' ',
      '',
    )
  return `${wireName(secretName).toString('hex')} 00fa 00ff 00000000 ${(data.length / 2).toString(16).padStart(4, '0')} ${data}`
}

export const battery: readonly Case[] = [
  // What the zone has
  { title: 'a hosted record', packet: query(abc, TXT), expected: found },
  { title: 'a hosted record, with EDNS', packet: query(abc, TXT, { records: [opt()] }), expected: `${found} OPT` },
  { title: 'a name in mixed case', packet: query('AbC.wAxSeAl.TEST', TXT), expected: found },
  { title: 'a hosted record over TCP', packet: query(abc, TXT), over: 'tcp', expected: found },
  { title: 'the SOA', packet: query('waxseal.test', SOA), expected: 'NOERROR aa SOA(3600)' },
  { title: 'the NS set', packet: query('waxseal.test', NS), expected: 'NOERROR aa NS(86400) NS(86400)' },
  { title: 'the address of a name server', packet: query('ns1.waxseal.test', A), expected: 'NOERROR aa A(86400)' },
  { title: 'its IPv6 address', packet: query('NS1.waxseal.test', AAAA), expected: 'NOERROR aa AAAA(86400)' },

  // What it has not
  { title: 'another type at a hosted name', packet: query(abc, A), expected: nodata },
  { title: 'another type, with EDNS', packet: query(abc, A, { records: [opt()] }), expected: `${nodata} OPT` },
  { title: 'the TXT of the apex', packet: query('waxseal.test', TXT), expected: nodata },
  { title: 'a name that is not there', packet: query('nope.waxseal.test', TXT), expected: absent },
  { title: 'a name below a hosted one', packet: query('x.abc.waxseal.test', TXT), expected: absent },
  { title: 'an empty non-terminal', packet: query('c.waxseal.test', TXT), expected: nodata },
  { title: 'an empty non-terminal below another', packet: query('A.b.c.waxseal.test', TXT), expected: nodata },
  { title: 'a name beside the empty non-terminals', packet: query('x.b.c.waxseal.test', TXT), expected: absent },
  { title: 'DS at the apex', packet: query('waxseal.test', 43), expected: nodata },
  {
    title: 'DNSKEY, unsigned',
    packet: query('waxseal.test', 48, { records: [opt({ flags: 0x8000 })] }),
    expected: `${nodata} OPT+DO`,
  },
  { title: 'an unknown type', packet: query(abc, 65_280), expected: nodata },
  { title: 'type 0', packet: query(abc, 0), expected: nodata },
  ...[41, 249, 250, 253, 254].map(type => ({
    title: `the type ${type}, which is no record`,
    packet: query(abc, type),
    expected: nodata,
  })),
  { title: 'the old type SPF', packet: query(abc, 99), expected: nodata },
  { title: 'the longest name', packet: query(longest, TXT), expected: absent },
  {
    title: 'a label of other bytes',
    packet: query(Buffer.concat([hex('04 ff00 2e5c'), wireName('waxseal.test')]), TXT),
    expected: absent,
  },
  {
    title: 'a dot inside a label is another name',
    packet: query(Buffer.concat([hex('10'), Buffer.from('abc.waxseal.test'), hex('00')]), TXT),
    expected: 'REFUSED',
  },

  {
    title: 'one label that ends like the zone, lengths and all',
    packet: query(hex('0e 61 07 7761787365616c 04 74657374 00'), TXT),
    expected: 'REFUSED',
  },

  // What is not served here
  { title: 'another zone', packet: query('example.org', TXT), expected: 'REFUSED' },
  {
    title: 'another zone, with EDNS',
    packet: query('example.org', TXT, { records: [opt()] }),
    expected: 'REFUSED OPT',
  },
  { title: 'the parent', packet: query('test', NS), expected: 'REFUSED' },
  { title: 'the root', packet: query('.', NS), expected: 'REFUSED' },
  { title: 'a name that only ends alike', packet: query('xwaxseal.test', TXT), expected: 'REFUSED' },
  { title: 'recursion', packet: query('example.org', A, { flags: 0x0100 }), expected: 'REFUSED rd' },
  {
    title: 'class CH',
    packet: query('version.bind', TXT, { class: 3 }),
    expected: 'REFUSED',
    nsd: { expected: 'NOERROR TXT(0)', because: 'the version is of use to attackers only' },
  },
  { title: 'class HS', packet: query(abc, TXT, { class: 4 }), expected: 'REFUSED' },
  {
    title: 'AXFR over UDP',
    packet: query('waxseal.test', 252),
    expected: 'REFUSED',
    nsd: { expected: 'NOTIMP', because: 'it does not look at who asks' },
  },
  { title: 'AXFR over TCP', packet: query('waxseal.test', 252), over: 'tcp', expected: 'REFUSED' },
  {
    title: 'IXFR over UDP',
    packet: query('waxseal.test', 251, {
      counts: [1, 0, 1, 0],
      records: [soaOf1],
    }),
    expected: 'REFUSED',
  },
  {
    title: 'IXFR over TCP',
    packet: query('waxseal.test', 251, {
      counts: [1, 0, 1, 0],
      records: [soaOf1],
    }),
    over: 'tcp',
    expected: 'REFUSED',
  },

  // ANY
  {
    title: 'ANY over UDP',
    packet: query('waxseal.test', 255),
    expected: 'NOERROR aa HINFO(3600)',
    nsd: { expected: 'NOERROR tc', because: 'it sends the client to TCP' },
  },
  {
    title: 'ANY over TCP',
    packet: query('waxseal.test', 255),
    over: 'tcp',
    expected: 'NOERROR aa HINFO(3600)',
    nsd: { expected: 'NOERROR aa SOA(3600)', because: 'it sends one of the sets' },
  },
  {
    title: 'ANY at a name that is not there',
    packet: query('nope.waxseal.test', 255),
    expected: absent,
    nsd: { expected: 'NOERROR tc', because: 'it sends the client to TCP' },
  },
  {
    title: 'ANY at an empty non-terminal',
    packet: query('b.c.waxseal.test', 255),
    expected: nodata,
    nsd: { expected: 'NOERROR tc', because: 'it sends the client to TCP' },
  },

  // Bits of the header
  { title: 'RD is repeated', packet: query(abc, TXT, { flags: 0x0100 }), expected: 'NOERROR aa rd TXT(300)' },
  { title: 'AD, CD, Z, RA, TC and AA are not', packet: query(abc, TXT, { flags: 0x06f0 }), expected: found },
  {
    title: 'an RCODE in the query is ignored',
    packet: query(abc, TXT, { flags: 0x000f }),
    expected: found,
    nsd: { expected: 'FORMERR', because: 'it is strict about a field of responses' },
  },
  { title: 'a response is dropped', packet: query(abc, TXT, { flags: 0x8000 }), expected: 'nothing' },
  {
    title: 'a malformed response is dropped',
    packet: hex(headerOf(0x8000, '0005 0000 0000 0000')),
    expected: 'nothing',
  },
  { title: 'less than a header is dropped', packet: hex('1234 0000 0001 0000 0000 00'), expected: 'nothing' },
  ...[1, 2, 3, 4, 5, 6, 15].map(opcode => ({
    title: `opcode ${opcode}`,
    packet: query('waxseal.test', SOA, { flags: opcode << 11 }),
    expected: 'NOTIMP',
    ...(opcode === 4 ? { nsd: { expected: 'REFUSED', because: 'it can be a secondary, which is notified' } } : {}),
  })),

  // Sections
  { title: 'no question', packet: hex(headerOf(0, '0000 0000 0000 0000')), expected: 'FORMERR' },
  {
    title: 'two questions',
    packet: Buffer.concat([query(abc, TXT, { counts: [2, 0, 0, 0] }), hex(question)]),
    expected: 'FORMERR',
  },
  { title: 'a question that is not there', packet: hex(headerOf(0, '0001 0000 0000 0000')), expected: 'FORMERR' },
  { title: 'a question without its class', packet: query(abc, TXT).subarray(0, -2), expected: 'FORMERR' },
  { title: 'a question cut inside a label', packet: query(abc, TXT).subarray(0, 14), expected: 'FORMERR' },
  { title: 'a compressed question', packet: query(hex('03616263 c00c'), TXT), expected: 'FORMERR' },
  { title: 'a question that points to itself', packet: query(hex('c00c'), TXT), expected: 'FORMERR' },
  { title: 'a question that points into the header', packet: query(hex('c000'), TXT), expected: 'FORMERR' },
  { title: 'a label of the obsolete kind', packet: query(hex('41 00 00'), TXT), expected: 'FORMERR' },
  { title: 'a name over 255 bytes', packet: query(tooLong, TXT), expected: 'FORMERR' },
  {
    title: 'an answer in a query',
    packet: query(abc, TXT, { counts: [1, 1, 0, 0], records: [address] }),
    expected: 'FORMERR',
  },
  {
    title: 'authority in a query',
    packet: query(abc, TXT, { counts: [1, 0, 1, 0], records: [address] }),
    expected: 'FORMERR',
  },
  { title: 'an additional record in a query', packet: query(abc, TXT, { records: [address] }), expected: 'FORMERR' },
  {
    title: 'an additional record that is not there',
    packet: query(abc, TXT, { counts: [1, 0, 0, 1] }),
    expected: 'FORMERR',
  },
  {
    title: '65,535 additional records that are not there',
    packet: query(abc, TXT, { counts: [1, 0, 0, 65_535] }),
    expected: 'FORMERR',
  },
  { title: 'bytes after the last record', packet: Buffer.concat([query(abc, TXT), hex('00 ff 00')]), expected: found },

  {
    title: 'a SOA in a query that is none for IXFR',
    packet: query('waxseal.test', TXT, { counts: [1, 0, 1, 0], records: [soaOf1] }),
    expected: 'FORMERR',
  },
  {
    title: 'two SOAs in an IXFR query',
    packet: query('waxseal.test', 251, { counts: [1, 0, 2, 0], records: [soaOf1, soaOf1] }),
    over: 'tcp',
    expected: 'FORMERR',
    nsd: { expected: 'REFUSED', because: 'it looks at who asks first' },
  },
  {
    title: 'another record in an IXFR query',
    packet: query('waxseal.test', 251, { counts: [1, 0, 1, 0], records: [address] }),
    over: 'tcp',
    expected: 'FORMERR',
    nsd: { expected: 'REFUSED', because: 'it looks at who asks first' },
  },

  // EDNS
  {
    title: 'DO is repeated',
    packet: query(abc, TXT, { records: [opt({ flags: 0x8000 })] }),
    expected: `${found} OPT+DO`,
  },
  {
    title: 'unknown EDNS flags are cleared',
    packet: query(abc, TXT, { records: [opt({ flags: 0x7fff })] }),
    expected: `${found} OPT`,
  },
  {
    title: 'an unknown option is ignored',
    packet: query(abc, TXT, { records: [opt({ options: 'fde9 0004 01020304' })] }),
    expected: `${found} OPT`,
  },
  {
    title: 'several options are ignored',
    packet: query(abc, TXT, { records: [opt({ options: '0003 0000 fde9 0001 00 000c 0002 0000' })] }),
    expected: `${found} OPT`,
  },
  { title: 'version 1', packet: query(abc, TXT, { records: [opt({ version: 1 })] }), expected: 'BADVERS OPT' },
  {
    title: 'version 255 and an unknown option',
    packet: query(abc, TXT, { records: [opt({ version: 255, options: 'fde9 0000' })] }),
    expected: 'BADVERS OPT',
  },
  {
    title: 'version 1 with data of another form',
    packet: query(abc, TXT, { records: [opt({ version: 1, options: 'ff' })] }),
    expected: 'BADVERS OPT',
  },
  { title: 'two OPT records', packet: query(abc, TXT, { records: [opt(), opt()] }), expected: 'FORMERR' },
  {
    title: 'an OPT record as an answer',
    packet: query(abc, TXT, { counts: [1, 1, 0, 0], records: [opt()] }),
    expected: 'FORMERR',
  },
  {
    title: 'an OPT record as authority',
    packet: query(abc, TXT, { counts: [1, 0, 1, 0], records: [opt()] }),
    expected: 'FORMERR',
  },
  {
    title: 'an OPT record of another owner',
    packet: query(abc, TXT, { records: [`c00c ${opt().slice(3)}`] }),
    expected: 'FORMERR',
  },
  {
    title: 'an OPT record longer than the message',
    packet: query(abc, TXT, { records: ['00 0029 04d0 00000000 0010 0001'] }),
    expected: 'FORMERR',
  },
  {
    title: 'an option longer than its record',
    packet: query(abc, TXT, { records: [opt({ options: 'fde9 0009 01' })] }),
    expected: 'FORMERR',
  },
  {
    title: 'a cut OPT record',
    packet: query(abc, TXT, { counts: [1, 0, 0, 1], records: ['00 0029 04d0 0000'] }),
    expected: 'FORMERR',
  },

  // Sizes
  { title: 'over 512 bytes without EDNS', packet: query('long.waxseal.test', TXT), expected: 'NOERROR aa tc' },
  {
    title: 'over 512 bytes, a datagram of 512',
    packet: query('long.waxseal.test', TXT, { records: [opt({ payload: 512 })] }),
    expected: 'NOERROR aa tc OPT',
  },
  {
    title: 'over 512 bytes, a datagram of 0',
    packet: query('long.waxseal.test', TXT, { records: [opt({ payload: 0 })] }),
    expected: 'NOERROR aa tc OPT',
  },
  {
    title: 'over 512 bytes, a datagram of 1232',
    packet: query('long.waxseal.test', TXT, { records: [opt()] }),
    expected: `${found} OPT`,
  },
  {
    title: 'over 1232 bytes, a datagram of 65535',
    packet: query('huge.waxseal.test', TXT, { records: [opt({ payload: 65_535 })] }),
    expected: 'NOERROR aa tc OPT',
  },
  { title: 'over 1232 bytes over TCP', packet: query('huge.waxseal.test', TXT), over: 'tcp', expected: found },

  {
    title: 'under 512 bytes, a datagram of 0',
    packet: query(abc, TXT, { records: [opt({ payload: 0 })] }),
    expected: `${found} OPT`,
  },

  // TSIG
  {
    title: 'a signature of an unknown key',
    packet: query(abc, TXT, { records: [tsig('stray.key')] }),
    expected: 'NOTAUTH',
  },
  {
    title: 'a signature that is not last',
    packet: query(abc, TXT, { records: [tsig('stray.key'), opt()] }),
    expected: 'FORMERR',
  },
]
