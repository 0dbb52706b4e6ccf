import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOf } from './parts.ts'

describe('the parts of a record', () => {
  it('are the terms of SPF with their meaning', () => {
    const parts = partsOf('spf', 'v=spf1 include:_spf.example.com ip4:192.0.2.0/24 ~all')
    expect(parts.filter(part => part.meaning !== null).map(part => [part.text, part.tone])).toEqual([
      ['v=spf1', 'version'],
      ['include:_spf.example.com', 'reference'],
      ['ip4:192.0.2.0/24', 'allow'],
      ['~all', 'weak'],
    ])
    expect(parts.at(-1)?.meaning).toBe('All other servers soft-fail: suspicious, but rarely refused for this alone.')
  })

  it('mark +all and unknown terms as bad', () => {
    expect(partsOf('spf', '+all')[0]?.tone).toBe('bad')
    expect(partsOf('spf', 'all')[0]?.tone).toBe('bad')
    expect(partsOf('spf', 'ipv4:192.0.2.1')[0]).toMatchObject({
      tone: 'bad',
      meaning: 'Not a known SPF term. Receivers return permerror.',
    })
  })

  it('are the tags of DMARC with their meaning', () => {
    const parts = partsOf('dmarc', 'v=DMARC1; p=none; sp=maybe; rua=mailto:a@example.com')
    expect(parts.filter(part => part.meaning !== null).map(part => [part.text, part.tone])).toEqual([
      ['v=DMARC1', 'version'],
      ['p=none', 'weak'],
      ['sp=maybe', 'bad'],
      ['rua=mailto:a@example.com', 'reference'],
    ])
  })

  it('give the record again when joined, for any content', () => {
    fc.assert(
      fc.property(fc.constantFrom('spf', 'dmarc'), fc.string({ unit: 'binary', maxLength: 60 }), (grammar, record) => {
        const parts = partsOf(grammar, record)
        expect(parts.map(({ text }) => text).join('')).toBe(record)
        for (const { at, text } of parts) expect(record.startsWith(text, at)).toBe(true)
      }),
    )
  })
})
