import { Lexer, type Token, Tokenizer } from 'marked'
import { inlineTokens } from './answer-inline.ts'
import { visibleText } from './answer-text.ts'

/** In UTF-16 units. No answer is longer; the rest of a longer text is cut. */
const maxLength = 20_000
/** Further lines are one: the time for a list grows with the square of its lines. */
const maxLines = 600
/** Lists and quotations inside each other on one line. */
const maxContainers = 8

/**
 * The elements of a Markdown text (CommonMark and tables). Raw HTML, reference definitions, strikethrough and bare URLs
 * have no meaning here: they stay as text. The text is cut after 20,000 characters, and characters that are invisible or
 * that change the direction of a text are removed. Accepts any text, in a time that its length limits.
 */
export function tokensOf(markdown: string): readonly Token[] {
  const cut = markdown.length > maxLength ? `${markdown.slice(0, maxLength)}…` : markdown
  const lines = visibleText(cut.toWellFormed()).split(/\r\n?|\n/)
  const bounded = [...lines.slice(0, maxLines - 1), ...rest(lines.slice(maxLines - 1))]
  return new AnswerLexer({ gfm: true, tokenizer: new AnswerTokenizer() }).lex(bounded.map(boundedLine).join('\n'))
}

function rest(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.join(' ')]
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

class AnswerLexer extends Lexer {
  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    tokens.push(...inlineTokens(src))
    return tokens
  }
}

/** Without the blocks that an answer must not have. */
class AnswerTokenizer extends Tokenizer {
  override html(): undefined {}

  override def(): undefined {}
}
