import { describe, expect, it } from 'vitest'
import { aDomain } from './domain.fixture.ts'
import { nothingSelected, selectedOf, shareOf, toggled, toggledAll } from './selection.ts'

const [a, b, c] = [aDomain('a.example'), aDomain('b.example'), aDomain('c.example')]

describe('selecting domains', () => {
  it('one by one, on and off', () => {
    const one = toggled(nothingSelected, 'a.example', true)
    expect([...one]).toEqual(['a.example'])
    expect([...toggled(one, 'a.example', false)]).toEqual([])
    expect(nothingSelected.size).toBe(0)
  })

  it('all that are shown at once, and none of them again', () => {
    const all = toggledAll([a, b], nothingSelected)
    expect([...all]).toEqual(['a.example', 'b.example'])
    expect([...toggledAll([a, b], all)]).toEqual([])
  })

  it('completes a part of them', () => {
    const part = toggled(nothingSelected, 'b.example', true)
    expect(shareOf([a, b, c], part)).toBe('some')
    expect(shareOf([a, b, c], toggledAll([a, b, c], part))).toBe('all')
  })

  it('leaves alone what a search or a filter hides', () => {
    const hidden = toggled(nothingSelected, 'c.example', true)
    const more = toggledAll([a, b], hidden)
    expect([...more].sort()).toEqual(['a.example', 'b.example', 'c.example'])
    expect([...toggledAll([a, b], more)]).toEqual(['c.example'])
  })

  it('is none where nothing is shown', () => {
    expect(shareOf([], toggled(nothingSelected, 'a.example', true))).toBe('none')
  })

  it('a domain deleted in another tab is no longer selected', () => {
    const both = toggledAll([a, b], nothingSelected)
    expect(selectedOf([b, c], both)).toEqual([b])
    expect(shareOf([b], both)).toBe('all')
  })
})
