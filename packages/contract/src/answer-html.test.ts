import { markdownOf, recordFence, recordFinder } from '@waxseal/core/assistant'
import { recordTypes } from '@waxseal/core/check'
import { expectLinearCost } from '@waxseal/core/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerHtml } from './answer-html.ts'
import { readAnswer, recordsShown } from './testing/answer-reader.ts'

/** The processor time of this process, in microseconds: other work of the machine does not count. */
declare const process: { cpuUsage(): { user: number; system: number } }

const dmarc = 'v=DMARC1; p=none; rua=mailto:dmarc@example.com'
const spf = 'v=spf1 mx include:_spf.google.com ~all'
const made = [
  { name: '_dmarc.example.com', type: 'TXT', value: dmarc },
  { name: 'example.com', type: 'TXT', value: spf },
  { name: 'example.com', type: 'MX', value: '10 mx1.example.com' },
  { name: 'parked.example', type: 'MX', value: '0 .' },
] as const
const published = [
  { name: 'example.com', type: 'TXT', value: 'v=spf1 mx ?all' },
  { name: '_dmarc.example.com', type: 'TXT', value: 'v=DMARC1; p=none' },
] as const
const find = recordFinder({ made, published, texts: ['The server mail.example.com answers.'] })
const ofModel = (markdown: string) => answerHtml(markdown, find)

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The least processor time of five, in milliseconds. */
function leastOf(text: string): number {
  const times = [1, 2, 3, 4, 5].map(() => {
    const begin = cpuMs()
    ofModel(text)
    return cpuMs() - begin
  })
  return Math.min(...times)
}

/** Pieces of HTML, of Markdown, of records, and characters that hide. */
const pieces = [
  [
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '<p class="fixed inset-0">',
    '</p></span>',
    '<!--',
    '-->',
  ],
  ['<span class="ai-record ai-checked">v=spf1 +all</span>', '<a href="javascript:alert(1)">', '<svg/onload=a>', '<a\n'],
  [
    '[a](javascript:alert(1))',
    '![a](data:text/html,b)',
    '[a]: http://c.example',
    '[a]',
    '[a][b]',
    '](',
    '[',
    '![',
    ')',
  ],
  [
    '<https://d.example/>',
    '<a@b.example>',
    'www.e.example',
    '&lt;img src=x&gt;',
    '&#60;b&#62;',
    '&#x3c;i&#x3e;',
    '&amp;lt;',
  ],
  [
    '```dns-record\n',
    '```',
    '~~~\n',
    '`',
    '``',
    '# ',
    '###### ',
    '- ',
    '1. ',
    '> ',
    '- [x] ',
    '| a | b |\n|---|---|\n',
  ],
  ['**', '__', '*', '_', '~~', '\\', '"', "'", '\n', '\n\n', '  \n', '\t', '    ', '\u202e', '\u200b', '\0', '\r'],
  [
    'v=spf1',
    ' include:evil.example',
    ' +all',
    'v=DMARC1;',
    ' p=none',
    ' MX 10 a.example ',
    ' ai-checked ',
    '10 mx1.example.com',
  ],
].flat()

const hostile = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(fc.oneof(fc.webUrl(), fc.constantFrom(...pieces, ...published.map(({ value }) => value), dmarc, spf)), {
      maxLength: 16,
    })
    .map(parts => parts.join('')),
)

describe('an answer as HTML', () => {
  it.each([
    ['## Verdict\n\n**Good**, *mostly*.', '<h2>Verdict</h2><p><strong>Good</strong>, <em>mostly</em>.</p>'],
    ['###### Small', '<h4>Small</h4>'],
    ['- a\n- b\n\n  c', '<ul><li>a</li><li>b<br>c</li></ul>'],
    ['1. a\n   - b', '<ul class="ai-ol"><li>a<ul><li>b</li></ul></li></ul>'],
    ['- [ ] a\n- [x] b', '<ul><li>[ ] a</li><li>[x] b</li></ul>'],
    ['> a', '<p class="ai-quote">a</p>'],
    ['Run `dig a`.', '<p>Run <span class="ai-code">dig a</span>.</p>'],
    ['```sh\na <b>\n  c\n```', '<p><span class="ai-pre">a &lt;b&gt;<br>  c</span></p>'],
    ['[text](https://a.example "t") ![alt](b.png)', '<p>text alt</p>'],
    ['https://a.example <https://b.example>', '<p>https://a.example https://b.example</p>'],
    ['<b>*a*</b> &lt;i&gt; &copy;', '<p>&lt;b&gt;<em>a</em>&lt;/b&gt; &lt;i&gt; &amp;copy;</p>'],
    ['**a *b* c** *d **e***', '<p><strong>a <em>b</em> c</strong> <em>d <strong>e</strong></em></p>'],
    ['***a** b* a_b_c _d_e _f_', '<p><em><strong>a</strong> b</em> a_b_c _d_e <em>f</em></p>'],
    ['a * b ** c *d', '<p>a * b ** c *d</p>'],
    ['*a **b *c **d *e* d** c* b** a*', '<p><em>a <strong>b <em>c <strong>d e d</strong> c</em> b</strong> a</em></p>'],
    ['a  \nb\\\nc\nd', '<p>a<br>b<br>c d</p>'],
    ['``a`b`` `` ` `` `c', '<p><span class="ai-code">a`b</span> <span class="ai-code">`</span> `c</p>'],
    ['[a](b "c") [d](e(f)g) [h] (i) ![j][k]', '<p>a d [h] (i) ![j][k]</p>'],
    ['~~a~~\n***\nb', '<p>~~a~~</p><p>b</p>'],
    [
      '| Type | Value |\n| --- | --- |\n| A | b |',
      '<ul class="ai-table"><li class="ai-head"><span class="ai-cell">Type</span> <span class="ai-cell">Value</span></li>' +
        '<li><span class="ai-cell">A</span> <span class="ai-cell">b</span></li></ul>',
    ],
  ])('%j', (markdown, html) => {
    expect(answerHtml(markdown, 'unmarked')).toBe(html)
    readAnswer(html)
  })

  it('has only the allowed tags, and no attribute but classes of its own, whatever the answer is', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('unmarked' as const, 'made' as const, find), (markdown, records) => {
        readAnswer(answerHtml(markdown, records))
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps the words of an answer', () => {
    const word = fc.constantFrom('alpha', 'beta', 'gamma', 'delta')
    const markup = fc.constantFrom(
      '<b>',
      '**',
      '*',
      '`',
      ' ',
      '\n',
      '\n\n',
      '\n- ',
      '\n> ',
      '\n# ',
      '<!--',
      '~~',
      '[',
      ']',
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(word, markup)), parts => {
        const words = parts.map(([each]) => each)
        const text = readAnswer(answerHtml(parts.flat().join(''), 'unmarked')).text
        expect(text.match(/alpha|beta|gamma|delta/g) ?? []).toEqual(words)
      }),
      { numRuns: 500 },
    )
  })

  it('is cut after 20,000 characters', () => {
    expect(answerHtml('a'.repeat(20_001), 'unmarked')).toBe(`<p>${'a'.repeat(20_000)}…</p>`)
  })

  it('takes time in proportion to the length of a paragraph', async () => {
    await expectLinearCost(ofModel, {
      max: 20_000,
      wrap: text => text.replaceAll(/[\r\n]/g, ' '),
      tokens: ['**', '*a ', '](', '[a](b', '``', '&#60;', 'v=spf1 ', 'MX 10 a'],
    })
  }, 240_000)

  it.each(['- a\n', '- a\nb\n', '> a\n', '| a |\n', '|---|\n'])(
    'takes no longer for lines beyond the 600th: %j',
    unit => {
      // Without a limit, ten times the lines of a list cost a hundred times as much.
      expect(leastOf(unit.repeat(6_000))).toBeLessThan(30 * leastOf(unit.repeat(600)) + 20)
    },
  )

  it('has no invisible characters, and none that change the direction of a text', () => {
    expect(answerHtml('a\u202eb\u200bc&#8238;d\0', 'unmarked')).toBe('<p>abcd</p>')
  })
})

describe('a record in an answer', () => {
  it('has its parts and is marked as ours in a fence of the built-in analyst', () => {
    const markdown = markdownOf([{ kind: 'record', record: made[0] }])
    expect(answerHtml(markdown, 'made')).toBe(
      '<p><span class="ai-pre"><span class="ai-record ai-checked"><span class="ai-name">_dmarc.example.com</span> ' +
        `<span class="ai-type">TXT</span> <span class="ai-value">${dmarc}</span></span></span></p>`,
    )
    expect(answerHtml(markdown, 'unmarked')).not.toContain('ai-record')
  })

  it.each(recordTypes)('of the type %s that our code makes is marked as ours', type => {
    const markdown = markdownOf([{ kind: 'record', record: { name: 'a.example', type, value: 'b.example' } }])
    expect(recordsShown(answerHtml(markdown, 'made')).records).toEqual([`ai-checked: a.example ${type} b.example`])
  })

  it.each([
    [`Publish \`${dmarc}\` now.`, [`ai-checked: _dmarc.example.com ${dmarc}`], false],
    [`\`\`\`${recordFence}\n${spf}\n\`\`\``, [`ai-checked: example.com ${spf}`], false],
    ['Today it is **v=spf1 mx ?all** — a soft one (2.1).', ['ai-published: example.com v=spf1 mx ?all'], false],
    ['| Type | Data |\n|---|---|\n| MX | 10 mx1.example.com |', ['ai-checked: example.com 10 mx1.example.com'], false],
    ['Set `v=spf1 +all`.', ['ai-unchecked: v=spf1 +all'], true],
    [`\`\`\`${recordFence}\nexample.com TXT v=spf1 +all\n\`\`\``, ['ai-unchecked: v=spf1 +all'], true],
    ['v&#61;spf1 +all', ['ai-unchecked: v=spf1 +all'], true],
    ['v=s\u200bpf1 +all', ['ai-unchecked: v=spf1 +all'], true],
    ['Publish MX 0 . now.', ['ai-checked: parked.example 0 .'], false],
    ['No record here.', [], false],
  ])('of a model is known by its content: %j', (markdown, records, warns) => {
    expect(recordsShown(ofModel(markdown))).toEqual({ records, warns })
  })

  it.each([
    'v=**spf1** include:x -all',
    'v=*s*pf1 -all',
    '- v=\n- spf1 include:evil.example -all',
    '# v=sp\n\nf1 +all',
    '| v | =spf1 |\n|---|---|\n| a | b |',
    'MX\n\n10 mx.evil.example',
    '[v=](a)`spf1 +all`',
  ])('that shows only when elements are read together makes the answer warn: %j', markdown => {
    const { records, warns } = recordsShown(ofModel(markdown))
    expect(warns).toBe(true)
    expect(records.filter(each => !each.startsWith('ai-unchecked'))).toEqual([])
  })

  it.each([
    '`v=DMARC1; p=none` `; rua=mailto:evil@evil.example`',
    '**v=DMARC1; p=none**; rua=mailto:evil@evil.example',
    'TXT v=DMARC1; p=none; x; rua=mailto:evil@evil.example',
    '"v=DMARC1; p=none" "; rua=mailto:evil@evil.example"',
    '```\nTXT v=DMARC1; p=none;\n  rua=mailto:evil@evil.example\n```',
    '- `v=DMARC1; p=none;`\n- `rua=mailto:evil@evil.example`',
    'v=DMARC1; p=none;\nrua=mailto:evil@evil.example',
    '``v=spf1 mx ?all` include:evil.example``',
    'v=spf1 mx ?all **+include:evil.example**',
    '`v=spf1 mx ?all` `+all`',
  ])('is neither ours nor published if more of it follows: %j', markdown => {
    const { records, warns } = recordsShown(ofModel(markdown))
    expect(warns).toBe(true)
    expect(records.filter(each => !each.startsWith('ai-unchecked'))).toEqual([])
  })

  it('is marked as ours only if our code made it, whatever a model writes', () => {
    const ours = new Set(
      made.flatMap(({ name, type, value }) => {
        return ['', `${name} `].flatMap(lead => [value, `${type} ${value}`, type].map(text => lead + text))
      }),
    )
    fc.assert(
      fc.property(hostile, markdown => {
        const { elements } = readAnswer(ofModel(markdown))
        for (const { classes, text } of elements) {
          if (classes.includes('ai-checked')) expect(ours).toContain(text.replaceAll(/\s+/g, ' '))
        }
        expect(recordsShown(answerHtml(markdown, 'unmarked')).records).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('is never marked by the texts of a zone that the built-in analyst quotes', () => {
    fc.assert(
      fc.property(hostile, text => {
        const answer = [
          { kind: 'heading', level: 2, text },
          { kind: 'paragraph', tone: 'plain', text },
          { kind: 'list', items: [{ lead: text, text }] },
        ] as const
        const markdown = markdownOf(answer.map(block => ({ ...block })))
        expect(recordsShown(answerHtml(markdown, 'made')).records).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })
})
