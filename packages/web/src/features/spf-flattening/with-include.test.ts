import { expect, it } from 'vitest'
import { withIncludes } from './with-include.ts'

it.each([
  ['v=spf1 include:a.example -all', 'v=spf1 include:a.example include:b.example -all'],
  ['v=spf1 mx ~ALL exp=e.example', 'v=spf1 mx include:b.example ~ALL exp=e.example'],
  ['v=spf1 redirect=a.example', 'v=spf1 include:b.example redirect=a.example'],
  ['v=spf1 mx', 'v=spf1 mx include:b.example'],
  ['', 'v=spf1 include:b.example'],
  ['v=spf1 +include:B.example -all', 'v=spf1 +include:B.example -all'],
])('%s gets the include before its ending, once', (record, result) => {
  expect(withIncludes(record, ['b.example'])).toBe(result)
})
