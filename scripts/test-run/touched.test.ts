import { describe, expect, it } from 'vitest'
import { testsOf } from './touched.ts'

const all = () => true

describe('the tests of touched files', () => {
  it('are the tests themselves and those beside a source or its data', () => {
    const paths = [
      'packages/core/src/spf/record.ts',
      'packages/core/src/dkim/selectors.data.ts',
      'packages/web/src/features/account/page.tsx',
      'scripts/test-report.test.ts',
      'docs/architecture.md',
      'e2e/domains.spec.ts',
      'packages/server/src/db/migrations/0001.sql',
    ]
    expect(testsOf(paths, all)).toEqual([
      'packages/core/src/spf/record.test.ts',
      'packages/core/src/dkim/selectors.test.ts',
      'packages/web/src/features/account/page.test.tsx',
      'scripts/test-report.test.ts',
    ])
  })

  it('are named once, and only those that are there', () => {
    const paths = ['scripts/a.ts', 'scripts/a.test.ts', 'scripts/gone.ts', '']
    expect(testsOf(paths, path => path !== 'scripts/gone.test.ts')).toEqual(['scripts/a.test.ts'])
  })

  it('are as many as fit, the newest first', () => {
    const paths = Array.from({ length: 200 }, (_, index) => `scripts/file-${index}.ts`)
    const chosen = testsOf(paths, all)
    expect(chosen.length).toBeGreaterThan(10)
    expect(chosen.length).toBeLessThan(200)
    expect(chosen[0]).toBe('scripts/file-0.test.ts')
    expect(testsOf(paths, all, [{ file: 'scripts/file-0.test.ts', seconds: 1_000, reason: 'a test' }])).toEqual([])
  })
})
