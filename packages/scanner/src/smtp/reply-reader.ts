import type { FailureReason } from '@waxseal/core/dns'
import type { SmtpReply } from '@waxseal/core/relay'

/** RFC 5321 section 4.5.3.1.5 allows 512 bytes; servers exceed it. */
const lineMax = 2048
const linesMax = 100
/** The maximum bytes of one connection. An honest session has a few hundred. */
const sessionMax = 65_536

/** Why a session failed: `message` is a sentence about the server, for people. */
export class SmtpFailure extends Error {
  override name = 'SmtpFailure'
  readonly reason: FailureReason
  /**
   * `no-route`: no packet left this machine. `silent`: no reply came back. `denied`: the host, or a firewall near it or
   * near us, refused the connection. `reached`: there was a connection.
   */
  readonly reach: 'no-route' | 'silent' | 'denied' | 'reached'

  constructor(reason: FailureReason, message: string, reach: SmtpFailure['reach'] = 'reached') {
    super(message)
    this.reason = reason
    this.reach = reach
  }
}

/** Assembles replies from the bytes of a connection. Throws an `SmtpFailure` when they are no SMTP, or too many. */
export class ReplyReader {
  #unfinished: Buffer = Buffer.alloc(0)
  #lines: string[] = []
  /** The number of lines already returned. Removing each from the front would move all others. */
  #given = 0
  #received: number

  /** @param received the bytes that the connection received before */
  constructor(received = 0) {
    this.#received = received
  }

  get received(): number {
    return this.#received
  }

  /** True when no unread bytes are left. */
  get isEmpty(): boolean {
    return this.#lines.length === this.#given && this.#unfinished.length === 0
  }

  push(chunk: Buffer): void {
    this.#received += chunk.length
    if (this.#received > sessionMax) throw new SmtpFailure('malformed', 'It sent too much data.')
    let rest = this.#unfinished.length === 0 ? chunk : Buffer.concat([this.#unfinished, chunk])
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      if (end > lineMax) throw tooLong()
      this.#lines.push(printable(rest.subarray(0, rest[end - 1] === 0x0d ? end - 1 : end)))
      rest = rest.subarray(end + 1)
    }
    if (rest.length > lineMax) throw tooLong()
    this.#unfinished = rest
  }

  /** The next complete reply and its original lines; null while it is incomplete. */
  next(): { reply: SmtpReply; lines: readonly string[] } | null {
    const reply = this.#lines.slice(this.#given, this.#given + linesMax)
    const code = reply[0]?.slice(0, 3) ?? ''
    const last = reply.findIndex(line => line[3] !== '-')
    const lines = last === -1 ? reply : reply.slice(0, last + 1)
    if (lines.some(line => !/^[2-5]\d\d(?:[ -]|$)/.test(line) || !line.startsWith(code)))
      throw new SmtpFailure('malformed', 'Its reply is not valid SMTP.')
    if (last === -1) {
      if (lines.length === linesMax) throw new SmtpFailure('malformed', `Its reply has more than ${linesMax} lines.`)
      return null
    }
    this.#given += last + 1
    if (this.#given === this.#lines.length) [this.#lines, this.#given] = [[], 0]
    return { reply: { code: Number(code), lines: lines.map(line => line.slice(4)) }, lines }
  }
}

function tooLong(): SmtpFailure {
  return new SmtpFailure('malformed', 'A line of its reply is longer than 2,048 bytes.')
}

/** The server's text with a question mark for everything but printable ASCII. */
function printable(octets: Buffer): string {
  return octets.toString('latin1').replace(/[^\x20-\x7e]/g, '?')
}
