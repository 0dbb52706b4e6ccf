import type { DnsEvidence, Evidence } from '../report.ts'

/** The command that repeats a query: same server, same flags. */
export function digLine({ question, via }: Pick<DnsEvidence, 'question' | 'via'>): string {
  const parts = ['dig']
  const server = via.server === null ? null : serverOf(via.server)
  if (server !== null) {
    parts.push(`@${server.address}`)
    if (server.port !== '53') parts.push('-p', server.port)
  }
  if (via.authoritative) parts.push('+norecurse')
  parts.push('+dnssec')
  if (via.authentic === 'bogus') parts.push('+cd')
  parts.push(shellWord(question.name), question.type)
  return parts.join(' ')
}

/** Splits `192.0.2.1:53` and `[2001:db8::1]:53`; the port is optional. */
function serverOf(text: string): { address: string; port: string } {
  const match = /^\[([^\]]+)\]:(\d+)$/.exec(text) ?? /^([^:]+):(\d+)$/.exec(text)
  return { address: match?.[1] ?? text, port: match?.[2] ?? '53' }
}

/** Names in DNS may contain any character; a shell must read them as one word. */
function shellWord(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`
}

/** The command that reproduces a piece of evidence. */
export function repeatLine(piece: Evidence): string {
  if (piece.kind === 'dns') return digLine(piece)
  if (piece.kind === 'http') return `curl -si ${shellWord(piece.question.name)}`
  const match = /\[([\da-fA-F:.]+)\]:(\d+)$/.exec(piece.question.name)
  return `nc -C ${match?.[1] ?? ''} ${match?.[2] ?? ''}`
}
