import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storable, storableJson } from './storable.ts'

describe('what PostgreSQL can store', () => {
  it('keeps texts as they are, emoji too', () => {
    expect(storable('plain \u{1F4E7}')).toBe('plain \u{1F4E7}')
  })

  it('has U+FFFD in place of NUL and of a lone surrogate, also in keys and lists', () => {
    expect(storable('a\0b\uD83D')).toBe('a\uFFFDb\uFFFD')
    expect(storableJson({ 'k\0': ['\uDC00', 1, null, { deep: '\0' }] })).toEqual({
      'k\uFFFD': ['\uFFFD', 1, null, { deep: '\uFFFD' }],
    })
  })

  it('leaves every other JSON value as it is', () => {
    const graphemes = fc.jsonValue({ stringUnit: 'grapheme' })
    fc.assert(
      fc.property(graphemes, value => {
        expect(storableJson(value)).toEqual(value)
      }),
    )
  })
})
