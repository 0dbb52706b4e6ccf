import { describe, expect, it } from 'vitest'
import { findingsIn } from './finding-row.ts'
import { partsOf, subjectOf } from './subject.ts'

interface Facts {
  mx_odd: { host: string }
}
const oddFinding = findingsIn<Facts>({
  mx_odd: {
    check: 'mx',
    points: -1,
    title: 'Odd mail server',
    subject: ({ host }) => host,
    meaning: () => '',
    advice: () => '',
    clause: 'RFC 5321 section 5.1',
  },
})
const subjectAbout = (host: string) => oddFinding('mx_odd', { host }, ['none']).subject ?? ''

describe('a subject', () => {
  it('gives its parts back, whatever blanks they hold', () => {
    expect(partsOf(subjectOf('mx1.example.com', 'a b'))).toEqual(['mx1.example.com', 'a b'])
  })

  it('of a finding is text that PostgreSQL can store and index, whatever a zone says', () => {
    expect(subjectAbout('a\0b')).toBe(String.raw`a\000b`)
    // An index entry holds 2,704 octets, and the ids beside the subject need some of them.
    expect(Buffer.byteLength(subjectAbout('水'.repeat(4_000)))).toBe(2_400)
    expect(subjectAbout(`${'x'.repeat(799)}😀`).isWellFormed()).toBe(true)
  })
})
