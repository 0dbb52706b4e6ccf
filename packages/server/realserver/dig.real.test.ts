import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Nameserver, openNameserver } from '../src/nameserver/serve-zone.ts'
import { exampleZone } from '../src/nameserver/testing/example-zone.ts'

const address = '127.0.0.2'
const run = promisify(execFile)
let server: Nameserver

beforeAll(async () => {
  const log = pino({ level: 'silent' })
  server = await openNameserver({
    zone: exampleZone(),
    addresses: [address, '::1'],
    port: 53,
    now: () => new Date(),
    log,
  })
})
afterAll(() => server.close())

async function ask(program: 'dig' | 'kdig', ...args: string[]): Promise<string> {
  return (await run(program, [`@${address}`, ...args])).stdout
}

describe('dig asks as the EDNS compliance tester of ISC does', () => {
  it.each([
    ['plain DNS', ['+noedns', '+noad'], ['NOERROR', 'qr aa;'], ['OPT PSEUDOSECTION']],
    ['EDNS', ['+edns=0'], ['NOERROR', 'EDNS: version: 0, flags:; udp: 1232'], []],
    ['EDNS version 1', ['+edns=1', '+noednsnegotiation'], ['BADVERS', 'EDNS: version: 0'], ['IN\tSOA\t']],
    ['an unknown option', ['+ednsopt=100'], ['NOERROR', 'EDNS: version: 0'], ['OPT=100']],
    ['version 1 and an unknown option', ['+edns=1', '+noednsnegotiation', '+ednsopt=100'], ['BADVERS'], ['OPT=100']],
    ['an unknown flag', ['+ednsflags=0x40'], ['NOERROR', 'EDNS: version: 0, flags:;'], ['MBZ']],
    ['version 1 and an unknown flag', ['+edns=1', '+noednsnegotiation', '+ednsflags=0x40'], ['BADVERS'], ['MBZ']],
    ['DO', ['+dnssec'], ['NOERROR', 'flags: do;'], []],
    [
      'a list of options',
      ['+nsid', '+cookie', '+subnet=0.0.0.0/0', '+expire'],
      ['NOERROR', 'EDNS: version: 0'],
      ['NSID', 'EXPIRE'],
    ],
    ['a datagram of 512 bytes', ['+bufsize=512'], ['NOERROR'], []],
    ['TCP', ['+tcp'], ['NOERROR', '(TCP)'], []],
    ['AD and CD', ['+adflag', '+cdflag'], ['NOERROR', 'qr aa;'], []],
    ['the reserved bit', ['+zflag'], ['NOERROR', 'qr aa;'], ['MBZ']],
    ['recursion', ['+recurse'], ['NOERROR', 'qr aa rd;'], [' ra']],
    ['opcode 15', ['+opcode=15', '+noedns'], ['NOTIMP', 'opcode: RESERVED15'], []],
    ['an unknown type', ['-t', 'TYPE1000'], ['NOERROR', 'ANSWER: 0, AUTHORITY: 1'], []],
  ])('%s', async (_, args, has, hasNot) => {
    const output = await ask('dig', '+norec', '+tries=1', '+qr', 'waxseal.test', 'SOA', ...args)
    // After the query, which `+qr` shows too.
    const reply = output.slice(output.indexOf('Got answer'))
    for (const text of has) expect(reply).toContain(text)
    for (const text of hasNot) expect(reply).not.toContain(text)
  })
})

describe('kdig', () => {
  it('gets the whole of a long record over TCP after a truncated answer', async () => {
    const output = await ask('kdig', 'huge.waxseal.test', 'TXT')
    expect(output).toMatch(/\(TCP\)/)
    expect(output.match(/ip4:/g)?.length).toBeGreaterThan(240)
  })

  it('gets several answers on one connection', async () => {
    const output = await ask('kdig', '+tcp', '+keepopen', 'abc.waxseal.test', 'TXT', 'nope.waxseal.test', 'TXT')
    expect(output).toContain('status: NOERROR')
    expect(output).toContain('status: NXDOMAIN')
  })

  it('gets an answer over IPv6', async () => {
    const { stdout } = await run('kdig', ['@::1', '-p', '53', 'abc.waxseal.test', 'TXT', '+short'])
    expect(stdout.trim()).toBe('"v=spf1 ip4:192.0.2.0/24 -all"')
  })
})
