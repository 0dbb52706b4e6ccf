import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startLab } from '@waxseal/scanner/realserver/lab'
import pino from 'pino'
import { expect, it } from 'vitest'
import { openNameserver } from '../src/nameserver/serve-zone.ts'
import { Zone } from '../src/nameserver/zone.ts'

const run = promisify(execFile)
const name = 'waxseal.email'
const hosts = new Map([
  [`ns1.${name}`, '205.251.196.53'],
  [`ns2.${name}`, '208.78.70.53'],
])

/** What Zonemaster notes of the laboratory or of what the zone does without, and nothing about how it is served. */
const expected = [
  'NAMESERVER_IP_WITHOUT_REVERSE',
  'NEITHER_DNSKEY_NOR_DS',
  'NOT_SIGNED',
  'NO_IPV6_NS_CHILD',
  'NO_IPV6_NS_DEL',
  // The zone takes no mail.
  'Z09_MISSING_MAIL_TARGET',
]

it('Zonemaster finds no error in how the hosted zone is served', async () => {
  const zone = new Zone({
    name,
    nameservers: Array.from(hosts, ([host, address]) => ({ host, addresses: [address] })),
    contact: 'hostmaster@waxseal.example',
    serial: 2_026_112_501,
  })
  zone.put(`customer-abc123.${name}`, { text: 'v=spf1 ip4:192.0.2.1 -all', ttl: 300 })
  const folder = await mkdtemp(join(tmpdir(), 'waxseal-zonemaster-'))
  const hints = join(folder, 'hints')
  await writeFile(hints, '. 3600 IN NS a.root-servers.net.\na.root-servers.net. 3600 IN A 198.41.0.4\n')
  const lab = await startLab(
    [
      { name, nameservers: [...hosts.keys()] },
      { name: 'waxseal.example', records: '@ MX 10 mail\nmail A 205.251.196.54' },
    ],
    { elsewhere: hosts },
  )
  const log = pino({ level: 'silent' })
  const addresses = [...hosts.values()]
  const server = await openNameserver({ zone, addresses, port: 53, now: () => new Date(), log })
  try {
    const words = ['--hints', hints, '--no-ipv6', '--level', 'NOTICE', '--json', '--no-time', name]
    const { stdout } = await run('zonemaster-cli', words, { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    const notes = JSON.parse(stdout) as { tag: string; level: string }[]
    expect(notes.filter(({ tag }) => !expected.includes(tag))).toEqual([])
    // It did look: an unsigned zone is noted.
    expect(notes.map(({ tag }) => tag)).toContain('NOT_SIGNED')
  } finally {
    await server.close()
    await lab.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
