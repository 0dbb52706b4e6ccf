import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { advanced, typedPart, withoutOpenMarks } from './typewriter.ts'

const frameMs = 1_000 / 60

/** Milliseconds until an answer that is all there is typed. */
function typingTime(total: number, frame = frameMs): number {
  let position = 0
  let elapsed = 0
  while (position < total) {
    position = advanced({ position, total, hasEnded: true }, frame)
    elapsed += frame
  }
  return elapsed
}

describe('the typewriter', () => {
  it('types a character in 10 ms while an answer arrives slowly', () => {
    expect(advanced({ position: 0, total: 10, hasEnded: false }, 50)).toBe(5)
  })

  it('types faster the more there is to type, and faster again after the end', () => {
    expect(advanced({ position: 0, total: 600, hasEnded: false }, 10)).toBeCloseTo(10)
    expect(advanced({ position: 0, total: 700, hasEnded: true }, 10)).toBeCloseTo(20)
  })

  it('has typed 2,500 characters that came at once in less than 2 seconds', () => {
    expect(typingTime(2_500)).toBeLessThan(2_000)
    expect(typingTime(2_500)).toBeGreaterThan(1_000)
  })

  it('does not lag behind a model that writes 1,000 characters a second', () => {
    let position = 0
    for (let ms = 0; ms < 10_000; ms += frameMs) {
      position = advanced({ position, total: ms, hasEnded: false }, frameMs)
      expect(ms - position).toBeLessThan(700)
    }
  })

  it('catches up at once after a hidden tab', () => {
    expect(advanced({ position: 3, total: 900, hasEnded: false }, 60_000)).toBe(900)
  })

  it('never goes back or beyond the text', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        fc.nat(100_000),
        fc.boolean(),
        fc.integer(),
        (...all) => {
          const [position, total, hasEnded, elapsed] = all
          const next = advanced({ position, total, hasEnded }, elapsed)
          expect(next).toBeLessThanOrEqual(total)
          expect(next).toBeGreaterThanOrEqual(Math.min(position, total))
        },
      ),
    )
  })
})

describe('the typed part', () => {
  it('is the beginning of the text', () => {
    expect(typedPart('SPF passes', 3.9)).toBe('SPF')
    expect(typedPart('SPF', 99)).toBe('SPF')
  })

  it('never ends within a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.double({ min: 0, max: 40, noNaN: true }), (text, position) => {
        expect(typedPart(text, position).isWellFormed()).toBe(true)
        expect(text.startsWith(typedPart(text, position))).toBe(true)
      }),
    )
  })
})

it.each([
  ['Text.\n\n*No language', 'Text.\n\nNo language'],
  ['A **bold wo', 'A bold wo'],
  ['A **bold** word and *half', 'A **bold** word and half'],
  ['**bold *and', 'bold and'],
  ['see `v=spf1 in', 'see v=spf1 in'],
  ['- a list\n* an *ite', '- a list\n* an ite'],
  ['*whole* line', '*whole* line'],
  ['*open in an earlier line\nnext', '*open in an earlier line\nnext'],
  ['', ''],
])('the typed %j is shown as %j: a mark waits for its end', (part, shown) => {
  expect(withoutOpenMarks(part)).toBe(shown)
})
