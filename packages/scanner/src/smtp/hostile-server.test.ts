import type { Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { testMailHost } from './mail-host-test.ts'
import { ReplyReader, SmtpFailure } from './reply-reader.ts'
import { certificates } from './testing/certificates.data.ts'
import { answering, rawServer } from './testing/raw-server.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Enough time for each reply on a busy machine too; the reply to QUIT is not waited for. */
const patient = { greetingMs: 20_000, replyMs: 20_000, quitMs: 20, totalMs: 120_000 }
/** For servers that do not reply. */
const impatient = { ...patient, greetingMs: 200, replyMs: 200 }

/** Tests a server that behaves as given, and checks that the transcript holds printable text only. */
async function against(talk: (socket: Socket) => void, limits: Partial<typeof patient> = patient) {
  const server = await rawServer(talk)
  closers.push(() => server.close())
  const { report } = await testMailHost({
    host: 'mx1.example.com',
    address: '127.0.0.1',
    port: server.port,
    limits: { ...patient, ...limits },
  })
  await server.idle()
  expect(report.transcript.lines.join('').length).toBeLessThan(70_000)
  for (const line of report.transcript.lines) expect(line).toMatch(/^[CS*][: ][\x20-\x7e…]*$/)
  return { ...report, received: server.received }
}

describe('a malformed greeting', () => {
  it.each([
    ['noise', Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 89) % 256)), 'malformed'],
    ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'malformed'],
    ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n', 'malformed'],
    ['NULs', Buffer.alloc(5000), 'malformed'],
    ['one line of 4 KB', `220 ${'x'.repeat(4096)}\r\n`, 'malformed'],
    ['101 lines', '220-hello\r\n'.repeat(101), 'malformed'],
    ['several codes in one reply', '220-hello\r\n250 world\r\n', 'malformed'],
    ['a refusal', '554 5.7.1 You are not wanted here\r\n', 'refused'],
    ['a postponement', '421 4.7.0 Too busy\r\n', 'servfail'],
    ['an acceptance', '250 2.1.5 Ok\r\n', 'malformed'],
    ['half a line', '220 mx1.exam', 'timeout'],
    ['nothing', '', 'timeout'],
  ])('%s: could not be checked', async (_, greeting, reason) => {
    const report = await against(socket => socket.write(greeting), reason === 'timeout' ? impatient : patient)
    expect(report).toMatchObject({ relay: 'unknown', failure: reason, undecided: reason, greeting: null })
    expect(report.received).not.toContain('MAIL')
  })

  it('without end is cut off at 64 KB', async () => {
    let sent = 0
    const report = await against(socket => {
      const flood = () => {
        while (!socket.destroyed && sent < 50_000_000 && socket.write('220-hello\r\n'.repeat(90))) sent += 990
      }
      socket.on('drain', flood)
      flood()
    })
    expect(report).toMatchObject({ relay: 'unknown', failure: 'malformed' })
    expect(sent).toBeLessThan(20_000_000)
  })

  it('of 512 bytes, or with control characters, is accepted', async () => {
    const report = await against(answering({ greeting: `220 mx1.example.com \x07${'x'.repeat(500)}`, RCPT: '550 no' }))
    expect(report).toMatchObject({ relay: 'closed', greeting: 'mx1.example.com' })
  })
})

describe('a server that fakes acceptance', () => {
  it('by answering before the command is not trusted', async () => {
    const report = await against(socket => socket.write('220 mx\r\n250 hi\r\n250 sender ok\r\n250 recipient ok\r\n'))
    expect(report).toMatchObject({
      relay: 'unknown',
      undecided: 'malformed',
      reason: 'It sent data before it received a command.',
    })
  })

  it('by answering two commands at once is not trusted', async () => {
    const report = await against(answering({ MAIL: '250 sender ok\r\n250 recipient ok' }))
    expect(report).toMatchObject({ relay: 'unknown', undecided: 'malformed', failure: null })
    expect(report.received).not.toContain('RCPT')
  })

  it('by clear text after its reply to STARTTLS is not trusted (RFC 3207 section 6)', async () => {
    const secureContext = createSecureContext({ key: certificates.key, cert: certificates.good })
    const report = await against(socket => {
      socket.write('220 mx1.example.com\r\n')
      socket.on('data', function plain(chunk: Buffer) {
        if (chunk.includes('EHLO')) socket.write('250-mx1.example.com\r\n250 STARTTLS\r\n')
        if (!chunk.includes('STARTTLS')) return
        socket.off('data', plain)
        socket.write('220 Go\r\n250 injected.example.net\r\n250 sender ok\r\n250 recipient ok\r\n')
        const secure = new TLSSocket(socket, { isServer: true, secureContext })
        secure.on('error', () => {})
        answering({ greeting: null, EHLO: '250 mx1.example.com', RCPT: '550 5.7.1 Relaying denied' })(secure)
      })
    })
    expect(report.transcript.lines).toContain('* cleartext after the reply to STARTTLS, discarded')
    expect(report).toMatchObject({ starttls: 'offered', greeting: 'mx1.example.com', relay: 'closed' })
  })
})

describe('a server that disconnects or is slow', () => {
  it.each([
    ['at once', { greeting: null }],
    ['at EHLO', { EHLO: null }],
    ['at MAIL', { MAIL: null }],
    ['at RCPT', { RCPT: null }],
  ])('%s: could not be checked, and receives QUIT', async (_, answers) => {
    const report = await against(answering(answers), impatient)
    expect(report).toMatchObject({ relay: 'unknown', undecided: 'timeout' })
    expect(report.received).toContain('QUIT')
  })

  it.each(['greeting', 'EHLO', 'MAIL', 'RCPT'])('by hanging up at %s: could not be checked', async word => {
    const report = await against(socket => {
      socket.on('data', chunk => chunk.includes(word) && socket.destroy())
      if (word === 'greeting') socket.destroy()
      else answering({})(socket)
    })
    expect(report).toMatchObject({ relay: 'unknown', undecided: 'refused' })
  })

  it('by banning us after the sender: could not be checked', async () => {
    const report = await against(answering({ RCPT: '421 4.7.1 Too many connections from your host' }))
    expect(report).toMatchObject({ relay: 'unknown', undecided: 'servfail', failure: null })
  })

  it('by sending single bytes gets the time limit of a reply, and no more', async () => {
    const report = await against(socket => {
      const drip = setInterval(() => socket.write('2'), 5)
      socket.once('close', () => clearInterval(drip))
    }, impatient)
    // The whole test has two minutes, so the limit of one reply ended it.
    expect(report).toMatchObject({ relay: 'unknown', failure: 'timeout' })
  })

  it('in every reply gets the time limit of a test, and no more', async () => {
    const report = await against(
      socket => {
        const slow = (text: string) => setTimeout(() => socket.write(text), 150)
        slow('220 mx\r\n')
        socket.on('data', chunk => slow(chunk.includes('EHLO') ? '502 no\r\n' : '250 mx\r\n'))
      },
      { totalMs: 500 },
    )
    expect(report).toMatchObject({ relay: 'unknown', undecided: 'timeout' })
  })
})

describe('the reader of replies', () => {
  it('joins a reply from any chunks', () => {
    const text = '250-mx1.example.com\r\n250-SIZE 1000\n250 STARTTLS\r\n220 next\r\n'
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), sizes => {
        const reader = new ReplyReader()
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          reader.push(Buffer.from(text.slice(at, at + size)))
          at += size
        }
        expect(reader.next()?.reply).toEqual({ code: 250, lines: ['mx1.example.com', 'SIZE 1000', 'STARTTLS'] })
        expect(reader.next()?.reply).toEqual({ code: 220, lines: ['next'] })
        expect(reader.isEmpty).toBe(true)
      }),
    )
  })

  it('gives printable replies or an SmtpFailure for any input', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom('220-', '250 ', '\r\n', '\n', '550-x\r\n', 'x'.repeat(2000)).map(text => Buffer.from(text)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
        const reader = new ReplyReader()
        try {
          for (const octets of pieces) {
            reader.push(Buffer.from(octets))
            for (let next = reader.next(); next !== null; next = reader.next()) {
              expect(next.reply.code).toBeGreaterThanOrEqual(200)
              expect(next.lines.join('')).toMatch(/^[\x20-\x7e]*$/)
            }
          }
        } catch (error) {
          if (!(error instanceof SmtpFailure)) throw error
        }
      }),
    )
  })
})
