import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectLinearCost } from '../testing/linear-cost.ts'
import { messagePhrases } from './message-intents.data.ts'
import { hasAny, readQuestion } from './question.ts'
import { terms } from './terms.data.ts'

const has = (text: string, phrase: string) => hasAny(readQuestion(text), [phrase])

describe('a question', () => {
  it('is words in lower case, without punctuation', () => {
    expect(readQuestion("What's my SPF-record?").words).toEqual(['whats', 'my', 'spf', 'record'])
    expect(readQuestion(' \n\u202e ').words).toEqual([])
  })

  it.each([
    ['Is example.com secure?', ['example.com']],
    ['https://www.example.com/path?q=1', ['www.example.com']],
    ['mail from ada@EXAMPLE.com.', ['example.com']],
    ['_dmarc.example.com', ['example.com']],
    ['münchen.example and xn--mnchen-3ya.example', ['münchen.example', 'xn--mnchen-3ya.example']],
    ['p=none; pct=50 at 192.0.2.1, e.g. today', []],
    ['Is include:_spf.google.com in my SPF record ok?', []],
    ['v=spf1 a:mail.example.net mx:example.org redirect=_spf.example.com', []],
    ['rua=mailto:dmarc@reports.example for example.com', ['example.com']],
    ['MX: example.com', ['example.com']],
  ])('names domains: %s', (text, names) => {
    expect(readQuestion(text).names).toEqual(names)
  })

  it('forgives a typo in a longer word, and none in a short one', () => {
    for (const typo of ['blacklst', 'blacklisst', 'blacklsit', 'blackl1st']) expect(has(typo, 'blacklist')).toBe(true)
    expect(has('blacksmith', 'blacklist')).toBe(false)
    expect(has('done', 'dane')).toBe(false)
    expect(has('slacklist', 'blacklist')).toBe(false)
  })

  it('may be anything: no text makes it throw, and only 2,000 characters are read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3_000 }), text => {
        const { words, names } = readQuestion(text)
        expect(words.length).toBeLessThanOrEqual(400)
        for (const name of names) expect(name).toMatch(/^[\p{L}\p{N}.-]{1,253}$/u)
      }),
      { numRuns: 100 },
    )
    expect(readQuestion(`${'a '.repeat(1_000)}dmarc`).text).not.toContain('dmarc')
  })

  it('takes time in proportion to its length', async () => {
    await expectLinearCost(text => hasAny(readQuestion(text), messagePhrases.verdict), {
      max: 2_000,
      tokens: ['blacklist ', 'a.', 'what is my ', 'how '],
    })
  }, 60_000)
})

it('every phrase is written as a question has it', () => {
  const all = [...Object.values(messagePhrases), ...Object.values(terms).map(({ phrases }) => phrases)]
  for (const phrase of all.flat()) expect(readQuestion(phrase).text).toBe(` ${phrase} `)
})
