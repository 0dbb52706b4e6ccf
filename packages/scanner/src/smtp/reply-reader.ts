import type { FailureReason } from '@waxseal/core/dns'
import type { SmtpReply } from '@waxseal/core/relay'

/** RFC 5321 section 4.5.3.1.5 allows 512 octets; servers exceed it. */
const lineMax = 2048
const linesMax = 100
/** Octets of one connection. An honest server's session has a few hundred. */
const sessionMax = 65_536

/** Why a session came to nothing: `message` is a sentence about the server, for people. */
export class SmtpFailure extends Error {
  override name = 'SmtpFailure'
  readonly reason: FailureReason
  /**
   * `no-route`: nothing left this machine. `silent`: nothing came back. `denied`: no connection came about, and somebody
   * said so: the host, or who stands before it or before us. `reached`: there was a connection.
   */
  readonly reach: 'no-route' | 'silent' | 'denied' | 'reached'

  constructor(reason: FailureReason, message: string, reach: SmtpFailure['reach'] = 'reached') {
    super(message)
    this.reason = reason
    this.reach = reach
  }
}

/** Puts replies together from what comes off a connection. Throws an `SmtpFailure` for what is no SMTP, or too much of it. */
export class ReplyReader {
  #unfinished: Buffer = Buffer.alloc(0)
  #lines: string[] = []
  /** How many of the lines are given out: to take each away from the front would move all others. */
  #given = 0
  #received: number

  /** @param received octets the connection has brought before */
  constructor(received = 0) {
    this.#received = received
  }

  get received(): number {
    return this.#received
  }

  /** Nothing has come that was not read. */
  get isEmpty(): boolean {
    return this.#lines.length === this.#given && this.#unfinished.length === 0
  }

  push(chunk: Buffer): void {
    this.#received += chunk.length
    if (this.#received > sessionMax) throw new SmtpFailure('malformed', 'It sends without end.')
    let rest = this.#unfinished.length === 0 ? chunk : Buffer.concat([this.#unfinished, chunk])
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      if (end > lineMax) throw tooLong()
      this.#lines.push(printable(rest.subarray(0, rest[end - 1] === 0x0d ? end - 1 : end)))
      rest = rest.subarray(end + 1)
    }
    if (rest.length > lineMax) throw tooLong()
    this.#unfinished = rest
  }

  /** The next whole reply, and its lines as they came; null while it is not there yet. */
  next(): { reply: SmtpReply; lines: readonly string[] } | null {
    const reply = this.#lines.slice(this.#given, this.#given + linesMax)
    const code = reply[0]?.slice(0, 3) ?? ''
    const last = reply.findIndex(line => line[3] !== '-')
    const lines = last === -1 ? reply : reply.slice(0, last + 1)
    if (lines.some(line => !/^[2-5]\d\d(?:[ -]|$)/.test(line) || !line.startsWith(code)))
      throw new SmtpFailure('malformed', 'It does not speak SMTP.')
    if (last === -1) {
      if (lines.length === linesMax) throw new SmtpFailure('malformed', `A reply of over ${linesMax} lines.`)
      return null
    }
    this.#given += last + 1
    if (this.#given === this.#lines.length) [this.#lines, this.#given] = [[], 0]
    return { reply: { code: Number(code), lines: lines.map(line => line.slice(4)) }, lines }
  }
}

function tooLong(): SmtpFailure {
  return new SmtpFailure('malformed', `A line of more than ${lineMax} octets.`)
}

/** What a server sent, harmless: everything but printable ASCII becomes a question mark. */
function printable(octets: Buffer): string {
  return octets.toString('latin1').replace(/[^\x20-\x7e]/g, '?')
}
