import type { DnsEvidence, Evidence } from './evidence.ts'

/**
 * The `dig` line that repeats a query: to the same server, without recursion if it was the zone's own, with the DO bit of
 * all our queries, with CD if DNSSEC is broken. Quotes a name that dig would read as an option or the shell as several
 * words. Screens and the command line show the same line.
 */
export function digLine({ question, via }: Pick<DnsEvidence, 'question' | 'via'>): string {
  const words = ['dig', ...server(via.server), '-q', absolute(question.name), '-t', question.type]
  if (via.authoritative) words.push('+norecurse')
  words.push('+dnssec')
  if (via.authentic === 'bogus') words.push('+cd')
  return words.join(' ')
}

/** `address:port` or `[address]:port` in the form of dig. */
function server(text: string | null): string[] {
  const match = /^\[?([\da-f.:]+?)\]?:(\d+)$/i.exec(text ?? '')
  if (!match) return []
  const [, address = '', port = '53'] = match
  return port === '53' ? [`@${address}`] : [`@${address}`, '-p', port]
}

/** VirusTotal answers no request without a key. Evidence never has ours. */
const virusTotalUrl = 'https://www.virustotal.com/api/'

/**
 * The command line that reproduces a piece of evidence: `dig`, `curl`, or a connection to the mail server. Where the
 * request needs a key, the line has `YOUR_KEY` in its place.
 */
export function repeatLine(piece: Evidence): string {
  if (piece.kind === 'dns') return digLine(piece)
  if (piece.kind === 'http') {
    const { name } = piece.question
    return `curl -si ${name.startsWith(virusTotalUrl) ? "-H 'x-apikey: YOUR_KEY' " : ''}${quoted(name)}`
  }
  const { address = '', port = '' } =
    /\[(?<address>[\da-fA-F:.]+)\]:(?<port>\d+)$/.exec(piece.question.name)?.groups ?? {}
  return `nc -C ${address} ${port}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function absolute(name: string): string {
  if (name === '.') return name
  return /^[a-z0-9_][a-z0-9._-]*$/i.test(name) ? `${name}.` : `${quoted(name)}.`
}
