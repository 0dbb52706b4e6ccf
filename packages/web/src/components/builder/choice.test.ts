import { describe, expect, it } from 'vitest'
import { findChoice } from './choice.ts'

describe('the choice stored for a reload', () => {
  it.each([
    { chosen: { own: true, id: 'd1' }, typed: '' },
    { chosen: { own: false, name: 'elsewhere.example' }, typed: 'elsewhere.example' },
    { chosen: null, typed: 'half.' },
  ])('is restored: %j', choice => {
    expect(findChoice(choice)).toEqual(choice)
  })

  it.each([
    { chosen: { own: false, name: 'no name' }, typed: '' },
    { chosen: { own: false, name: 'Upper.example' }, typed: '' },
    { chosen: { own: true, id: 7 }, typed: '' },
    { chosen: 'd1', typed: '' },
  ])('that could not be made is dropped: %j', choice => {
    expect(findChoice(choice)).toEqual({ chosen: null, typed: '' })
  })

  it.each([null, 'text', [], {}, { chosen: null }, { chosen: null, typed: 7 }])('is dropped: %j', kept => {
    expect(findChoice(kept)).toBeNull()
  })
})
