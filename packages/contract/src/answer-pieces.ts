import type { Token, Tokens } from 'marked'

/**
 * An answer, in order. `tag`: HTML of ours, never of the answer. `text`: what people read. `break`: where another line or
 * cell begins, for the search for records; `mark`: the same for emphasis and code.
 */
export interface Piece {
  kind: 'tag' | 'text' | 'break' | 'mark'
  text: string
  /** A text in code, of which people copy all. */
  isCode?: boolean
}

/** Lists inside lists up to which each has its own `ul`. */
const maxDepth = 6

/** What a record of a fence of ours looks like. */
const madeRecord = /^(\S{1,300}) (TXT|MX|CNAME|TLSA|PTR|A|AAAA|CAA) (\S.*)$/

/**
 * The pieces of an answer. `fences`: by the word of a fence in which our own code wrote a record or file, the class of that.
 */
export function piecesOf(tokens: readonly Token[], fences: ReadonlyMap<string, string>): readonly Piece[] {
  const pieces: Piece[] = []
  const add = (kind: Piece['kind'], text: string) => {
    if (text === '') return
    const last = pieces.at(-1)
    if (kind === 'text' && last?.kind === 'text') last.text += text
    else pieces.push({ kind, text })
  }
  const addCode = (text: string) => {
    if (text !== '') pieces.push({ kind: 'text', text, isCode: true })
  }
  const tag = (html: string) => add('tag', html)

  function blocks(list: readonly Token[], isQuoted: boolean): void {
    for (const token of list) block(token, isQuoted)
  }

  function block(token: Tokens.Generic, isQuoted: boolean): void {
    switch (token.type) {
      case 'heading':
        return element(`h${Math.min(token.depth, 4)}`, '', () => inlines(token.tokens))
      case 'paragraph':
      case 'text':
        return element('p', isQuoted ? ' class="ai-quote"' : '', () => inlines(token.tokens, token.text))
      case 'code':
        return fences.get((token as Tokens.Code).lang ?? '') === 'ai-asks'
          ? asks(token as Tokens.Code)
          : element('p', '', () => code(token as Tokens.Code))
      case 'blockquote':
        return blocks(token.tokens ?? [], true)
      case 'list':
        return listOf(token as Tokens.List, 1)
      case 'table':
        return table(token as Tokens.Table)
      default:
    }
  }

  function element(name: string, attributes: string, content: () => void): void {
    tag(`<${name}${attributes}>`)
    content()
    tag(`</${name}>`)
    add('break', '\n')
  }

  function listOf({ ordered, items }: Tokens.List, depth: number): void {
    const isFlat = depth > maxDepth
    if (!isFlat) tag(ordered ? '<ul class="ai-ol">' : '<ul>')
    for (const item of items) {
      tag(isFlat ? '<br>' : '<li>')
      itemOf(item, depth)
      if (!isFlat) tag('</li>')
      add('break', '\n')
    }
    if (!isFlat) tag('</ul>')
  }

  /** What an item has before other blocks is text in it; anything else is a line of its own. */
  function itemOf({ tokens }: Tokens.ListItem, depth: number): void {
    let isFirst = true
    for (const token of tokens as Tokens.Generic[]) {
      if (token.type === 'space') continue
      if (token.type === 'checkbox') {
        inline(token)
        continue
      }
      if (token.type === 'list') {
        add('break', '\n')
        listOf(token as Tokens.List, depth + 1)
        continue
      }
      if (!isFirst) tag('<br>')
      if (!isFirst) add('break', '\n')
      isFirst = false
      if (token.type === 'code') code(token as Tokens.Code)
      else if (token.type === 'heading') wrapped('strong', '*', token)
      else if (token.type === 'table') for (const row of rowsOf(token as Tokens.Table)) cells(row)
      else if (token.type === 'blockquote') itemOf({ tokens: token.tokens ?? [] } as Tokens.ListItem, depth)
      else inlines(token.tokens, token.text)
    }
  }

  function table(token: Tokens.Table): void {
    tag('<ul class="ai-table">')
    for (const [at, row] of rowsOf(token).entries()) {
      tag(at === 0 ? '<li class="ai-head">' : '<li>')
      cells(row)
      tag('</li>')
    }
    tag('</ul>')
  }

  function cells(row: readonly Tokens.TableCell[]): void {
    for (const [at, cell] of row.entries()) {
      if (at > 0) tag(' ')
      if (at > 0) add('break', ' | ')
      tag('<span class="ai-cell">')
      inlines(cell.tokens)
      tag('</span>')
    }
    add('break', '\n')
  }

  function code({ text, lang }: Tokens.Code): void {
    const [word = '', ...since] = (lang ?? '').split(' ')
    const when = since.join(' ')
    const known = fences.get(word)
    const record = known === undefined ? null : madeRecord.exec(text)
    tag('<span class="ai-pre">')
    if (record !== null) {
      const [, name = '', type = '', value = ''] = record
      tag(`<span class="ai-record ${known}"><span class="ai-name">`)
      add('text', name)
      tag('</span> <span class="ai-type">')
      add('text', type)
      tag('</span> <span class="ai-value">')
      add('text', value)
      if (when !== '') tag('</span> <span class="ai-when">')
      add('text', when)
      tag('</span></span>')
    } else {
      if (known !== undefined) tag(`<span class="ai-record ${known}"><span class="ai-value">`)
      for (const [at, line] of text.split('\n').entries()) {
        if (at > 0) tag('<br>')
        add('break', '\n')
        addCode(line)
      }
      if (known !== undefined) tag('</span></span>')
    }
    tag('</span>')
    add('break', '\n')
  }

  /** Questions to ask next, one a line: the client makes each a button. */
  function asks({ text }: Tokens.Code): void {
    tag('<ul class="ai-asks">')
    for (const question of text.split('\n')) element('li', ' class="ai-ask"', () => add('text', question))
    tag('</ul>')
  }

  function inlines(list: readonly Token[] | undefined, text = ''): void {
    if (list === undefined) add('text', text)
    else for (const token of list) inline(token)
  }

  function inline(token: Tokens.Generic): void {
    switch (token.type) {
      case 'strong':
      case 'em':
        return wrapped(token.type, '*', token)
      case 'codespan':
        tag('<span class="ai-code">')
        add('mark', '`')
        addCode(token['text'])
        add('mark', '`')
        return tag('</span>')
      case 'br':
        tag('<br>')
        return add('break', '\n')
      case 'checkbox':
        return add('text', token['checked'] === true ? '[x] ' : '[ ] ')
      case 'link':
      case 'image':
        return inlines(token.tokens, token['text'])
      default:
        return inlines(token.tokens, token['text'] ?? token.raw)
    }
  }

  function wrapped(name: string, mark: string, { tokens, text }: Tokens.Generic): void {
    tag(`<${name}>`)
    add('mark', mark)
    inlines(tokens, text)
    add('mark', mark)
    tag(`</${name}>`)
  }

  blocks(tokens, false)
  return pieces
}

function rowsOf({ header, rows }: Tokens.Table): readonly (readonly Tokens.TableCell[])[] {
  return [header, ...rows]
}
