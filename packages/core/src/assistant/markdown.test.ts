import fc from 'fast-check'
import { marked, type Token, type Tokens } from 'marked'
import { describe, expect, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import {
  type Answer,
  asks,
  type Block,
  file,
  heading,
  type ListItem,
  list,
  paragraph,
  published,
  record,
} from './answer.ts'
import { asksFence, fileFence, markdownOf, publishedFence, recordFence } from './markdown.ts'

/** Reads Markdown as the server does, and takes the blocks from that. Any other element, or markup in a text, throws. */
function readBack(markdown: string): Answer {
  return marked.lexer(markdown, { gfm: true }).flatMap(token => (token.type === 'space' ? [] : [blockOf(token)]))
}

function blockOf(token: Token): Block {
  if (token.type === 'heading')
    return {
      kind: 'heading',
      level: (token as Tokens.Heading).depth === 2 ? 2 : 3,
      text: only(inline((token as Tokens.Heading).text)),
    }
  if (token.type === 'paragraph') return paragraphOf(inline((token as Tokens.Paragraph).text))
  if (token.type === 'list') {
    const { items, ordered } = token as Tokens.List
    if (!ordered) return { kind: 'list', items: items.map(item => itemOf(item)) }
  }
  if (token.type === 'code') return fencedOf(token as Tokens.Code)
  throw new Error(`a block of type ${token.type}`)
}

/** The HTML of a text. */
function inline(text: string): string {
  return marked.parseInline(text, { async: false, gfm: true })
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
}

/** The text of HTML without any element in it. */
function only(html: string): string {
  if (html.includes('<')) throw new Error(`markup: ${html}`)
  return html.replaceAll(/&[a-z#0-9]{1,5};/g, entity => entities[entity] ?? entity)
}

function paragraphOf(html: string): Block {
  const tone = html.startsWith('<strong>') ? 'strong' : html.startsWith('<em>') ? 'quiet' : 'plain'
  if (tone === 'plain') return { kind: 'paragraph', tone, text: only(html) }
  const [open, close] = tone === 'strong' ? ['<strong>', '</strong>'] : ['<em>', '</em>']
  if (!html.endsWith(close)) throw new Error(`markup: ${html}`)
  return { kind: 'paragraph', tone, text: only(html.slice(open.length, -close.length)) }
}

function itemOf(item: Tokens.ListItem): ListItem {
  if (item.task || item.tokens.some(({ type }) => type !== 'text')) throw new Error(`a block in an item: ${item.raw}`)
  const html = inline(item.text)
  if (!html.startsWith('<strong>')) return { lead: null, text: only(html) }
  const [lead = '', ...text] = html.slice('<strong>'.length).split('</strong>')
  return { lead: only(lead), text: only(text.join('')).trim() }
}

function fencedOf({ lang, text }: Tokens.Code): Block {
  const lines = text.split('\n')
  if (lang === fileFence) return { kind: 'file', lines }
  if (lang === asksFence) return { kind: 'asks', questions: lines }
  const [fence, ...when] = (lang ?? '').split(' ')
  if (fence !== recordFence && fence !== publishedFence) throw new Error(`a fence ${lang}`)
  const [name = '', type = '', ...value] = (lines[0] ?? '').split(' ')
  const made = { name, type: type as 'TXT', value: value.join(' ') }
  return fence === recordFence
    ? { kind: 'record', record: made }
    : { kind: 'published', record: made, when: when.join(' ') }
}

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '<img src=x onerror=alert(1)>',
        '[a](http://b.example)',
        '![a](b)',
        '](',
        '```',
        '~~~',
        '# ',
        '- ',
        '1. ',
        '> ',

        '**',
        '__',
        '*',
        '_',
        '`',
        '\\',
        '&lt;',
        '&#60;',
        'https://evil.example/',
        'www.evil.example',
        'a@b.example',

        '| a | b |',
        '---',
        '===',
        '[x]: http://c.example',
        '<!--',
        '\n',
        '\r\n',
        '\t',
        '\u202e',
        '\u200b',
        '\u00a0',
        ' ',
        'a',

        '~',
        '+',
        '$$',
        '{{',
        '}}',
        '^',
        ':smile:',
        'HTTP://A.example',
        'ftp://a.example',
        'mailto:a@b.example',
        '[ ] ',
      ),
      { maxLength: 12 },
    )
    .map(parts => parts.join('')),
)
const made = {
  name: '_dmarc.example.com',
  type: 'TXT',
  value: 'v=DMARC1; p=none; rua=mailto:dmarc@example.com',
} as const
const when = 'scan of Nov 26, 2026, 21:26 UTC'
const blocks: fc.Arbitrary<Answer> = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom(2, 3), hostile).map(([level, text]) => heading(level, text)),
      fc.tuple(hostile, fc.constantFrom('plain', 'quiet', 'strong')).map(([text, tone]) => paragraph(text, tone)),
      fc.array(fc.oneof(hostile, fc.record({ lead: hostile, text: hostile })), { maxLength: 4 }).map(list),
      fc.constantFrom(record(made), published({ ...made, when })),
      fc.constant(file('version: STSv1\r\nmode: testing\r\n')),
      fc.constant(asks('Which do you mean?', ['Is a.example secure?', 'Is b.example secure?'])),
    ),
    { maxLength: 6 },
  )
  .map(parts => parts.flat())

describe('an answer as Markdown', () => {
  it('reads back as the same blocks, whatever the texts in it are', () => {
    fc.assert(
      fc.property(blocks, answer => {
        const markdown = markdownOf(answer)
        expect(readBack(markdown)).toEqual(answer)
        expect(markdown).not.toContain('<')
        expect(markdown).not.toContain('](')
      }),
      { numRuns: 1_500 },
    )
  })

  it('has a record in a fence, letter by letter, and nothing else in one', () => {
    expect(markdownOf([...paragraph('Publish:'), ...record(made)])).toBe(
      'Publish:\n\n```dns-record\n_dmarc.example.com TXT v=DMARC1; p=none; rua=mailto:dmarc@example.com\n```\n',
    )
  })

  it('shows no record in which markup could hide', () => {
    const words = paragraph('The report has the exact record.')
    for (const value of ['v=spf1 <b> -all', 'v=spf1 `a` -all', 'v=spf1 \u202e -all', 'v=spf1\n-all', '']) {
      expect(record({ ...made, value })).toEqual(words)
    }
    expect(published({ ...made, value: 'a`b', when })).toEqual(
      list([{ lead: '_dmarc.example.com TXT', text: 'The report has the exact record.' }]),
    )
    expect(file('mode: <b>')).toEqual(paragraph('The report has the exact file.'))
  })

  it('leaves out what is empty, and makes every text one visible line', () => {
    expect([...heading(2, ' '), ...paragraph(''), ...list(['', ' '])]).toEqual([])
    expect(paragraph('a\u00a0 b\nc\u202ed')).toEqual([
      { kind: 'paragraph', tone: 'plain', text: String.raw`a b\010c\u{202e}d` },
    ])
  })

  it('takes time in proportion to the length of a text', async () => {
    await expectLinearCost(text => markdownOf(paragraph(text)), {
      max: 1_024,
      tokens: ['www', 'https://', '**', '](', '\u202e'],
    })
  }, 60_000)
})
