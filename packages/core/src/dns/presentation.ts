import type { RecordData, RecordType, ResourceRecord } from './record.ts'

/**
 * One record as a line of a zone file, `name ttl TYPE data` (RFC 1035 section 5.1), names in core's form. Always
 * visible ASCII, so it is safe to log, store and display.
 */
export function presentationOf(record: ResourceRecord): string {
  return `${record.name} ${record.ttl} ${record.type} ${dataText(record)}`
}

/** The data of a record in zone-file form: `10 mx1.example.com`, `"v=spf1 -all"`. */
export function dataText(record: ResourceRecord): string {
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return record.address
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return record.target
    case 'MX':
      return `${record.preference} ${record.exchange}`
    case 'SOA':
      return soaText(record)
    case 'TXT':
    case 'SPF':
      // Without any string the data is empty, which a zone file writes like this (RFC 3597 section 5).
      return record.strings.length === 0 ? '\\# 0' : record.strings.map(quoted).join(' ')
    case 'CAA':
      return `${record.flags} ${escaped(record.tag)} ${quoted(record.value)}`
    case 'TLSA':
      return `${record.usage} ${record.selector} ${record.matching} ${record.data}`
    case 'DS':
      return `${record.keyTag} ${record.algorithm} ${record.digestType} ${record.digest}`
    case 'DNSKEY':
      return `${record.flags} ${record.protocol} ${record.algorithm} ${record.key}`
    case 'RRSIG':
      return rrsigText(record)
    default:
      return record satisfies never
  }
}

/** The signed type by its number (RFC 3597 section 5): we know the names of few. */
function rrsigText(record: RecordData['RRSIG']): string {
  const { covers, algorithm, labels, originalTtl, expiration, inception, keyTag, signer, signature } = record
  return [`TYPE${covers}`, algorithm, labels, originalTtl, expiration, inception, keyTag, signer, signature].join(' ')
}

function soaText({ mname, rname, serial, refresh, retry, expire, minimum }: RecordData['SOA']): string {
  return [mname, rname, serial, refresh, retry, expire, minimum].join(' ')
}

function quoted(octets: string): string {
  return `"${escaped(octets)}"`
}

/** A string of bytes with everything but visible ASCII and the space escaped. */
function escaped(octets: string): string {
  return octets.replace(/[^ !#-[\]-~]/g, octet =>
    octet === '"' || octet === '\\' ? `\\${octet}` : octetEscape(octet.charCodeAt(0)),
  )
}

function octetEscape(octet: number): string {
  return `\\${String(octet).padStart(3, '0')}`
}

/** Sorts records in the canonical order of answers: MX by preference, others by text. */
export function sortedRecords<T extends RecordType>(records: readonly ResourceRecord<T>[]): ResourceRecord<T>[] {
  const keyed = records.map(record => ({ record, key: sortKey(record) }))
  return keyed
    .sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
    .map(({ record }) => record)
}

function sortKey(record: ResourceRecord): string {
  const order = record.type === 'MX' ? `${String(record.preference).padStart(5, '0')} ` : ''
  return `${order}${dataText(record)} ${record.name} ${String(record.ttl).padStart(10, '0')}`
}

/**
 * Characters that move, hide or reorder the text around them, or look like other spaces: controls, format characters
 * (bidi overrides, zero-width), line and paragraph separators, private use, unassigned.
 */
const invisible = /[\p{C}\p{Zl}\p{Zp}]/gu
/** The same and the spaces that are not U+0020, such as the no-break space: a record that has one reads like one without. */
const invisibleOrSpace = /[\p{C}\p{Z}](?<! )/gu

/**
 * The first character of a record, in bytes or in characters, that no one sees: every control and format character and
 * every space but U+0020, tab and line ends, which folding brings. Null: it has none.
 */
export function firstInvisible(text: string): string | null {
  if (!/[^ -~]/.test(text)) return null
  return /(?![\t\r\n ])[\p{C}\p{Z}]/u.exec(decodedText(text))?.[0] ?? null
}

/** A text in bytes as characters where it is UTF-8; any other text as it is. */
export function decodedText(text: string): string {
  return /[^\0-\xff]/.test(text) ? text : (utf8(text) ?? text)
}

/** A character by its name: `U+00A0`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/**
 * The bytes of a TXT record as text for display: as UTF-8 when valid, else byte by byte. Invisible characters are
 * escaped (`\009`, `\u{202e}`), and other spaces than U+0020 are named (`[U+00A0]`). `max` cuts the text after that many
 * characters and adds `…`.
 */
export function displayText(octets: string, max = Number.POSITIVE_INFINITY): string {
  return displayed(octets, max, invisibleOrSpace)
}

function displayed(octets: string, max: number, hidden: RegExp): string {
  // Eight bytes per character suffice, and bound the work on 64 KB of hostile text.
  const cut = octets.length > max * 8 ? wholeCharacters(octets.slice(0, max * 8)) : octets
  // A text with characters above one byte is decoded already, so escaped text stays as it is.
  const decoded = /[^\0-\xff]/.test(cut) ? cut : utf8(cut)
  const shown =
    decoded === null
      ? cut.replace(/[^ -~]/g, octet => octetEscape(octet.charCodeAt(0)))
      : decoded.replace(hidden, character => {
          const code = character.codePointAt(0) ?? 0
          if (/\p{Zs}/u.test(character)) return `[${codePointName(character)}]`
          return code < 0x80 ? octetEscape(code) : `\\u{${code.toString(16)}}`
        })
  const characters = shown.length > max ? Array.from(shown) : null
  return characters === null || characters.length <= max ? shown : `${characters.slice(0, max - 1).join('')}…`
}

/** The same for typed text, which has characters instead of bytes. Its spaces stay: people type them with a meaning. */
export function displayTyped(text: string, max = Number.POSITIVE_INFINITY): string {
  return displayed(octetsOfText(text.slice(0, max * 2 + 2).toWellFormed()), max, invisible)
}

/** The same for a record or a part of one as characters: other spaces than U+0020 are named. */
export function displayRecord(text: string, max = Number.POSITIVE_INFINITY): string {
  return displayed(octetsOfText(text.slice(0, max * 2 + 2).toWellFormed()), max, invisibleOrSpace)
}

/** Characters shown of one TXT record. */
const longestText = 4_096

/** A TXT's text as data that may be shown: nothing in it moves or hides the text around it. Its spaces stay as they are. */
export function shownText(text: string): string {
  return displayed(text, longestText, invisible)
}

/** Drops the last character of a cut string of bytes, because it may be half a UTF-8 sequence. */
function wholeCharacters(octets: string): string {
  return octets.replace(/[\xc0-\xff][\x80-\xbf]{0,3}$/, '')
}

/** Most texts in DNS: they are the same in bytes and in characters. */
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/** Bytes decoded as strict UTF-8 (RFC 3629); null when invalid. */
export function utf8(octets: string): string | null {
  if (isAscii(octets)) return octets
  try {
    return decodeURIComponent(
      octets.replace(/[^0-9A-Za-z]/g, octet => `%${octet.charCodeAt(0).toString(16).padStart(2, '0')}`),
    )
  } catch {
    return null
  }
}

/** A text as its UTF-8 bytes, one character per byte: the form of TXT strings here. */
export function octetsOfText(text: string): string {
  if (isAscii(text)) return text
  return encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}
