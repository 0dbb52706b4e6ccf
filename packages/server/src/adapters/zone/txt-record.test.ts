import { expect, it } from 'vitest'
import { contentOf, textOfContent, wantedRecords } from './txt-record.ts'

it.each([
  ['v=spf1 -all', '"v=spf1 -all"'],
  ['', '""'],
  [String.raw`a"b\c`, String.raw`"a\"b\\c"`],
  ['\0\x7f\xff', String.raw`"\000\127\255"`],
  [`${'x'.repeat(255)}y`, `"${'x'.repeat(255)}" "y"`],
])('the content of %j is quoted, and is read as the same text', (text, content) => {
  expect(contentOf(text)).toBe(content)
  expect(textOfContent(content)).toBe(text)
})

it.each([
  ['', 'nothing'],
  ['v=spf1 -all', 'no quotes'],
  ['"open', 'an open string'],
  ['"a" b', 'text behind a string'],
  [String.raw`"\256"`, 'an escape above 255'],
  [String.raw`"a\"`, 'an escaped last quote'],
])('%j is not such content: %s', content => {
  expect(textOfContent(content)).toBeNull()
})

it('content is read in a time that grows with its length', () => {
  const half = String.raw`"\"`.repeat(20_000)
  const began = performance.now()
  expect(textOfContent(half)).toBeNull()
  expect(textOfContent(`"${String.raw`\065`.repeat(100_000)}`)).toBeNull()
  expect(textOfContent('"" '.repeat(100_000))).toBe('')
  expect(performance.now() - began).toBeLessThan(5000)
})

it('a name outside the zone has no record, and neither has a text that is not bytes', () => {
  const change = { name: 'a.waxseal.email', value: 'v=spf1 -all', ttl: 60 }
  expect(wantedRecords([change], 'waxseal.email').size).toBe(1)
  for (const name of ['example.com', 'notwaxseal.email', 'a..waxseal.email', 'bücher.waxseal.email']) {
    expect(() => wantedRecords([{ ...change, name }], 'waxseal.email')).toThrow('A name is not in waxseal.email')
  }
  expect(() => wantedRecords([{ ...change, value: '€' }], 'waxseal.email')).toThrow('not bytes')
})

it('the last change of a name counts', () => {
  const changes = ['one', 'two'].map(value => ({ name: 'A.waxseal.email', value, ttl: 60 }))
  expect(wantedRecords(changes, 'waxseal.email')).toEqual(
    new Map([['a.waxseal.email', { text: 'two', content: '"two"', ttl: 60 }]]),
  )
})
