import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { type MailHostTest, testMailHost } from './mail-host-test.ts'
import { certificates } from './testing/certificates.data.ts'
import { answering, rawServer } from './testing/raw-server.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A real SMTP server (npm smtp-server) on the loopback. */
async function smtpServer(options: SMTPServerOptions = {}) {
  const messages: string[] = []
  const server = new SMTPServer({
    name: 'mx1.example.com',
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      messages.push(session.id)
      stream.resume()
      stream.on('end', () => done())
    },
    ...options,
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  closers.push(() => server.close(() => {}))
  return { port: (listening.address() as AddressInfo).port, messages }
}

async function raw(talk: (socket: Socket) => void) {
  const server = await rawServer(talk)
  closers.push(() => server.close())
  return server
}

async function test(port: number, more: Partial<MailHostTest> = {}) {
  const { report } = await testMailHost({ host: 'mx1.example.com', address: '127.0.0.1', port, ...more })
  return report
}

const commands = (lines: readonly string[]) => lines.filter(line => line.startsWith('C: ')).map(line => line.slice(3))

function refusing(code: number, text: string): SMTPServerOptions {
  return { onRcptTo: (_address, _session, done) => done(Object.assign(new Error(text), { responseCode: code })) }
}

/** Offers TLS with this certificate, and relays no mail. */
const secure = (cert: string): SMTPServerOptions => ({
  disabledCommands: [],
  key: certificates.key,
  cert,
  ...refusing(554, '5.7.1 Relay access denied'),
})

describe('a server that relays for unauthenticated senders', () => {
  it('is suspected after it accepted two external recipients in two sessions, without any message', async () => {
    const { port, messages } = await smtpServer()
    const report = await test(port)
    expect(report).toMatchObject({
      relay: 'suspected',
      failure: null,
      undecided: null,
      contacted: true,
      greeting: 'mx1.example.com',
      starttls: 'not-offered',
      tls: null,
    })
    expect(report.reason).toMatch(/^It accepted the external recipient: 250 /)
    expect(commands(report.transcript.lines)).toEqual([
      'EHLO [127.0.0.1]',
      'MAIL FROM:<>',
      'RCPT TO:<open-relay-test@example.com>',
      'RSET',
      'QUIT',
      'EHLO [127.0.0.1]',
      'MAIL FROM:<>',
      'RCPT TO:<open-relay-test@example.net>',
      'RSET',
      'QUIT',
    ])
    expect(report.transcript).toMatchObject({
      kind: 'smtp',
      outcome: 'session',
      question: { name: `mx1.example.com [127.0.0.1]:${port}`, type: 'SMTP' },
    })
    expect(messages).toEqual([])
  })

  it('receives our host name in EHLO if we have one', async () => {
    const server = await raw(answering({ 'MAIL FROM:<>': '550 no bounces', RCPT: '550 no' }))
    await test(server.port, { name: 'scan.waxseal.example' })
    expect(server.received).toMatch(
      /^EHLO scan\.waxseal\.example\r\nMAIL FROM:<>\r\nMAIL FROM:<open-relay-test@scan\.waxseal\.example>\r\n/,
    )
  })

  it('receives our address in EHLO if our host name is no domain name', async () => {
    const server = await raw(answering({ RCPT: '550 no' }))
    for (const name of ['192.0.2.9', '[::1]', 'localhost', 'a.example\r\nDATA']) await test(server.port, { name })
    expect(server.received.match(/EHLO .*/g)).toEqual(Array(4).fill('EHLO [127.0.0.1]'))
    expect(server.received).not.toContain('DATA')
  })

  it('is detected even if it refuses the null sender', async () => {
    const server = await raw(answering({ 'MAIL FROM:<>': '501 5.1.7 Bad sender address syntax' }))
    const report = await test(server.port)
    expect(report.relay).toBe('suspected')
    expect(commands(report.transcript.lines).slice(1, 4)).toEqual([
      'MAIL FROM:<>',
      'MAIL FROM:<open-relay-test@[127.0.0.1]>',
      'RCPT TO:<open-relay-test@example.com>',
    ])
  })

  it('is not suspected when it accepts one external recipient and refuses another', async () => {
    const { port } = await smtpServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address.endsWith('.net') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
    })
    const report = await test(port)
    expect(report).toMatchObject({ relay: 'unknown', undecided: 'servfail' })
    expect(report.reason).toMatch(/\. Test of a second recipient: It rejected/)
  })
})

describe('a server that does not relay', () => {
  it('is closed, and one session is enough', async () => {
    const { port } = await smtpServer(refusing(554, '5.7.1 Relay access denied'))
    const report = await test(port)
    expect(report).toMatchObject({ relay: 'closed', reason: 'It refused to relay: 554 5.7.1 Relay access denied' })
    expect(commands(report.transcript.lines)).toHaveLength(4)
  })

  it('is not judged while it defers us (greylisting)', async () => {
    const { port } = await smtpServer(refusing(450, '4.2.0 Greylisted, try again in 300 seconds'))
    expect(await test(port)).toMatchObject({ relay: 'unknown', undecided: 'servfail', failure: null })
  })

  it('is not judged when it turns our address away', async () => {
    const { port } = await smtpServer(refusing(554, '5.7.1 Client host [192.0.2.9] blocked using zen.spamhaus.org'))
    expect(await test(port)).toMatchObject({ relay: 'unknown', undecided: 'refused' })
  })
})

it('a server excluded from the test is only asked for its extensions', async () => {
  const { port } = await smtpServer()
  const report = await test(port, { unasked: 'A server of Example: not tested.' })
  expect(report).toMatchObject({
    relay: 'unknown',
    undecided: null,
    greeting: 'mx1.example.com',
    starttls: 'not-offered',
  })
  expect(report.reason).toBe('A server of Example: not tested.')
  expect(commands(report.transcript.lines)).toEqual(['EHLO [127.0.0.1]', 'QUIT'])
})

describe('STARTTLS', () => {
  const ca = [certificates.authority]

  it('is used if it is offered; the certificate is described as senders and DANE see it', async () => {
    const { port } = await smtpServer(secure(`${certificates.good}\n${certificates.authority}`))
    const report = await test(port, { ca })
    expect(report).toMatchObject({ starttls: 'offered', relay: 'closed', tls: { protocol: 'TLSv1.3' } })
    expect(report.tls?.certificate).toMatchObject({
      names: ['mx1.example.com', '*.mail.example.com'],
      issuer: 'Test Authority',
      notBefore: '2020-01-01T00:00:00.000Z',
      notAfter: '2120-01-01T00:00:00.000Z',
      selfSigned: false,
      trusted: true,
      problem: null,
      // Computed with `openssl x509 -outform DER | sha256sum` and `openssl pkey -pubin -outform DER | sha256sum`.
      sha256: '8501f8e450c65510b8e4c4fe919d2e3ac82cc00a64ffa8724eb3d72712b5201c',
      spkiSha256: '6f2e565aca0abba17681500b7343cc372333597e8f40105fbd592819d35bea3f',
    })
    expect(report.tls?.certificate.chain.map(({ subject }) => subject)).toEqual(['mx1.example.com', 'Test Authority'])
    expect(commands(report.transcript.lines)).toEqual([
      'EHLO [127.0.0.1]',
      'STARTTLS',
      'EHLO [127.0.0.1]',
      'MAIL FROM:<>',
      'RCPT TO:<open-relay-test@example.com>',
      'QUIT',
    ])
  })

  it('lists the certificate chain as sent, for DANE, without an authority that was not sent', async () => {
    const { port } = await smtpServer(secure(certificates.good))
    const report = await test(port, { ca })
    expect(report.tls?.certificate).toMatchObject({ trusted: true, chain: [{ subject: 'mx1.example.com' }] })
  })

  it('reads a certificate that has only alternative names', async () => {
    const { port } = await smtpServer(secure(certificates.withoutSubject))
    const report = await test(port)
    expect(report.tls?.certificate).toMatchObject({ names: ['mx1.example.com'], issuer: '', chain: [{ subject: '' }] })
    expect(report.transcript.lines).toContain('* TLSv1.3, certificate for mx1.example.com')
  })

  it.each([
    ['expired', certificates.expired, ca, 'it expired on 2021-01-01'],
    ['from an untrusted authority', certificates.good, undefined, /^no trusted authority has signed it/],
    ['for another name', certificates.selfSigned, ca, 'it does not name mx1.example.com'],
  ])('continues with a certificate that is %s, and reports it', async (_, cert, trusted, problem) => {
    const { port } = await smtpServer(secure(cert))
    const report = await test(port, trusted ? { ca: trusted } : {})
    expect(report.relay).toBe('closed')
    expect(report.tls?.certificate.problem).toMatch(problem)
    expect(report.tls?.certificate.trusted).toBe(false)
  })

  it.each(['192.0.2.1', 'a b\u0000.example.com', 'x'.repeat(300)])('sends no server name for %j', async host => {
    const { port } = await smtpServer(secure(certificates.good))
    const report = await test(port, { host, ca })
    expect(report).toMatchObject({ starttls: 'offered', relay: 'closed' })
    expect(report.tls?.certificate.problem).toMatch(/^it does not name /)
  })

  it('is reported when it fails, and relaying is then tested in clear text', async () => {
    const server = await raw(socket => {
      // 0x16: the first byte of a TLS handshake.
      socket.on('data', chunk => chunk[0] === 0x16 && socket.write('500 this is no handshake\r\n'))
      const EHLO = '250-mx1.example.com\r\n250 STARTTLS'
      answering({ EHLO, STARTTLS: '220 Go ahead', RCPT: '554 5.7.1 Relay access denied' })(socket)
    })
    const report = await test(server.port)
    expect(report).toMatchObject({ starttls: 'failed', tls: null, relay: 'closed', failure: null })
    expect(server.connections).toBe(2)
  })

  it('is unknown when it times out, and relaying is tested in clear text', async () => {
    const server = await raw(
      answering({
        EHLO: '250-mx1.example.com\r\n250 STARTTLS',
        STARTTLS: '220 Go ahead',
        RCPT: '554 5.7.1 no relaying',
      }),
    )
    const report = await test(server.port, { limits: { tlsMs: 50 } })
    expect(report).toMatchObject({ starttls: 'unknown', tls: null, relay: 'closed', failure: null })
    expect(report.transcript.lines).toContain('* The TLS handshake timed out.')
  })

  it('counts as failed, not the server, when it is offered and then refused', async () => {
    const server = await raw(
      answering({ EHLO: '250-mx\r\n250 starttls', STARTTLS: '454 TLS not available', RCPT: '550 relay not permitted' }),
    )
    expect(await test(server.port)).toMatchObject({ starttls: 'failed', relay: 'closed' })
  })
})

describe('an unreachable server', () => {
  it('is reported as unreachable', async () => {
    const server = await raw(() => {})
    server.close()
    expect(await test(server.port)).toMatchObject({
      failure: 'unreachable',
      undecided: 'unreachable',
      relay: 'unknown',
      contacted: true,
      transcript: { outcome: 'failed', reason: 'unreachable' },
    })
  })

  it('delays no scan that has ended', async () => {
    const server = await raw(() => {})
    const ending = new AbortController()
    const report = test(server.port, { signal: ending.signal })
    ending.abort()
    expect(await report).toMatchObject({ failure: 'cancelled', relay: 'unknown' })
  })
})

describe('an old server', () => {
  it('that does not support EHLO gets HELO', async () => {
    const server = await raw(answering({ EHLO: '502 unknown', HELO: '250 old.example.com', RCPT: '550 no relaying' }))
    expect(await test(server.port)).toMatchObject({
      greeting: 'old.example.com',
      relay: 'closed',
      starttls: 'not-offered',
    })
  })
})
