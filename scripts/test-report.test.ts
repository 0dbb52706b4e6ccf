import { expect, it } from 'vitest'
import { playwrightOutcome, vitestOutcome } from './test-report.ts'

const red = '\u001B[31m'

const spec = (title: string, ok: boolean, ...messages: string[]) => ({
  id: `id of ${title}`,
  title,
  file: 'scan.spec.ts',
  line: 7,
  ok,
  tests: [{ results: messages.map(message => ({ error: { message } })) }],
})

it('lists each failed vitest test, with the first line of its error, and each file that did not load', () => {
  const text = JSON.stringify({
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 3,
    numTodoTests: 1,
    testResults: [
      {
        name: '/p/packages/core/src/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'the sum is right', status: 'passed', failureMessages: [] },
          {
            fullName: 'the sum is one',
            status: 'failed',
            failureMessages: [`${red}AssertionError: expected 2 to be 1\u001B[39m\n    at a.test.ts:4:5`],
          },
        ],
      },
      {
        name: '/p/packages/core/src/b.test.ts',
        status: 'failed',
        message: 'Cannot find module ./c.ts',
        assertionResults: [],
      },
    ],
  })
  expect(vitestOutcome(text, '/p')).toEqual({
    counts: { passed: 2, failed: 2, skipped: 4 },
    failures: [
      'packages/core/src/b.test.ts\n    Cannot find module ./c.ts',
      'packages/core/src/a.test.ts > the sum is one\n    AssertionError: expected 2 to be 1',
    ],
    unsteady: [],
  })
})

it('lists each failed browser test, at any depth, and failures outside tests', () => {
  const text = JSON.stringify({
    stats: { expected: 4, flaky: 0, unexpected: 1, skipped: 2 },
    errors: [{ message: 'the world did not start' }],
    suites: [
      { specs: [spec('is well', true)], suites: [{ specs: [spec('is found', false, `${red}Timed out`, 'b')] }] },
    ],
  })
  expect(playwrightOutcome(text)).toEqual({
    counts: { passed: 4, failed: 2, skipped: 2 },
    failures: ['e2e\n    the world did not start', 'e2e/scan.spec.ts:7 > is found\n    Timed out'],
    unsteady: [],
  })
})

const report = (passed: number, failed: number, ...specs: object[]) =>
  JSON.stringify({ stats: { expected: passed, unexpected: failed }, suites: [{ specs }] })

it('marks a test that failed and then passed alone as unsteady, and counts it as passed', () => {
  const first = report(4, 2, spec('is found', false, 'Timed out'), spec('is kept', false, 'is gone'), spec('is', true))
  const second = report(1, 1, spec('is found', true), spec('is kept', false, 'is gone again'))
  expect(playwrightOutcome(first, second)).toEqual({
    counts: { passed: 5, failed: 1, skipped: 0 },
    failures: ['e2e/scan.spec.ts:7 > is kept\n    is gone'],
    unsteady: ['e2e/scan.spec.ts:7 > is found\n    Timed out'],
  })
})

it('identifies tests by id: two with the same title and line are distinct', () => {
  const wide = { ...spec('is found', false, 'Timed out'), id: 'wide' }
  const narrow = { ...spec('is found', false, 'Timed out'), id: 'narrow' }
  const second = report(1, 1, { ...wide, ok: true }, narrow)
  expect(playwrightOutcome(report(4, 2, wide, narrow), second)).toMatchObject({
    counts: { passed: 5, failed: 1 },
    failures: [expect.any(String)],
    unsteady: [expect.any(String)],
  })
})

it('counts a test as failed if the second run did not reach it', () => {
  const first = report(4, 1, spec('is found', false, 'Timed out'))
  const second = JSON.stringify({ stats: {}, errors: [{ message: 'the world did not start' }] })
  expect(playwrightOutcome(first, second)).toEqual({
    counts: { passed: 4, failed: 1, skipped: 0 },
    failures: ['e2e/scan.spec.ts:7 > is found\n    Timed out'],
    unsteady: [],
  })
})
