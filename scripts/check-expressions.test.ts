import { describe, expect, it } from 'vitest'
import { problemsWith, unusedVerdicts } from './check-expressions.ts'
import type { ExpressionException } from './expression-exceptions.data.ts'
import { basis, verdictOf, verdictsFrom } from './expression-verdict.ts'
import { expressionsOf } from './find-expressions.ts'

const path = 'packages/core/src/dns/example.ts'

function problems(text: string, listed: readonly ExpressionException[] = []): string[] {
  return problemsWith(expressionsOf({ path, text }), listed, verdictOf)
}

const listed = (expression: string): ExpressionException => ({
  file: path,
  expression,
  bound: 'Cut to 255 characters.',
})

const trailingZeros = String.raw`/\0+$/`
const policyLine = String.raw`/^([A-Za-z0-9][A-Za-z0-9_.-]{0,31}):[ \t]*(.*)$/`

describe('an expression', () => {
  it.each([
    ['that cut an extended DNS error', trailingZeros],
    ['that read a line of an MTA-STS policy', policyLine],
    ['that read a CAA value', String.raw`/^[ \t]*([a-z]+)?[ \t]*(?:;.*)?$/i`],
    ['of the textbook', '/^(a+)+$/'],
    ['with a look around, which is searched for by trial', String.raw`/(?=.*,)\s*;\s*$/`],
  ])('%s is found: %s', (_, expression) => {
    const [problem, ...more] = problems(`export const x = 1\nexport const y = ${expression}`)
    expect(problem).toMatch(/2: \/.* (polynomial|exponential)/)
    expect(problem).toContain(expression)
    expect(more).toEqual([])
  })

  it.each([
    String.raw`/^([A-Za-z0-9][A-Za-z0-9_.-]{0,31}):(.*)$/s`,
    String.raw`/(?<![ \t])[ \t]+$/`,
    String.raw`new RegExp('^[a-z]+$', 'i')`,
    'text.match(`^[a-z]+$`)',
  ])('that is safe passes: %s', expression => {
    expect(problems(`const x = ${expression}`)).toEqual([])
  })

  it.each([
    String.raw`new RegExp('\0+$')`,
    String.raw`RegExp('\0+$', 'g')`,
    'new globalThis.RegExp(`x+$`)',
    "text.search('x+$')",
  ])('that is written as a string is checked as well: %s', expression => {
    expect(problems(`const x = ${expression}`)).toEqual([expect.stringContaining('2nd degree polynomial')])
  })

  it.each([
    'new RegExp(x)',
    "new RegExp('x', flags)",
    'RegExp(`^${x}$`)',
    'new globalThis.RegExp(x)',
    'text.match(`${x}+`)',
  ])('that is built at run time is not checked: %s', expression => {
    expect(problems(`const y = ${expression}`)).toEqual([`${path}:1: ${expression}: put together at run time`])
    expect(problems(`const y = ${expression}`, [listed(expression)])).toEqual([])
  })

  it('that recheck cannot read is not safe', () => {
    expect(problems('const x = /[a--b]/v')).toEqual([`${path}:1: /[a--b]/v: cannot be checked: unknown flag`])
  })

  it('is found in code, tags of a screen included, and not in comments, strings and texts', () => {
    const text = String.raw`// /\0+$/
      const path = 'a/\0+$/b' as const
      const one = <T,>(x: T) => <p title={/a/.test(String(x)) ? '/b/' : ''}>/c/</p>`
    expect(expressionsOf({ path: 'page.tsx', text }).map(({ line, written }) => [line, written])).toEqual([[3, '/a/']])
  })
})

describe('an exception', () => {
  it('excuses the expression it names, in its file', () => {
    expect(problems(`const x = ${trailingZeros}`, [listed(trailingZeros)])).toEqual([])
    const elsewhere = { ...listed(trailingZeros), file: 'packages/core/src/dns/other.ts' }
    expect(problems(`const x = ${trailingZeros}`, [elsewhere])).toHaveLength(2)
  })

  it('for an expression that is gone is refused', () => {
    expect(problems('const x = 1', [listed(trailingZeros)])).toEqual([
      String.raw`${path}: the exception /\0+$/ matches nothing: remove it`,
    ])
  })

  it('for a safe expression is refused', () => {
    expect(problems('const x = /^a+$/', [listed('/^a+$/')])).toEqual([`${path}: /^a+$/ is safe: remove the exception`])
  })
})

describe('a verdict', () => {
  const kept = { basis, verdicts: { '/a+$/': 'as remembered', '/b/': 'safe' } }

  it('is kept for the same expression with the same flags; only a new expression is judged', () => {
    const verdicts = verdictsFrom(kept)
    expect(verdicts.verdictOf({ source: 'a+$', flags: '' })).toBe('as remembered')
    expect(verdicts.verdictOf({ source: 'a+$', flags: 'i' })).toContain('polynomial')
    expect(verdicts.judged()).toEqual(['/a+$/i'])
  })

  it('that no expression uses is refused, and is not kept', () => {
    const verdicts = verdictsFrom(kept)
    verdicts.verdictOf({ source: 'c', flags: '' })
    verdicts.verdictOf({ source: 'b', flags: '' })
    expect(unusedVerdicts(verdicts)).toEqual([expect.stringContaining('no expression is /a+$/.')])
    expect(verdicts.kept()).toEqual({ basis, verdicts: { '/b/': 'safe', '/c/': 'safe' } })
  })

  it('of another version of recheck counts as unknown', () => {
    const verdicts = verdictsFrom({ ...kept, basis: 'recheck 4.5.0-older' })
    expect(verdicts.verdictOf({ source: 'a+$', flags: '' })).toContain('polynomial')
  })
})
