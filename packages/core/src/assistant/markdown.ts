import type { Answer, Block, ListItem } from './answer.ts'

/**
 * The words after the fences of a record to publish, and of one in DNS: after that follows when it was seen. The server
 * marks records by them.
 */
export const recordFence = 'dns-record'
export const publishedFence = 'published-record'
export const fileFence = 'policy-file'
export const asksFence = 'ask-next'

/**
 * An answer as Markdown (CommonMark, and GitHub's additions), for a step that turns it into HTML with the tags p, strong,
 * em, ul, li, h2, h3 and a form of code. Nothing in a text of the answer becomes markup, a link, a heading or a fence,
 * and no `<` is in the result.
 */
export function markdownOf(answer: Answer): string {
  return `${answer.map(blockText).join('\n\n')}\n`
}

function blockText(block: Block, at: number, all: Answer): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${escaped(block.text)}`
    case 'paragraph':
      return toned(block.tone, escaped(block.text))
    case 'list':
      return listText(block.items, bulletAt(at, all))
    case 'record':
      return fenced(recordFence, [recordLine(block)])
    case 'published':
      return fenced(`${publishedFence} ${block.when}`, [recordLine(block)])
    case 'asks':
      return fenced(asksFence, block.questions)
    case 'file':
      return fenced(fileFence, block.lines)
    default:
      return block satisfies never
  }
}

function recordLine({ record: { name, type, value } }: Extract<Block, { kind: 'record' | 'published' }>): string {
  return `${name} ${type} ${value}`
}

function toned(tone: 'plain' | 'quiet' | 'strong', text: string): string {
  if (tone === 'plain') return text
  return tone === 'quiet' ? `*${text}*` : `**${text}**`
}

function listText(items: readonly ListItem[], bullet: string): string {
  return items
    .map(({ lead, text }) => `${bullet} ${lead === null ? escaped(text) : `**${escaped(lead)}** ${escaped(text)}`}`)
    .map(line => line.trimEnd())
    .join('\n')
}

/** Another bullet begins another list (CommonMark section 5.3), so that two lists in a row stay two. */
function bulletAt(at: number, all: Answer): '-' | '*' {
  let before = 0
  while (all[at - 1 - before]?.kind === 'list') before += 1
  return before % 2 === 0 ? '-' : '*'
}

/** No line of a record or file has a backtick (`isShowable`). */
function fenced(word: string, lines: readonly string[]): string {
  return ['```' + word, ...lines, '```'].join('\n')
}

/** A text in which every character with a meaning in Markdown is escaped. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]~|#@{}!+()]/g, String.raw`\$&`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/:(?=\/)/g, String.raw`\:`)
    .replaceAll(/(?<=www)\./gi, String.raw`\.`)
    .replace(/^(\d{1,9})([.)])/, String.raw`$1\$2`)
    .replace(/^-/, String.raw`\-`)
}
