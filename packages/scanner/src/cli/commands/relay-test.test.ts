import { afterEach, describe, expect, it } from 'vitest'
import { answering, rawServer } from '../../smtp/testing/raw-server.ts'
import { waxseal } from '../../testing/terminal.ts'
import { zoneServer } from '../../testing/zone-server.ts'

const closers: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function mailServer(answers: Parameters<typeof answering>[0]) {
  const server = await rawServer(answering(answers))
  closers.push(() => server.close())
  return server
}

async function relayTest(...args: string[]) {
  const { code, out } = await waxseal('relay', 'test', ...args, '--json')
  return { code, reply: JSON.parse(out) as unknown }
}

describe('waxseal relay test', () => {
  it('reports true for a server that accepts external recipients from an unauthenticated sender, with the transcript', async () => {
    const server = await mailServer({})
    const { code, reply } = await relayTest('127.0.0.1', '--port', `${server.port}`, '--allow-private')
    expect(code).toBe(0)
    expect(reply).toMatchObject({
      is_open_relay: true,
      test_details: {
        address: '127.0.0.1',
        port: server.port,
        reason: 'It accepted the external recipient: 250 OK',
        transcript: expect.arrayContaining(['C: RCPT TO:<open-relay-test@example.com>', 'S: 250 OK']) as string[],
      },
    })
    expect(server.received).not.toContain('DATA')
  })

  it('reports false for a server that refuses, and null for one that defers', async () => {
    const closed = await mailServer({ RCPT: '554 5.7.1 Relay access denied' })
    expect(await relayTest('127.0.0.1', '--port', `${closed.port}`, '--allow-private')).toMatchObject({
      code: 0,
      reply: { is_open_relay: false },
    })
    const greylisting = await mailServer({ RCPT: '450 4.2.0 Greylisted' })
    expect(await relayTest('127.0.0.1', '--port', `${greylisting.port}`, '--allow-private')).toMatchObject({
      code: 1,
      reply: { is_open_relay: null },
    })
  })

  it('prints the same as text', async () => {
    const server = await mailServer({ RCPT: '554 5.7.1 Relay access denied' })
    const { out } = await waxseal('relay', 'test', '127.0.0.1', '--port', `${server.port}`, '--allow-private')
    expect(out).toContain('C: MAIL FROM:<>\n')
    expect(out).toContain(
      `127.0.0.1 [127.0.0.1]:${server.port} does not relay\nIt refused to relay: 554 5.7.1 Relay access denied\n`,
    )
  })

  it('gives up after its time limit', async () => {
    const server = await mailServer({ greeting: null })
    const { reply } = await relayTest('127.0.0.1', '--port', `${server.port}`, '--allow-private', '--timeout', '80')
    expect(reply).toMatchObject({ is_open_relay: null, test_details: { greeting: null } })
  })

  it('tests addresses that are not public, alone or beside public ones, only when allowed', async () => {
    const server = await mailServer({ RCPT: '554 5.7.1 Relay access denied' })
    const dns = await zoneServer({ 'mx1.example.com': { A: ['127.0.0.1', '8.26.56.25'] } })
    closers.push(() => dns.close())
    const asked = ['mx1.example.com', '--port', `${server.port}`, '--resolver', dns.name]
    expect(await relayTest(...asked)).toMatchObject({
      code: 1,
      reply: {
        is_open_relay: null,
        test_details: { reason: expect.stringMatching(/^Not tested: 127\.0\.0\.1 is not public \(loopback/) as string },
      },
    })
    expect(server.connections).toBe(0)
    expect(await relayTest(...asked, '--allow-private')).toMatchObject({ code: 0, reply: { is_open_relay: false } })
  })

  it('accepts an IPv6 address with and without brackets', async () => {
    for (const host of ['::1', '[::1]'])
      expect(await relayTest(host)).toMatchObject({
        reply: { test_details: { address: '::1', reason: expect.stringMatching(/^Not tested: ::1 is not/) as string } },
      })
  })

  it('reports an invalid host, and a host without an address', async () => {
    for (const host of ['not a host', '.', '8.26.56.25:587', '127.1', '2130706433', 'fe80::1%eth0', '[::1'])
      expect(await relayTest(host)).toMatchObject({ code: 2, reply: { error: { code: 'domain' } } })
    const dns = await zoneServer({ 'example.com': {} })
    closers.push(() => dns.close())
    expect(await relayTest('gone.example.com', '--resolver', dns.name)).toMatchObject({
      code: 1,
      reply: { error: { code: 'dns', message: 'gone.example.com has no address' } },
    })
  })
})
