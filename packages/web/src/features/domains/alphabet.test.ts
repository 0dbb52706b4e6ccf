import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inAlphabet } from './alphabet.ts'

const collator = new Intl.Collator('en', { numeric: true })

describe('the alphabetical order', () => {
  it('reads numbers as numbers', () => {
    expect(['customer-10.example', 'customer-2.example', 'customer.example'].toSorted(inAlphabet)).toEqual([
      'customer-2.example',
      'customer-10.example',
      'customer.example',
    ])
  })

  it('compares plain names as the language does', () => {
    const name = fc.string({ unit: fc.constantFrom(...Array.from('- .0012789abz')), maxLength: 12 })
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect([a, b, Math.sign(inAlphabet(a, b))]).toEqual([a, b, collator.compare(a, b)])
      }),
      { numRuns: 2_000 },
    )
  })

  it('puts other names where the language has them', () => {
    expect(['zoo.example', 'über.example', 'Tag 10', 'Tag 9', 'tag'].toSorted(inAlphabet)).toEqual([
      'tag',
      'Tag 9',
      'Tag 10',
      'über.example',
      'zoo.example',
    ])
  })
})
