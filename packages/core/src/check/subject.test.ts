import { describe, expect, it } from 'vitest'
import { partsOf, subjectOf } from './subject.ts'

describe('a subject', () => {
  it('gives its parts back, whatever blanks they hold', () => {
    expect(partsOf(subjectOf('mx1.example.com', 'a b'))).toEqual(['mx1.example.com', 'a b'])
  })

  it('is text that PostgreSQL can store and index', () => {
    const hostile = subjectOf(`\0${'水'.repeat(4_000)}`, `${'x'.repeat(795)}😀`)
    expect(hostile).not.toContain('\0')
    // An index entry holds 2,704 octets, and the ids beside the subject need some of them.
    expect(Buffer.byteLength(hostile)).toBeLessThan(2_500)
    expect(subjectOf(`${'x'.repeat(799)}😀`).isWellFormed()).toBe(true)
  })
})
