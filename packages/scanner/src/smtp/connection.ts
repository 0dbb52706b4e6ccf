import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { SmtpReply } from '@waxseal/core/relay'
import type { Dial } from '../dial.ts'
import { ReplyReader, SmtpFailure } from './reply-reader.ts'

/** The time limits of the parts of a test, in milliseconds. */
export interface SmtpLimits {
  connectMs: number
  /** From the connection to the end of the greeting. Some servers delay it for unknown clients. */
  greetingMs: number
  /** One complete reply. */
  replyMs: number
  /** The TLS handshake. */
  tlsMs: number
  /** The reply to QUIT, which does not matter. */
  quitMs: number
  /** All sessions of a test together. */
  totalMs: number
}

export const smtpLimits: SmtpLimits = {
  connectMs: 5000,
  greetingMs: 15_000,
  replyMs: 10_000,
  tlsMs: 10_000,
  quitMs: 2000,
  totalMs: 30_000,
}

export interface ConnectionOptions {
  /** An IP address. A name would be resolved again, which must not happen. */
  address: string
  port: number
  sourceAddress: string | undefined
  dial?: Dial | undefined
  limits: SmtpLimits
  signal: AbortSignal
  /** Gets the transcript, line by line. */
  onLine: (line: string) => void
}

/**
 * One connection to a mail server. It sends commands and reads complete replies. Each method rejects with an
 * `SmtpFailure`.
 */
export class SmtpConnection {
  #socket: Socket
  #reader = new ReplyReader()
  #failure: SmtpFailure | null = null
  #wake: () => void = () => {}
  readonly #options: ConnectionOptions
  readonly #abort: () => void

  private constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket
    this.#options = options
    this.#abort = () => this.#fail(abortFailure(options.signal))
    options.signal.addEventListener('abort', this.#abort, { once: true })
    this.#listen()
  }

  static async open(options: ConnectionOptions): Promise<SmtpConnection> {
    const { address, port, sourceAddress, dial, limits, signal, onLine } = options
    if (signal.aborted) throw abortFailure(signal)
    const from = sourceAddress === undefined ? {} : { localAddress: sourceAddress }
    const to = dial?.(address, port) ?? { address, port }
    const socket = connect({ host: to.address, port: to.port, noDelay: true, autoSelectFamily: false, ...from })
    try {
      await settled(socket, 'connect', limits.connectMs, signal, {
        what: `The connection to port ${port}`,
        reach: 'silent',
      })
    } catch (error) {
      socket.destroy()
      throw error
    }
    onLine(`* connected to ${address}, port ${port}`)
    return new SmtpConnection(socket, options)
  }

  /** The local address in the form for EHLO (RFC 5321 section 4.1.3). */
  get addressLiteral(): string {
    const { localAddress = '0.0.0.0' } = this.#socket
    return localAddress.includes(':') ? `[IPv6:${localAddress}]` : `[${localAddress}]`
  }

  greeting(): Promise<SmtpReply> {
    return this.#reply(this.#options.limits.greetingMs)
  }

  /** Sends one command and reads its reply. A server that sent data before the command is no longer trusted. */
  async command(text: string, withinMs = this.#options.limits.replyMs): Promise<SmtpReply> {
    if (this.#failure) throw this.#failure
    if (!this.#reader.isEmpty) throw new SmtpFailure('malformed', 'It sent data before it received a command.')
    this.#write(text)
    return await this.#reply(withinMs)
  }

  /**
   * Continues inside TLS with any certificate; callers judge it. Discards cleartext that the server sent after its last
   * reply (RFC 3207 section 6), because an attacker on the path may have injected it.
   */
  async startTls(host: string, ca?: readonly string[]): Promise<TLSSocket> {
    const { limits, signal, onLine } = this.#options
    if (!this.#reader.isEmpty) onLine('* cleartext after the reply to STARTTLS, discarded')
    for (const event of ['data', 'error', 'close']) this.#socket.removeAllListeners(event)
    const plain = this.#socket
    plain.on('error', () => {})
    const secure = connectTls({
      socket: plain,
      ...(isServerName(host) ? { servername: host } : {}),
      // Accepts old protocols and weak keys too: this session carries no mail, and the report names what it uses.
      minVersion: 'TLSv1',
      ciphers: 'DEFAULT:@SECLEVEL=0',
      rejectUnauthorized: false,
      // `authorized` then covers the chain only; the names are checked separately.
      checkServerIdentity: () => undefined,
      ...(ca === undefined ? {} : { ca: [...ca] }),
    })
    try {
      await settled(secure, 'secureConnect', limits.tlsMs, signal, { what: 'The TLS handshake', reach: 'reached' })
    } catch (error) {
      this.#failure ??= error as SmtpFailure
      secure.destroy()
      plain.destroy()
      throw error
    }
    this.#socket = secure
    this.#reader = new ReplyReader(this.#reader.received)
    this.#listen()
    return secure
  }

  /** Sends QUIT if the server still listens, and closes. Never rejects. */
  async quit(): Promise<void> {
    if (this.#failure === null && this.#reader.isEmpty)
      await this.command('QUIT', this.#options.limits.quitMs).catch(() => {})
    else if (this.#failure?.reason === 'timeout') this.#write('QUIT')
    this.#options.signal.removeEventListener('abort', this.#abort)
    this.#socket.destroySoon()
    setTimeout(() => this.#socket.destroy(), 500).unref()
  }

  #listen(): void {
    this.#socket.on('data', (chunk: Buffer) => {
      try {
        this.#reader.push(chunk)
      } catch (error) {
        this.#fail(error as SmtpFailure)
        this.#socket.destroy()
      }
      this.#wake()
    })
    this.#socket.on('error', () => this.#fail(new SmtpFailure('refused', 'It reset the connection.')))
    this.#socket.on('close', () => this.#fail(new SmtpFailure('refused', 'It closed the connection.')))
  }

  /** The first failure counts. */
  #fail(failure: SmtpFailure): void {
    this.#failure ??= failure
    this.#wake()
  }

  #write(text: string): void {
    if (!this.#socket.writable) return
    this.#options.onLine(`C: ${text}`)
    this.#socket.write(`${text}\r\n`)
  }

  async #reply(withinMs: number): Promise<SmtpReply> {
    const late = setTimeout(() => {
      this.#fail(new SmtpFailure('timeout', `It did not answer within ${seconds(withinMs)}.`))
    }, withinMs)
    try {
      for (;;) {
        const next = this.#reader.next()
        if (next !== null) {
          for (const line of next.lines) this.#options.onLine(`S: ${line}`)
          return next.reply
        }
        if (this.#failure) throw this.#failure
        await new Promise<void>(resolve => (this.#wake = resolve))
      }
    } finally {
      clearTimeout(late)
    }
  }
}

/**
 * The names that TLS can carry as a server name (RFC 6066 section 3): no address, and no bytes that host names cannot
 * have.
 */
function isServerName(host: string): boolean {
  return isIP(host) === 0 && /^[\w.-]{1,253}$/.test(host)
}

interface Step {
  /** The beginning of a sentence about it. */
  what: string
  /** The failure when it does not happen in time. */
  reach: SmtpFailure['reach']
}

/** Waits for an event of a socket; rejects with the first error before it. */
function settled(socket: Socket, event: string, withinMs: number, signal: AbortSignal, step: Step): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const late = () => reject(new SmtpFailure('timeout', `${step.what} timed out.`, step.reach))
  const timer = setTimeout(late, withinMs)
  const failed = (error: NodeJS.ErrnoException) => reject(failureOf(error, step))
  const closed = () => reject(new SmtpFailure('refused', 'It closed the connection.'))
  const aborted = () => reject(abortFailure(signal))
  socket.once(event, resolve)
  socket.once('error', failed)
  socket.once('close', closed)
  signal.addEventListener('abort', aborted, { once: true })
  return promise.finally(() => {
    clearTimeout(timer)
    // An abandoned socket may still emit errors.
    socket.on('error', () => {})
    socket.off('error', failed)
    socket.off('close', closed)
    signal.removeEventListener('abort', aborted)
  })
}

/** No route, or no permission to use it: no packet left this machine. */
const localErrors = new Set(['ENETUNREACH', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'EACCES', 'EPERM'])

function failureOf({ code = '', message }: NodeJS.ErrnoException, { what, reach }: Step): SmtpFailure {
  if (reach === 'silent' && localErrors.has(code))
    return new SmtpFailure('unreachable', 'This machine has no route to it.', 'no-route')
  if (code === 'ETIMEDOUT') return new SmtpFailure('timeout', `${what} timed out.`, reach)
  if (code === 'ECONNREFUSED') return new SmtpFailure('unreachable', `${what} was refused.`, 'denied')
  if (code === 'EHOSTUNREACH') return new SmtpFailure('unreachable', 'The host is unreachable.', 'denied')
  if (code === 'ECONNRESET') return new SmtpFailure('refused', 'It reset the connection.')
  return new SmtpFailure('malformed', `${what} failed: ${message.replace(/[^\x20-\x7e]/g, '?').slice(0, 120)}`)
}

function abortFailure({ reason }: AbortSignal): SmtpFailure {
  return reason instanceof DOMException && reason.name === 'TimeoutError'
    ? new SmtpFailure('timeout', 'It answered too slowly, so the test timed out.')
    : new SmtpFailure('cancelled', 'The scan ended before the test.')
}

function seconds(ms: number): string {
  return `${ms / 1000} s`
}
