/**
 * Holds every regular expression of the repository against recheck: what others send must not cost more than in
 * proportion to its length. What recheck does not call safe is listed in expression-exceptions.data.ts with the bound that
 * makes it safe. Verdicts are kept in expression-verdicts.json: a run judges only new expressions, and
 * `UPDATE_EXPRESSIONS=1` keeps their verdicts and drops those that no expression uses any more. Tests (`*.test.ts`, `e2e/`, `packages/scanner/realserver`) and measurements (`bench/`,
 * `soak/`) read what they made themselves and are left out.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type ExpressionException, exceptions } from './expression-exceptions.data.ts'
import { type KeptVerdicts, type Pattern, type Verdicts, verdictsFrom } from './expression-verdict.ts'
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

const file = 'scripts/expression-verdicts.json'
const howToKeep = '`UPDATE_EXPRESSIONS=1 npm run check -- expressions` writes the file.'

/** A verdict that no expression uses is a problem: it says nothing, and the file must not grow. */
export function unusedVerdicts(verdicts: Verdicts): string[] {
  return verdicts.unused().map(expression => `${file}: no expression is ${expression}. ${howToKeep}`)
}

function main(): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  const paths = listed.filter(path => isChecked(path) && existsSync(path))
  const expressions = paths.flatMap(path => expressionsOf({ path, text: readFileSync(path, 'utf8') }))
  const verdicts = verdictsFrom(JSON.parse(readFileSync(file, 'utf8')) as KeptVerdicts)
  const unsafe = problemsWith(expressions, exceptions, verdicts.verdictOf)
  const isUpdate = process.env['UPDATE_EXPRESSIONS'] !== undefined
  if (isUpdate) writeFileSync(file, `${JSON.stringify(verdicts.kept(), null, 2)}\n`)
  const judged = verdicts.judged().length
  if (judged > 0 && !isUpdate) console.log(`${judged} new expressions were judged. ${howToKeep}`)
  const unused = isUpdate ? [] : unusedVerdicts(verdicts)
  for (const problem of [...unsafe, ...unused]) console.error(problem)
  if (unsafe.length > 0)
    console.error('Rewrite it, or list it in scripts/expression-exceptions.data.ts with its bound.')
  process.exitCode = unsafe.length + unused.length === 0 ? 0 : 1
}

if (import.meta.main) main()
