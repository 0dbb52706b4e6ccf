import { utf8 } from '../dns/index.ts'
import type { DmarcFault } from './faults.ts'

/** A text whose only blanks are single spaces, and line breaks where it had any. */
export interface PlainText {
  text: string
  faults: readonly DmarcFault[]
}

/** Controls and format characters, which people see as nothing: zero-width ones, marks of direction, a BOM. */
const invisible = /\u{feff}|(?![\s\x91-\x94])[\p{Cc}\p{Cf}]/gu
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
  const quotes = faults.length
  text = replaced(text, doubleQuotes, () => '"', quoted)
  text = replaced(text, singleQuotes, () => "'", quoted)
  text = replaced(
    text,
    wideMarks,
    mark => wide[mark] ?? mark,
    mark => ({ code: 'character', found: mark, meant: wide[mark] ?? '' }),
  )
  if (text.includes('\\')) {
    faults.push({ code: 'backslash' })
    text = text.replace(/\\(\d{3}|.|$)/gs, (_, escaped: string) =>
      escaped.length === 3 ? String.fromCharCode(Number(escaped) & 0xff) : escaped,
    )
  }
  const bare = withoutQuotes(text)
  if (bare !== text && faults.length === quotes) faults.push(quoted(text.includes('"') ? '"' : "'"))
  return { text: bare.replace(/\s+/g, blanks => (/[\r\n]/.test(blanks) ? '\n' : ' ')), faults }
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
