import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { openNameserver } from '../src/nameserver/serve-zone.ts'
import { exampleZone } from '../src/nameserver/testing/example-zone.ts'
import { query, summaryOf } from '../src/nameserver/testing/messages.ts'
import { askUdp } from './ask.ts'

const address = '127.0.0.2'
/** Node opens no raw sockets. The query is standard input; UDP without a checksum. */
const script = `
import socket, struct, sys
query = sys.stdin.buffer.read()
raw = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_UDP)
raw.sendto(struct.pack("!HHHH", 0, 53, 8 + len(query), 0) + query, ("${address}", 0))
`

it('a query from port 0, to which nothing can be sent, changes nothing', async () => {
  const warnings: unknown[] = []
  const log = { info: () => {}, warn: (details: unknown) => void warnings.push(details) }
  const server = await openNameserver({
    zone: exampleZone(),
    addresses: [address],
    port: 53,
    now: () => new Date(),
    log,
  })
  const packet = query('abc.waxseal.test', 16)
  for (let i = 0; i < 3; i++) {
    const python = promisify(execFile)('python3', ['-c', script])
    python.child.stdin?.end(packet)
    await python
  }
  expect(summaryOf(packet, await askUdp(address, packet))).toBe('NOERROR aa TXT(300)')
  await server.close()
  expect(warnings).toEqual([])
})
