/** A line of an answer as people read it. */
export interface VisibleLine {
  text: string
  /** Whether it begins a section. */
  isHeading: boolean
  /** Whether it begins a paragraph, a list or a section: no sentence goes on from the line before. */
  isFirst: boolean
}

/** Longer answers are cut here: no answer that is shown is longer. */
const answerMax = 100_000

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * The lines of an answer in Markdown without what decorates it: emphasis, code, fences, escapes, entities, bullets and list
 * numbers. Invisible characters are left out, and characters that look like others (full width, superscript) are those.
 */
export function visibleLines(answer: string): readonly VisibleLine[] {
  const lines: VisibleLine[] = []
  let isFirst = true
  for (const written of answer.slice(0, answerMax).split(/[\r\n\u2028\u2029]/)) {
    const line = plainCharacters(decoded(written)).trim()
    const isHeading = /^#{1,6} /.test(line) || /^\*\*[^*]{1,120}\*\*:?$/.test(line)
    const text = undecorated(line)
    if (text !== '') lines.push({ text, isHeading, isFirst: isFirst || isHeading })
    isFirst = text === '' || isHeading
  }
  return lines
}

/** Printable ASCII, as most lines are, has nothing to leave out. */
const printable = /^[ -~]*$/

function plainCharacters(text: string): string {
  if (printable.test(text)) return text
  return text.normalize('NFKC').replaceAll(/[\p{Cf}\p{Cc}]/gu, character => (character === '\t' ? ' ' : ''))
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (all, dec, hex, name) => {
    if (typeof name === 'string') return entities[name.toLowerCase()] ?? all
    const code = typeof dec === 'string' ? Number(dec) : Number.parseInt(String(hex), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

/** What decorates: the marks at the beginning of a line, and those inside it. */
const decoration = /^[>#+\-*\d`~]|[\\*`]|~~/

function undecorated(line: string): string {
  if (!decoration.test(line)) return line
  return line
    .replace(/^(?:> ?){1,8}/, '')
    .replace(/^#{1,6} /, '')
    .replace(/^(?:[-+*]|\d{1,2}[.)]) +/, '')
    .replace(/^[`~]{3,}/, '')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/[*`]|~~/g, '')
    .trim()
}
