import { expect, it } from 'vitest'
import { problemOf } from './problem.ts'

it('the problem of a report is the kind of the error and its place, and quotes nothing', () => {
  const problem = problemOf(new RangeError('no glyph in "a secret subject\n    at secret"'))
  expect(problem).toMatch(/^RangeError at .*problem\.test\.ts/)
  expect(problem).not.toContain('secret')
})

it('what is no error has no details', () => {
  expect(problemOf('a secret subject')).toBe('a report could not be made')
})
