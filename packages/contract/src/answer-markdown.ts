import { Lexer, type Token, Tokenizer, type Tokens } from 'marked'

/** In UTF-16 units. No answer is longer; the rest of a longer text is cut. */
const maxLength = 20_000
/** Lists and quotations inside each other, and emphasis inside emphasis, up to which Markdown has a meaning. */
const maxContainers = 8
const maxEmphasis = 4

/**
 * The elements of a Markdown text (CommonMark and tables). Raw HTML, reference definitions, strikethrough and bare URLs
 * have no meaning here: they stay as text. The text is cut after 20,000 characters, and characters that are invisible or
 * that change the direction of a text are removed. Accepts any text, in time linear in its length.
 */
export function tokensOf(markdown: string): readonly Token[] {
  const cut = markdown.length > maxLength ? `${markdown.slice(0, maxLength)}…` : markdown
  const text = visible(cut.toWellFormed())
    .split(/\r\n?|\n/)
    .map(boundedLine)
    .join('\n')
  return new Lexer({ gfm: true, tokenizer: new AnswerTokenizer() }).lex(text)
}

/** Control characters, marks of direction, and characters of no width that no language needs. */
const invisible = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function visible(text: string): string {
  return text.replaceAll(invisible, '')
}

const container = /^[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/

/** A line whose further marks of lists and quotations are text. */
function boundedLine(line: string): string {
  let at = 0
  for (let count = 0; count < maxContainers; count += 1) {
    const mark = container.exec(line.slice(at, at + 40))
    if (mark === null) return line
    at += mark[0].length
  }
  const next = container.exec(line.slice(at, at + 40))
  if (next === null) return line
  const sign = at + next[0].length - 1
  return `${line.slice(0, sign)}\\${line.slice(sign)}`
}

/** Without the rules that an answer must not have, and without those whose time is not linear. */
class AnswerTokenizer extends Tokenizer {
  #emphasis = 0

  override html(): undefined {}

  override tag(): undefined {}

  override def(): undefined {}

  override reflink(): undefined {}

  override del(): undefined {}

  override url(): undefined {}

  override emStrong(src: string, maskedSrc: string, prevChar?: string): Tokens.Em | Tokens.Strong | undefined {
    if (this.#emphasis >= maxEmphasis) return undefined
    this.#emphasis += 1
    try {
      return super.emStrong(src, maskedSrc, prevChar)
    } finally {
      this.#emphasis -= 1
    }
  }

  override inlineText(src: string): Tokens.Text | undefined {
    const raw = /^(?:`+|[^`])[^\\<![`*_ \n]*/.exec(src)?.[0]
    return raw === undefined ? undefined : { type: 'text', raw, text: decoded(raw).replaceAll('\n', ' ') }
  }
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** With the characters that references such as `&lt;` and `&#60;` name. Others stay as they are written. */
function decoded(text: string): string {
  return text.replaceAll(
    /&(?:([a-z]{2,4})|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (reference, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) return named[name] ?? reference
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code > 0x10_ff_ff || (code >= 0xd8_00 && code <= 0xdf_ff) ? '\ufffd' : visible(String.fromCodePoint(code))
    },
  )
}
