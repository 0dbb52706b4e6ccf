import { describe, expect, it } from 'vitest'
import { expectLinearCost } from './linear-cost.ts'

const max = 65_535

/** Work of about this many steps. */
function steps(count: number): number {
  let sum = 0
  for (let i = 0; i < count; i++) sum += Math.sqrt(i)
  return sum
}

describe('expectLinearCost', () => {
  it.each<[string, (text: string) => unknown]>([
    ['one that costs nothing', () => null],
    ['a search through the text', text => /[^ -~]{3}z/.test(text)],
    ['one that makes many small values', text => text.split(';').map(part => part.trim().split('='))],
  ])('lets a linear parser pass: %s', async (_, parse) => {
    await expectLinearCost(parse, { max, tokens: ['a=b'] })
  })

  it.each<[string, (text: string) => unknown, string]>([
    ['NULs at the end that are not at the end', text => text.replace(/\0+$/, ''), '"\\u0000…" + "\\r"'],
    ['blanks before a line end that ends none', text => /^(mx):[ \t]*(.*)$/.exec(text), '"mx:" + " …" + "\\r"'],
    ['a list gone through for each item', text => distinct(text.split(',')), '",…"'],
  ])('names the shape at which a parser is not: %s', async (_, parse, shape) => {
    await expect(expectLinearCost(parse, { max, heads: ['', 'mx:'] })).rejects.toThrow(`Each character of ${shape}`)
  })

  it('counts as too much what grows with the square, and not what grows with n log n', async () => {
    await expect(costing(n => (n * n) / 8 + 8 * n)).rejects.toThrow(/"z…" costs [5-8]\.\d times/)
    await costing(n => 16 * n * Math.log2(n))
  })

  it('counts what grows with the square up to the limit at which the parser cuts its input', async () => {
    await expect(costing(n => Math.min(n, 16_383) ** 2 / 8)).rejects.toThrow(/"z…" costs [5-8]\.\d times/)
  })

  it('counts what grows with the square up to the limit beyond which the parser refuses its input', async () => {
    await expect(costing(squareUpTo16383)).rejects.toThrow(/"z…" costs [5-8]\.\d times/)
  })

  it('lets growth pass that cannot hurt at the largest size', async () => {
    await expectLinearCost((text: string) => steps(text.length ** 2), { max: 253 })
  })
})

/** A parser that is slow for one shape only. */
function costing(cost: (length: number) => number): Promise<void> {
  const parse = (text: string) => (text.startsWith('zz') ? steps(cost(text.length)) : 0)
  return expectLinearCost(parse, { max: 16_383, tokens: ['z'] })
}

function squareUpTo16383(length: number): number {
  if (length > 16_383) throw new Error('too long')
  return length ** 2 / 8
}

/** Linear, as `new Set` does it. */
function distinct(items: readonly string[]): readonly string[] {
  return items.filter((item, at) => items.indexOf(`${item}.`) !== at)
}
