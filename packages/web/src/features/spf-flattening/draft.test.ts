import { expect, it } from 'vitest'
import { closedForm, type Draft, draftOf, isTyped } from './draft.ts'

const draft: Draft = { open: true, domainId: 'd1', record: 'v=spf1 -all', loaded: null, ending: 'k3f9zq' }
const kept = (part: object): unknown => JSON.parse(JSON.stringify({ ...draft, ...part }))

it('the form is restored after a reload', () => {
  expect(draftOf(kept({}))).toEqual(draft)
  expect(draftOf(kept({ loaded: 'v=spf1 -all' }))).toEqual({ ...draft, loaded: 'v=spf1 -all' })
  expect(draftOf(kept(closedForm))).toEqual(closedForm)
})

it.each([
  ['nothing', null],
  ['a list', [draft]],
  ['no record', kept({ record: undefined })],
  ['a switch that is none', kept({ open: 'yes' })],
  ['a record without end', kept({ record: 'x'.repeat(10_001) })],
  ['a loaded record that is none', kept({ loaded: 7 })],
  ['an ending that no name may have', kept({ ending: 'a.b-c!' })],
])('the form starts over if the stored one is invalid: %s', (_what, stored) => expect(draftOf(stored)).toBeNull())

it('a record is typed unless it is empty or as it was loaded', () => {
  expect(isTyped({ record: ' ', loaded: null })).toBe(false)
  expect(isTyped({ record: 'v=spf1 -all', loaded: 'v=spf1 -all' })).toBe(false)
  expect(isTyped({ record: 'v=spf1 mx -all', loaded: 'v=spf1 -all' })).toBe(true)
})
