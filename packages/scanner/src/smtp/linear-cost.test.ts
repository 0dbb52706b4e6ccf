import type { TLSSocket } from 'node:tls'
import { expectLinearCost } from '@waxseal/core/testing'
import { describe, it } from 'vitest'
import { certificateFacts } from './certificate-facts.ts'
import { ReplyReader, SmtpFailure } from './reply-reader.ts'

/** The bytes of one session. */
const max = 65_536

describe('costs in proportion to its length', () => {
  it('what a mail server sends, in one piece', () =>
    expectLinearCost(text => repliesIn([Buffer.from(text, 'latin1')]), { max, tokens, heads: ['', '250-', '250 '] }))

  it('what a mail server sends, byte by byte', () =>
    // A line ends or is refused long before.
    expectLinearCost(text => repliesIn(Array.from(text, octet => Buffer.from(octet, 'latin1'))), {
      max: 16_384,
      tokens,
    }))

  it('the names in a certificate', () =>
    // Node accepts at most 100 KB of certificates in a handshake.
    expectLinearCost(text => certificateFacts(showing(text), 'mx.example.com', new Date(0)), {
      max: 100_000,
      tokens: ['DNS:a{n}.b, ', ', ', 'CN=', '\nCN=', '\nO=', 'C'],
      heads: ['', 'DNS:', 'CN=', 'O='],
    }))
})

const tokens = ['250\n', '250 a\r\n', '250-a\r\n', '250-', '250\r\n', '\r\n']

function repliesIn(chunks: readonly Buffer[]): unknown {
  const reader = new ReplyReader()
  try {
    for (const chunk of chunks) reader.push(chunk)
    while (reader.next() !== null);
    return reader.isEmpty
  } catch (error) {
    if (error instanceof SmtpFailure) return error
    throw error
  }
}

/** A connection to a server with a certificate that has this text in its names. */
function showing(text: string): TLSSocket {
  const day = new Date(0)
  const raw = Buffer.from(text, 'latin1')
  const publicKey = { export: () => raw }
  const names = { subject: text, issuer: text, subjectAltName: text }
  const leaf = { ...names, raw, publicKey, validFromDate: day, validToDate: day, checkIssued: () => false }
  return { authorized: false, authorizationError: text, getPeerX509Certificate: () => leaf } as unknown as TLSSocket
}
