import { formatAddress, parseAddress } from '../dns/index.ts'
import { dateAtEnd, parseDate } from './date.ts'
import { type Lexeme, lexemesOf } from './lexeme.ts'

/** A `Received` field (RFC 5321 section 4.4). A missing part is null. */
export interface Received {
  /** The token after `from`, as written: a host name, `[192.0.2.1]`, `unknown`. */
  from: string | null
  /** The token after `by`, as written. */
  by: string | null
  /** The client's address as the receiving host saw it, without brackets, IPv6 in lower case. */
  address: string | null
  /** The client's name by reverse DNS as the receiving host saw it, in lower case. */
  reverseName: string | null
  /** The token after `with`, in upper case: `ESMTPS`. */
  protocol: string | null
  /** The hop was encrypted, by its protocol or its comments; null: the field does not show it. */
  encrypted: boolean | null
  /** Milliseconds since 1970. */
  time: number | null
}

const clauses = ['from', 'by', 'via', 'with', 'id', 'for'] as const

type Clause = (typeof clauses)[number]

/** Reads one `Received` field. Every mail system writes its own form, so nothing is required, and nothing throws. */
export function parseReceived(value: string): Received {
  const lexemes = lexemesOf(value)
  // A semicolon behind the date begins nothing.
  const last = lexemes.findLastIndex(({ kind }) => kind === 'word')
  const end = lexemes.findLastIndex(({ kind }, at) => kind === 'semicolon' && at < last)
  // RFC 5321 asks for the semicolon before the date; some programs leave it out.
  const closing = lexemes.slice(end + 1, last + 1).flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))
  const parts = partsOf(end === -1 ? lexemes : lexemes.slice(0, end))
  const from = parts.words.get('from') ?? null
  const comments = parts.comments.get('from') ?? []
  const seen = comments.filter(comment => !heloComment.test(comment))
  const address = addressIn(seen) ?? (from === null ? null : (addressOf(from) ?? parts.bareAddress))
  const protocol = protocolOf(parts.words.get('with'))
  return {
    from,
    by: parts.words.get('by') ?? null,
    address,
    reverseName: reverseNameIn(comments),
    protocol,
    encrypted: isEncrypted(protocol, [...parts.comments.values()].flat()),
    time: (end === -1 ? null : parseDate(closing.join(' '))) ?? dateAtEnd(closing),
  }
}

/** The identifier that the receiving host gave the message (`id`); null: the field shows none. */
export function identifierIn(value: string): string | null {
  return partsOf(lexemesOf(value)).words.get('id') ?? null
}

/** A token of RFC 5321 section 4.4: Exchange writes "with Microsoft SMTP Server", which is SMTP. */
function protocolOf(word: string | undefined): string | null {
  const protocol = word?.toUpperCase() ?? null
  return protocol === 'MICROSOFT' ? 'SMTP' : protocol
}

interface Parts {
  words: Map<Clause, string>
  comments: Map<Clause, string[]>
  /** An address in brackets behind the host of `from`, outside a comment, as qmail at GMX and fetchmail write it. */
  bareAddress: string | null
}

function partsOf(lexemes: readonly Lexeme[]): Parts {
  let bareAddress: string | null = null
  const words = new Map<Clause, string>()
  const comments = new Map<Clause, string[]>()
  let clause: Clause | null = null
  let needsValue = false
  for (const { kind, text } of lexemes) {
    if (kind === 'semicolon') continue
    if (kind === 'comment') {
      if (clause !== null) comments.set(clause, [...(comments.get(clause) ?? []), text].slice(0, 8))
      continue
    }
    const keyword = clauses.find(each => each === text.toLowerCase())
    // A value may be a word such as "with"; a clause that has its value may be followed by words of no clause.
    if (keyword !== undefined && !words.has(keyword) && (clause !== 'id' || !needsValue)) {
      clause = keyword
      needsValue = true
    } else if (needsValue && clause !== null) {
      words.set(clause, text)
      needsValue = false
    } else if (clause === 'from' && text.startsWith('[')) bareAddress ??= addressOf(text)
  }
  return { words, comments, bareAddress }
}

const addressForm = /^[[<]?(?:ipv6:)?([0-9a-f:.]{2,45})(?:%\w{1,20})?[\]>]?(?::\d{1,5})?,?$/i

/** An address with or without brackets, the IPv6 tag, a zone or a port, in its canonical form. */
export function addressOf(text: string): string | null {
  const bare = addressForm.exec(text)?.[1]
  const address = bare === undefined ? null : parseAddress(bare)
  if (address === null) return null
  // An IPv4 client of a host that listens on IPv6 (RFC 4291 section 2.5.5.2).
  return formatAddress(address).replace(/^::ffff:(?=[\d.]+$)/, '')
}

/** What the client said of itself: `(HELO 192.0.2.1)` of qmail, `(helo=[192.0.2.1])` of Exim. */
const heloComment = /^(?:helo|ehlo)[ =]/i
/** The name that the client gave, or with which it signed in, before its address: `(ann@example.com@192.0.2.1)` of qmail. */
const afterUser = /^[^\s()]{1,255}@([0-9a-f:.]{2,45})(?: with login)?$/i

const inBrackets = /\[([^\][]{2,60})\]/

/** A comment without what the client says of itself: HELO, its answer to IDENT (RFC 1413), and a user before an `@`. */
function withoutClaims(comment: string): string {
  return comment
    .slice(0, 1_000)
    .split(/\s+/)
    .filter((word, at, all) => !(claim.test(word) || /^(?:helo|ehlo)$/i.test(all[at - 1] ?? '')))
    .filter(word => !word.includes('@') || word.includes('@['))
    .map(word => word.slice(word.lastIndexOf('@') + 1))
    .join(' ')
}

const claim = /^\(?(?:(?:helo|ehlo|ident)[=:]|(?:helo|ehlo)$)/i

/** The first address in brackets, else the first that is a word of its own. */
function addressIn(comments: readonly string[]): string | null {
  const shown = comments.map(withoutClaims)
  for (const comment of shown) {
    const bracketed = inBrackets.exec(comment)?.[1]
    const address = bracketed === undefined ? null : addressOf(bracketed)
    if (address !== null) return address
  }
  for (const comment of comments) {
    const written = afterUser.exec(comment.slice(0, 400))?.[1]
    const address = written === undefined ? null : addressOf(written)
    if (address !== null) return address
    for (const word of withoutClaims(comment).split(/[\s()]+/)) {
      const address = addressOf(word.replace(/^[a-z]+=/i, ''))
      if (address !== null) return address
    }
  }
  return null
}

const nameBefore = /^(?:[^\s@]{1,64}@)?([a-z0-9_-]+(?:\.[a-z0-9_-]+)+)\.?[ (]*\[/i

/** `mail.example.com` of `(mail.example.com [192.0.2.1])`. */
function reverseNameIn(comments: readonly string[]): string | null {
  for (const comment of comments) {
    const name = nameBefore.exec(comment.slice(0, 400))?.[1]
    if (name !== undefined && parseAddress(name) === null) return name.toLowerCase()
  }
  return null
}

/** `TLSv1.3`, `TLS1_2`, `cipher=…` as words of their own: a host may be called `mail.ssl.example`. */
const tlsWord = /(?<![\w.-])(?:(?:tls|ssl)(?:v?[\d._]+)?|cipher)(?![\w-]|\.[a-z])/i

function isEncrypted(protocol: string | null, comments: readonly string[]): boolean | null {
  // RFC 3848 and RFC 6531: the S of ESMTPS, ESMTPSA, LMTPS and UTF8SMTPS means TLS.
  if (protocol !== null && /^(?:UTF8)?(?:E?SMTP|LMTP)SA?$/.test(protocol)) return true
  if (comments.some(comment => !heloComment.test(comment) && tlsWord.test(comment))) return true
  return protocol !== null && /^(?:UTF8)?(?:E?SMTP|LMTP)A?$/.test(protocol) ? false : null
}
