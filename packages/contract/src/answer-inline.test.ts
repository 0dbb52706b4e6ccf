import { describe, expect, it } from 'vitest'
import { answerHtml } from './answer-html.ts'

/** The inside of the one paragraph that a text becomes. */
function inside(markdown: string): string {
  const html = answerHtml(markdown, 'unmarked')
  expect(html.startsWith('<p>') && html.endsWith('</p>')).toBe(true)
  return html.slice(3, -4).replaceAll('<span class="ai-code">', '<code>').replaceAll('</span>', '</code>')
}

/** Mostly examples of CommonMark 0.31, section 6.2. */
describe('emphasis', () => {
  it.each([
    // Only a run that touches a word opens or closes.
    ['*foo bar*', '<em>foo bar</em>'],
    ['a * foo bar*', 'a * foo bar*'],
    ['*foo bar *', '*foo bar *'],
    ['a*"foo"*', 'a*&quot;foo&quot;*'],
    ['*(*foo*)*', '<em>(<em>foo</em>)</em>'],
    ['**foo "*bar*" foo**', '<strong>foo &quot;<em>bar</em>&quot; foo</strong>'],
    // A sign inside a word: `*` counts, `_` does not.
    ['foo*bar*', 'foo<em>bar</em>'],
    ['5*6*78', '5<em>6</em>78'],
    ['foo_bar_', 'foo_bar_'],
    ['_foo_bar', '_foo_bar'],
    ['foo__bar__', 'foo__bar__'],
    ['foo-_(bar)_', 'foo-<em>(bar)</em>'],
    ['_(bar)_.', '<em>(bar)</em>.'],
    ['пристаням_стремятся_', 'пристаням_стремятся_'],
    // Unlike signs do not pair.
    ['_foo*', '_foo*'],
    ['*foo_', '*foo_'],
    ['**foo__', '**foo__'],
    ['*foo _bar* baz_', '<em>foo _bar</em> baz_'],
    // One sign is emphasis, two are strong, three are both.
    ['**foo bar**', '<strong>foo bar</strong>'],
    ['__foo, __bar__, baz__', '<strong>foo, <strong>bar</strong>, baz</strong>'],
    ['***foo***', '<em><strong>foo</strong></em>'],
    ['****foo****', '<strong><strong>foo</strong></strong>'],
    ['**foo*', '*<em>foo</em>'],
    ['*foo**', '<em>foo</em>*'],
    ['***foo**', '*<strong>foo</strong>'],
    ['****foo*', '***<em>foo</em>'],
    ['*foo****', '<em>foo</em>***'],
    // Runs that can open and close pair only if their lengths do not add up to a multiple of three.
    ['*foo**bar**baz*', '<em>foo<strong>bar</strong>baz</em>'],
    ['*foo**bar*', '<em>foo**bar</em>'],
    ['***foo** bar*', '<em><strong>foo</strong> bar</em>'],
    ['*foo **bar***', '<em>foo <strong>bar</strong></em>'],
    ['foo***bar***baz', 'foo<em><strong>bar</strong></em>baz'],
    ['foo******bar*********baz', 'foo<strong><strong><strong>bar</strong></strong></strong>***baz'],
    ['**foo**bar*baz*', '<strong>foo</strong>bar<em>baz</em>'],
    // What finds no partner is text, and does not hold up what follows.
    ['**foo *bar**', '*<em>foo <em>bar</em></em>'],
    ['*foo **bar*', '*foo *<em>bar</em>'],
    ['a* b_ *c*', 'a* b_ <em>c</em>'],
    ['*a _b* c_ _d_', '<em>a _b</em> c_ <em>d</em>'],
    ['** is not an empty emphasis', '** is not an empty emphasis'],
    ['foo *\\**', 'foo <em>*</em>'],
    ['*a `*`*', '<em>a <code>*</code></em>'],
  ])('%j', (markdown, html) => {
    expect(inside(markdown)).toBe(html)
  })

  it('is shown four deep, and its words at any depth', () => {
    expect(inside('*a **b *c **d** c* b** a*')).toBe(
      '<em>a <strong>b <em>c <strong>d</strong> c</em> b</strong> a</em>',
    )
    expect(inside('*a **b *c **d *e* d** c* b** a*')).toBe(
      '<em>a <strong>b <em>c <strong>d e d</strong> c</em> b</strong> a</em>',
    )
  })
})

/** CommonMark 0.31, section 6.1. */
describe('code', () => {
  it.each([
    ['`foo`', '<code>foo</code>'],
    ['`` foo ` bar ``', '<code>foo ` bar</code>'],
    ['` `` `', '<code>``</code>'],
    ['`  ``  `', '<code> `` </code>'],
    ['` a`', '<code> a</code>'],
    ['`a `', '<code>a </code>'],
    ['` `', '<code> </code>'],
    ['`  `', '<code>  </code>'],
    ['``\nfoo\nbar  \nbaz\n``', '<code>foo bar   baz</code>'],
    ['`foo\\`bar`', '<code>foo\\</code>bar`'],
    ['*foo`*`', '*foo<code>*</code>'],
    ['```foo``', '```foo``'],
    ['`foo', '`foo'],
    ['`foo``bar``', '`foo<code>bar</code>'],
    ['`a` `b` ``c``', '<code>a</code> <code>b</code> <code>c</code>'],
    ['[a`](b)`', '[a<code>](b)</code>'],
  ])('%j', (markdown, html) => {
    expect(inside(markdown)).toBe(html)
  })
})

describe('line ends, spaces and signs', () => {
  it.each([
    ['foo  \nbar', 'foo<br>bar'],
    ['foo\\\nbar', 'foo<br>bar'],
    ['foo \n bar', 'foo bar'],
    ['foo\n     bar', 'foo bar'],
    ['foo  bar', 'foo  bar'],
    ['*foo  \nbar*', '<em>foo<br>bar</em>'],
    ['\\*a\\* \\a \\\\', '*a* \\a \\'],
    ['a \\< b & c &lt; &amp; &#38; &#x26; &#0; &nope;', 'a &lt; b &amp; c &lt; &amp; &amp; &amp;  &amp;nope;'],
    ['<mailto:a@b.example> <c@d.example>', 'mailto:a@b.example c@d.example'],
  ])('%j', (markdown, html) => {
    expect(inside(markdown)).toBe(html)
  })
})

describe('a link or an image', () => {
  it.each([
    ['[a *b*](c)', 'a <em>b</em>'],
    ['[a](b \\) c) d', 'a d'],
    ['[a](b(c)d) e', 'a e'],
    ['[a](b(c) d', '[a](b(c) d'],
    ['[a]b) c', '[a]b) c'],
    ['a](b) c', 'a](b) c'],
    ['![a](b)!', 'a!'],
    ['[[a](b)](c)', 'a'],
    [`[a](${'b'.repeat(998)}) c`, 'a c'],
    [`[a](${'b'.repeat(999)}) c`, `[a](${'b'.repeat(999)}) c`],
  ])('becomes its text: %j', (markdown, html) => {
    expect(inside(markdown)).toBe(html)
  })
})
