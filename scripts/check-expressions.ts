/**
 * Holds every regular expression of the repository against recheck: what others send must not cost more than in
 * proportion to its length. What recheck does not call safe is listed in expression-exceptions.data.ts with the bound that
 * makes it safe. Tests (`*.test.ts`, `e2e/`, `packages/scanner/realserver`) and measurements (`bench/`,
 * `soak/`) read what they made themselves and are left out.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type ExpressionException, exceptions } from './expression-exceptions.data.ts'
import { cachedVerdicts, type Pattern } from './expression-verdict.ts'
import { type Expression, expressionsOf } from './find-expressions.ts'

/** All problems with some expressions and the list of exceptions, each as a line for people. */
export function problemsWith(
  expressions: readonly Expression[],
  listed: readonly ExpressionException[],
  verdictOf: (pattern: Pattern) => string,
): string[] {
  const verdicts = expressions.map(expression => ({
    ...expression,
    verdict: expression.pattern === null ? 'put together at run time' : verdictOf(expression.pattern),
  }))
  const isListed = (found: Expression): boolean => listed.some(exception => matches(exception, found))
  const unsafe = verdicts
    .filter(found => found.verdict !== 'safe' && !isListed(found))
    .map(({ file, line, written, verdict }) => `${file}:${line}: ${written}: ${verdict}`)
  const idle = listed.flatMap(exception => {
    const found = verdicts.filter(each => matches(exception, each))
    if (found.length === 0) return `${exception.file}: the exception ${exception.expression} matches nothing: remove it`
    if (found.every(({ verdict }) => verdict === 'safe'))
      return `${exception.file}: ${exception.expression} is safe: remove the exception`
    return []
  })
  return [...unsafe, ...idle]
}

function matches(exception: ExpressionException, found: Expression): boolean {
  return exception.file === found.file && exception.expression === found.written
}

function isChecked(path: string): boolean {
  const isLeftOut = /\.test\.tsx?$|^(?:e2e|bench|soak|packages\/scanner\/realserver)\//.test(path)
  return /\.[cm]?[jt]sx?$/.test(path) && !isLeftOut
}

function main(): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  const paths = listed.filter(path => isChecked(path) && existsSync(path))
  const expressions = paths.flatMap(path => expressionsOf({ path, text: readFileSync(path, 'utf8') }))
  const { verdictOf, save } = cachedVerdicts('node_modules/.cache/waxseal/expressions.json')
  const problems = problemsWith(expressions, exceptions, verdictOf)
  save()
  for (const problem of problems) console.error(problem)
  if (problems.length > 0)
    console.error('Rewrite it, or list it in scripts/expression-exceptions.data.ts with its bound.')
  process.exitCode = problems.length === 0 ? 0 : 1
}

if (import.meta.main) main()
