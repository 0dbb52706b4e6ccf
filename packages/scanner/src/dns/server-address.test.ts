import { describe, expect, it } from 'vitest'
import { parseServer, serverName } from './server-address.ts'
import { systemServers } from './system-servers.ts'

describe('the address of a server', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1:53'],
    ['192.0.2.1:5353', '192.0.2.1:5353'],
    ['2001:db8::1', '[2001:db8::1]:53'],
    ['[2001:db8::1]', '[2001:db8::1]:53'],
    ['[2001:db8::1]:5353', '[2001:db8::1]:5353'],
    ['[fe80::1%eth0]:53', '[fe80::1%eth0]:53'],
  ])('%s is %s', (text, name) => {
    const server = parseServer(text)
    expect(server && serverName(server)).toBe(name)
  })

  it.each([
    '',
    'dns.example.com',
    '192.0.2.1:0',
    '192.0.2.1:65536',
    '192.0.2.1:',
    '192.0.2',
    '[192.0.2.1]:53',
    '::1:x',
    '2001:db8::1]:53',
  ])('"%s" is invalid', text => {
    expect(parseServer(text)).toBeNull()
  })

  it("the system's resolvers are such addresses", () => {
    for (const server of systemServers()) expect(parseServer(server)).not.toBeNull()
  })
})
