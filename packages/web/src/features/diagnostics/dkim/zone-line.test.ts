import { describe, expect, it } from 'vitest'
import { txtZoneLine } from './zone-line.ts'

describe('a TXT record as a line of a zone file', () => {
  it('is one string if it fits', () => {
    expect(txtZoneLine('s1._domainkey.example.com', 'v=DKIM1; p=abc')).toBe(
      's1._domainkey.example.com. IN TXT "v=DKIM1; p=abc"',
    )
  })

  it('is split into strings of 255 bytes, which join to the text', () => {
    const text = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`
    const strings = [...txtZoneLine('s1', text).matchAll(/"([^"]*)"/g)].map(([, string = '']) => string)
    expect(strings.map(({ length }) => length)).toEqual([255, text.length - 255])
    expect(strings.join('')).toBe(text)
    const umlauts = [...txtZoneLine('s1', 'ü𝛼'.repeat(100)).matchAll(/"([^"]*)"/g)].map(([, string = '']) => string)
    for (const string of umlauts) expect(new TextEncoder().encode(string).length).toBeLessThanOrEqual(255)
    expect(umlauts.join('')).toBe('ü𝛼'.repeat(100))
  })

  it('escapes quotes and backslashes so that a zone file reads them back', () => {
    expect(txtZoneLine('s1', 'a "b" \\;')).toBe('s1. IN TXT "a \\"b\\" \\\\;"')
  })
})
