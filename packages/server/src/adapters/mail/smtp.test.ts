import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { MailRefused } from '../../ports.ts'
import { smtpTransport } from './smtp.ts'

interface Received {
  from: string
  to: string[]
  raw: string
  user: string | undefined
}

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A real SMTP server on the loopback that keeps received mail. */
async function aServer(options: SMTPServerOptions = {}): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss word' ? done(null, { user: username ?? '' }) : done(new Error('535 wrong')),
    onData(stream, session, done) {
      let raw = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => (raw += chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        received.push({ from, to: rcptTo.map(rcpt => rcpt.address), raw, user: session.user })
        done()
      })
    },
    ...options,
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received }
}

function aTransport(url: string) {
  const transport = smtpTransport({ url, from: 'Waxseal <waxseal@example.org>' })
  closers.push(() => transport.close())
  return transport
}

const mail = { to: 'alex@example.com', subject: 'Grüße', text: 'A link:\n\nhttps://waxseal.example.org/?reset=abc\n' }

it('hands a mail to the server, marked as written by a program', async () => {
  const { url, received } = await aServer()
  await aTransport(url).send(mail)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ from: 'waxseal@example.org', to: ['alex@example.com'] })
  expect(received[0]?.raw).toContain('From: Waxseal <waxseal@example.org>')
  expect(received[0]?.raw).toContain('Auto-Submitted: auto-generated')
  expect(received[0]?.raw).toContain('https://waxseal.example.org/?reset=abc')
})

it('sends HTML beside the text, with a stable Message-ID and a link that stops such mail', async () => {
  const { url, received } = await aServer()
  const unsubscribe = 'https://waxseal.example.org/api/alerts/unsubscribe/1'
  const answer = await aTransport(url).send({ ...mail, html: '<p>A link</p>', id: 'delivery-1', unsubscribe })
  expect(answer).toMatch(/^250 /)
  const raw = received[0]?.raw ?? ''
  expect(raw).toContain('Content-Type: multipart/alternative')
  expect(raw).toContain('<p>A link</p>')
  expect(raw).toContain('Message-ID: <delivery-1@example.org>')
  expect(raw).toContain(`List-Unsubscribe: <${unsubscribe}>`)
  expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

it('signs in with the URL’s name and password, percent-decoded', async () => {
  const { url, received } = await aServer()
  await aTransport(url.replace('//', '//mailer%40example.org:p%40ss%20word@')).send(mail)
  expect(received[0]?.user).toBe('mailer@example.org')
})

it('can be checked without a mail', async () => {
  const { url, received } = await aServer()
  expect(await aTransport(url.replace('//', '//mailer:p%40ss%20word@')).check?.()).toBe(null)
  expect(await aTransport(url.replace('//', '//mailer:wrong@')).check?.()).toMatch(/^Invalid login: 535/)
  expect(received).toEqual([])
})

it('rejects on a wrong password, a refused recipient and an unreachable server', async () => {
  const { url } = await aServer()
  await expect(aTransport(url.replace('//', '//mailer:wrong@')).send(mail)).rejects.toThrow(/535|Invalid login/)
  const full = await aServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('mailbox full'), { responseCode: 452 })),
  })
  await expect(aTransport(full.url).send(mail)).rejects.toThrow(/mailbox full/)
  await expect(aTransport('smtp://127.0.0.1:1').send(mail)).rejects.toThrow(/ECONNREFUSED/)
})

it('distinguishes a permanent refusal, a temporary one and our own wrong password', async () => {
  const refusal = (responseCode: number) => {
    const onRcptTo: SMTPServerOptions['onRcptTo'] = (_address, _session, done) =>
      done(Object.assign(new Error('not here'), { responseCode }))
    return aServer({ onRcptTo })
  }
  await expect(aTransport((await refusal(550)).url).send(mail)).rejects.toMatchObject({ isFinal: true })
  await expect(aTransport((await refusal(450)).url).send(mail)).rejects.toMatchObject({ isFinal: false })
  const { url } = await aServer()
  const wrong = aTransport(url.replace('//', '//mailer:wrong@')).send(mail)
  await expect(wrong).rejects.not.toBeInstanceOf(MailRefused)
})

it('a subject or an address with line breaks adds no header and no recipient', async () => {
  const { url, received } = await aServer()
  const transport = aTransport(url)
  await transport.send({ ...mail, subject: 'Hello\r\nBcc: victim@example.net' })
  expect(received[0]?.to).toEqual(['alex@example.com'])
  expect(received[0]?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
  await transport.send({ ...mail, to: 'alex@example.com, victim@example.net' }).catch(() => null)
  await transport.send({ ...mail, to: 'alex@example.com>\r\nRCPT TO:<victim@example.net' }).catch(() => null)
  expect(received.flatMap(message => message.to)).not.toContain('victim@example.net')
})
