import { describe, expect, it } from 'vitest'
import { shownLines } from './domain-evidence.ts'

const greeting = (count: number): string[] => Array.from({ length: count }, (_, at) => `S: 220-line ${at}`)
const proof = ['C: RCPT TO:<probe@example.org>', 'S: 250 2.1.5 Ok']

describe('the lines of an SMTP session in the report', () => {
  it('are all of them up to 80, with the accepted recipient at the end', () => {
    const lines = [...greeting(46), ...proof]
    expect(shownLines('smtp', lines)).toEqual(lines)
  })

  it('keep each recipient and its answer where a longer session is cut', () => {
    const shown = shownLines('smtp', [...greeting(500), ...proof, ...greeting(500)])
    expect(shown).toHaveLength(80)
    expect(shown.slice(-2)).toEqual(proof)
  })

  it('are at most 80 where a session has thousands of recipients', () => {
    const lines = Array.from({ length: 2_000 }, () => proof).flat()
    expect(shownLines('smtp', lines)).toHaveLength(80)
  })
})

it('another answer has at most 16 lines', () => {
  expect(shownLines('dns', greeting(40))).toHaveLength(16)
})
