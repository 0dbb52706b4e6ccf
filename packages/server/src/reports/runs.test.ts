import { expect, it } from 'vitest'
import { fontChangesIn, runsOf } from './runs.ts'

const texts = (line: string) => runsOf(line, 'text').map(({ text, face }) => `${face} ${text}`)

it('a line is divided where another font is needed', () => {
  expect(texts('Re: გამარჯობა, Anna')).toEqual(['sans Re: ', 'wide გამარჯობა', 'sans , Anna'])
  expect(runsOf('v=spf1', 'mono')).toEqual([{ text: 'v=spf1', face: 'mono', order: 0 }])
  expect(runsOf('', 'text')).toEqual([])
})

const drawn = (line: string) =>
  runsOf(line, 'text')
    .map(({ text }) => text)
    .join('')

it('words that are written from right to left are in that order, with the numbers between them', () => {
  expect(drawn('Re: שלום עולם and more')).toBe('Re: עולם שלום and more')
  const orders = runsOf('Re: שלום עולם', 'text').map(({ text, order }) => `${order} ${text}`)
  expect(orders).toEqual(['0 Re:', '1  ', '4 עולם', '3  ', '2 שלום'])
  expect(drawn('שלום 2026 עולם')).toBe('עולם 2026 שלום')
  expect(drawn('עולם 2026, then English')).toBe('עולם 2026, then English')
})

/** Runs whose blanks are marked in angle brackets. */
const parts = (line: string, voice: 'mono' | 'text' = 'mono') =>
  runsOf(line, voice).map(({ text, hasBlanks = false }) => (hasBlanks ? `<${text}>` : text))

it('in a record, blanks that programs drop are apart, with a letter beside them', () => {
  expect(parts('v=spf1 a -all')).toEqual(['v=spf1 a -all'])
  expect(parts('v=spf1  a   -all')).toEqual(['v=spf', '<1  a>', '<   ->', 'all'])
  expect(parts(' v=spf1 a ')).toEqual(['< v>', '=spf1 ', '<a >'])
  expect(parts('v=spf1  a', 'text')).toEqual(['v=spf1  a'])
})

it.each(['', 'v=spf1', 'Re: გამარჯობა, Anna', 'aאbבcג', 'Re: שלום עולם', 'א 1 2 3 ב a b'])(
  'the changes of the font in %j are counted before it has lines',
  text => {
    for (const voice of ['text', 'mono'] as const)
      expect(fontChangesIn(text, voice)).toBeGreaterThanOrEqual(runsOf(text, voice).length - 1)
    expect(fontChangesIn('Hello, world', 'text')).toBe(0)
    expect(fontChangesIn('aאbב', 'text')).toBe(3)
  },
)
