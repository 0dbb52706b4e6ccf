import { expect, it } from 'vitest'
import { isAllowed, licenceProblems, listOf } from './check-licences.ts'

it.each([
  ['MIT', true],
  ['MIT AND OFL-1.1', true],
  ['(MIT OR EUPL-1.1+)', true],
  ['GPL-3.0-only', false],
  ['AGPL-3.0-only OR SSPL-1.0', false],
  ['MIT AND GPL-2.0-only', false],
  ['SEE LICENSE IN README.md', false],
])('%s is allowed: %s', (licence, expected) => {
  expect(isAllowed(licence)).toBe(expected)
})

const aPackage = { name: 'left', version: '1.0.0', licence: 'MIT' as string | null, isShipped: true }

it('a package without a licence, or with one that is not allowed, is named', () => {
  const none = { ...aPackage, name: 'right', licence: null }
  expect(licenceProblems([aPackage, { ...aPackage, licence: 'SSPL-1.0' }, none])).toEqual([
    'left 1.0.0: SSPL-1.0, which is not allowed',
    'right 1.0.0: names no licence, which is not allowed',
  ])
})

it('the list has what is shipped, by licence, each name once', () => {
  const list = listOf([
    { ...aPackage, name: 'b' },
    { ...aPackage, name: 'a' },
    { ...aPackage, name: 'a', version: '2.0.0' },
    { ...aPackage, name: 'c', licence: 'ISC' },
    { ...aPackage, name: 'unshipped', isShipped: false },
  ])
  expect(list).toMatch(/## ISC\n\nc\n\n## MIT\n\na, b\n$/)
  expect(list).not.toContain('unshipped')
})
