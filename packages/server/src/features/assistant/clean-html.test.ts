import { answerHtml } from '@waxseal/contract/answer-html'
import { readAnswer } from '@waxseal/contract/testing'
import { recordFinder } from '@waxseal/core/assistant'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanHtml } from './clean-html.ts'

const pieces = [
  ['<p>', '</p>', '<p class="ai-quote">', '<p class="fixed inset-0">', '<p style="position:fixed">', '<p onclick=a()>'],
  [
    '<span class="ai-record ai-checked">',
    '</span>',
    '<img src=x onerror=a()>',
    '<a href="https://a.example">b</a>',
    '<!--',
  ],
  [
    '<script>a()</script>',
    '<style>p{}</style>',
    '<svg><p>',
    '<math><mi>',
    '<iframe src=a>',
    '<ul class=ai-x><li>',
    '<br>',
  ],
  [
    '<textarea>',
    '<title>',
    '<noscript>',
    '<template>',
    '-->',
    '<',
    '>',
    '"',
    "'",
    '&lt;',
    '&#60;',
    '\0',
    '\n',
    'a',
    '`',
    '**',
  ],
].flat()
const hostile = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 8 })), { maxLength: 14 })

describe('the second check of an answer', () => {
  it.each([
    ['<p class="ai-quote fixed inset-0">a</p>', '<p class="ai-quote">a</p>'],
    ['<p style="color:red" id="a" onclick="b()">c</p>', '<p>c</p>'],
    ['<a href="https://a.example">b</a>', 'b'],
    [
      '<span class="ai-code">a &lt;b&gt; &amp;amp;</span><br>',
      '<span class="ai-code">a &lt;b&gt; &amp;amp;</span><br />',
    ],
  ])('%j', (html, clean) => {
    expect(cleanHtml(html)).toBe(clean)
  })

  it('leaves only what an answer may have, whatever HTML it gets', () => {
    fc.assert(
      fc.property(hostile, parts => {
        readAnswer(cleanHtml(parts.join('')))
      }),
      { numRuns: 2_000 },
    )
  })

  it('changes nothing in the HTML of an answer', () => {
    fc.assert(
      fc.property(hostile, parts => {
        const html = answerHtml(parts.join(''), recordFinder({ made: [], published: [], texts: [] }))
        expect(readAnswer(cleanHtml(html))).toEqual(readAnswer(html))
      }),
      { numRuns: 1_000 },
    )
  })
})
