import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pagesAreStale } from './web-build.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waxseal-build-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** A file last changed in that minute. */
function file(path: string, minute: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), '')
  const at = new Date(Date.UTC(2026, 10, 20, 9, minute))
  utimesSync(join(root, path), at, at)
}

it('pages are stale if they were never built, and fresh if built after their sources', () => {
  file('packages/web/index.html', 1)
  file('packages/web/src/main.tsx', 2)
  expect(pagesAreStale(root)).toBe(true)
  file('packages/web/dist/index.html', 3)
  expect(pagesAreStale(root)).toBe(false)
})

it.each([
  'packages/web/index.html',
  'packages/web/src/features/domains/page.tsx',
  'packages/web/public/icon.svg',
  'packages/web/vite.config.ts',
  'packages/core/src/plan/plans.ts',
  'packages/contract/src/wording.ts',
])('a change of %s makes pages stale', path => {
  file('packages/web/index.html', 1)
  file('packages/web/dist/index.html', 3)
  file(path, 4)
  expect(pagesAreStale(root)).toBe(true)
})

it('a copy without the sources has nothing to build', () => {
  file('packages/web/dist/index.html', 3)
  file('packages/core/src/plan/plans.ts', 4)
  expect(pagesAreStale(root)).toBe(false)
})
