import { afterEach, expect, it, vi } from 'vitest'
import { allTerm, randomEnding } from './ending.ts'

afterEach(() => void vi.restoreAllMocks())

it('the ending of a name is six lower-case letters and digits, another each time', () => {
  const endings = Array.from({ length: 50 }, randomEnding)
  expect(endings.every(ending => /^[a-z0-9]{6}$/.test(ending))).toBe(true)
  expect(new Set(endings).size).toBe(50)
})

it('no letter is likelier than another: the values beyond the last whole round are not used', () => {
  const bytes = [255, 252, 251, 0, 36, 71, 72, 1]
  vi.spyOn(crypto, 'getRandomValues').mockImplementation(array => {
    ;(array as Uint8Array).set([...bytes, ...bytes])
    return array
  })
  expect(randomEnding()).toBe('9aa9ab')
})

it.each([
  ['v=spf1 include:a.example ~all', '~all'],
  ['v=spf1 mx ?ALL exp=e.example', '?ALL'],
  ['v=spf1 mx all', 'all'],
  ['v=spf1 include:all', null],
  ['v=spf1 redirect=a.example', null],
])('the ending of %s is %s', (record, term) => expect(allTerm(record)).toBe(term))
