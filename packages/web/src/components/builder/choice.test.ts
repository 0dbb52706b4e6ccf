import { describe, expect, it } from 'vitest'
import { findChoice } from './choice.ts'

describe('the choice kept for a page loaded anew', () => {
  it.each([
    { chosen: { own: true, id: 'd1' }, typed: '' },
    { chosen: { own: false, name: 'elsewhere.example' }, typed: 'elsewhere.example' },
    { chosen: null, typed: 'half.' },
  ])('is found: %j', choice => {
    expect(findChoice(choice)).toEqual(choice)
  })

  it.each([
    { chosen: { own: false, name: 'no name' }, typed: '' },
    { chosen: { own: false, name: 'Upper.example' }, typed: '' },
    { chosen: { own: true, id: 7 }, typed: '' },
    { chosen: 'd1', typed: '' },
  ])('of nothing that could be chosen is none: %j', choice => {
    expect(findChoice(choice)).toEqual({ chosen: null, typed: '' })
  })

  it.each([null, 'text', [], {}, { chosen: null }, { chosen: null, typed: 7 }])('is none: %j', kept => {
    expect(findChoice(kept)).toBeNull()
  })
})
