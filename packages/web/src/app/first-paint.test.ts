import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')
const page = read('../../index.html')
const styles = read('./styles.css')

it('the first paint has the colors of the stylesheet', () => {
  const colors = page.match(/light-dark\(#\w{6}, #\w{6}\)/g) ?? []
  expect(colors.length).toBeGreaterThanOrEqual(6)
  expect(colors.filter(color => !styles.includes(color))).toEqual([])
})

it('the first paint reads the theme where the theme switch stores it', () => {
  expect(read('../lib/theme.ts')).toContain("const key = 'waxseal.theme'")
  expect(page).toContain("localStorage.getItem('waxseal.theme')")
})
