import { displayText, utf8 } from '../dns/index.ts'
import type { DmarcFault } from './faults.ts'
import { latinLetters } from './letters.ts'

/** A text whose only blanks are single spaces, and line breaks where it had any. */
export interface PlainText {
  text: string
  faults: readonly DmarcFault[]
}

/** Controls and format characters, which people see as nothing: zero-width ones, marks of direction, a BOM. */
export const invisible = /\u{feff}|(?![\s\x91-\x94])[\p{Cc}\p{Cf}]/gu
/** Typographic quotation marks, with those of Windows-1252 as single bytes. */
const doubleQuotes = /[\x93\x94\xab\xbb\u{201c}-\u{201f}\u{2033}\u{ff02}]/gu
const singleQuotes = /[\x91\x92\xb4`\u{2018}-\u{201b}\u{2032}\u{ff07}]/gu
/** Wide and Greek forms of the characters of the syntax, which input methods insert. */
const wide: Readonly<Record<string, string>> = {
  '\u{ff1b}': ';',
  '\u{37e}': ';',
  '\u{ff1d}': '=',
  '\u{ff1a}': ':',
  '\u{ff0c}': ',',
  '\u{ff20}': '@',
}
const wideMarks = /[\u{ff1b}\u{37e}\u{ff1d}\u{ff1a}\u{ff0c}\u{ff20}]/gu

/**
 * Takes out of a TXT record's text what comes from copying it: blanks before it, invisible characters, quotation marks,
 * backslashes of zone files, characters that only look like those of the syntax.
 */
export function plainText(octets: string): PlainText {
  const faults: DmarcFault[] = []
  const replaced = (text: string, marks: RegExp, by: (mark: string) => string, fault: (mark: string) => DmarcFault) => {
    const first = text.search(marks)
    if (first < 0) return text
    faults.push(fault(String.fromCodePoint(text.codePointAt(first) ?? 0)))
    return text.replace(marks, by)
  }
  let text = /[^\0-\xff]/.test(octets) ? octets : (utf8(octets) ?? octets)
  const [start = ''] = /^\s*/.exec(text) ?? []
  // A byte order mark counts as a blank here.
  if (start.includes('\u{feff}')) faults.push({ code: 'invisible' })
  else if (start !== '') faults.push({ code: 'space_before' })
  text = text.slice(start.length)
  text = replaced(
    text,
    invisible,
    () => '',
    () => ({ code: 'invisible' }),
  )
  text = replaced(
    text,
    /\u{a0}/gu,
    () => ' ',
    () => ({ code: 'no_break_space' }),
  )
  const quotes = faults.length
  text = replaced(text, doubleQuotes, () => '"', quoted)
  text = replaced(text, singleQuotes, () => "'", quoted)
  text = replaced(
    text,
    wideMarks,
    mark => wide[mark] ?? mark,
    mark => ({ code: 'character', found: mark, meant: wide[mark] ?? '' }),
  )
  const latin = latinLetters(text)
  if (latin.fault !== null) faults.push(latin.fault)
  text = decoded(latin.text, faults)
  if (text.includes('\\')) {
    faults.push({ code: 'backslash' })
    // What is typed for a line break or a tab, and not the letter that it means in a zone file.
    text = text
      .replace(/\\[nrt](?=[\s"\\]|$|[a-z]{1,5} ?=)/g, '\n')
      .replace(/[^\s,;]+/g, keptInMailbox)
      .replace(/\\(\d{3}|.|$)/gs, (_, escaped: string) =>
        escaped.length === 3 ? String.fromCharCode(Number(escaped) & 0xff) : escaped,
      )
  }
  const [, zoneLine] = /^([^"]{0,300}\bTXT[ \t]{1,9}(?:\([ \t]{0,9})?)"/i.exec(text) ?? []
  if (zoneLine !== undefined) {
    faults.push({ code: 'text_before', found: displayText(zoneLine.trim(), 40) })
    text = withoutQuotes(text.slice(zoneLine.length).replace(/[ \t]{0,9}\)[ \t]{0,9}$/, ''))
  }
  const bracket = /^[<({[]/.exec(text)?.[0]
  if (bracket !== undefined) {
    faults.push({ code: 'brackets', mark: bracket })
    text = text.slice(1).replace(/[>)}\]]\s{0,9}$/, '')
  }
  const bare = withoutQuotes(text)
  if (bare !== text && faults.length === quotes) faults.push(quoted(text.includes('"') ? '"' : "'"))
  return { text: bare.replace(/\s+/g, blanks => (/[\r\n]/.test(blanks) ? '\n' : ' ')), faults }
}

/** A backslash before a letter or digit of a mail address remains: without it the address would be another mailbox. */
function keptInMailbox(word: string): string {
  if (!/@|\\064/.test(word)) return word
  return word.replace(/\\(\d{3}|.)/gs, (whole, escaped: string) => {
    const meant = escaped.length === 3 ? String.fromCharCode(Number(escaped) & 0xff) : escaped
    return /[a-z0-9]/i.test(meant) ? `\\${whole}` : whole
  })
}

/** What a form for the web makes of the characters of the syntax. */
function decoded(text: string, faults: DmarcFault[]): string {
  const mark = /&(?:#59|#x3b|semi);|%3b(?=(?:\s|%20){0,9}[a-z]{1,5}(?:=|%3d))/i.exec(text)?.[0]
  if (mark === undefined) return text
  faults.push({ code: 'character', found: mark, meant: ';' })
  return text
    .replace(/&(?:#59|#x3b|semi);/gi, ';')
    .replace(/&(?:#34|#x22|quot);/gi, '"')
    .replace(/%3b(?=(?:\s|%20){0,9}[a-z]{1,5}(?:=|%3d))/gi, ';')
    .replace(/(?<=;)(?:%20){1,9}/g, ' ')
    .replace(/(?<=(?:^|[;\s])[a-z]{1,5})%3d/gi, '=')
}

function quoted(mark: string): DmarcFault {
  return { code: 'quotes', mark }
}

/**
 * Without quotation marks. Two strings of a zone file (`"…" "…"`) are joined as DNS joins them, unless a tag begins
 * there. An apostrophe inside a word remains.
 */
function withoutQuotes(text: string): string {
  return text
    .replace(/" ?"(?! ?[a-z]{1,5} ?=)/gi, '')
    .replace(/"/g, ' ')
    .replace(/(?<![\w.+-])'|'(?![\w.+-])/g, ' ')
}
