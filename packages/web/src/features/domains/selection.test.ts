import { describe, expect, it } from 'vitest'
import { aDomain } from './domain.fixture.ts'
import { nothingSelected, selectedOf, shareOf, toggled, toggledAll } from './selection.ts'

const [a, b, c] = [aDomain('a.example'), aDomain('b.example'), aDomain('c.example')]

describe('selecting domains', () => {
  it('toggles one by one', () => {
    const one = toggled(nothingSelected, 'a.example', true)
    expect([...one]).toEqual(['a.example'])
    expect([...toggled(one, 'a.example', false)]).toEqual([])
    expect(nothingSelected.size).toBe(0)
  })

  it('toggles all visible domains at once', () => {
    const all = toggledAll([a, b], nothingSelected)
    expect([...all]).toEqual(['a.example', 'b.example'])
    expect([...toggledAll([a, b], all)]).toEqual([])
  })

  it('completes a partial selection', () => {
    const part = toggled(nothingSelected, 'b.example', true)
    expect(shareOf([a, b, c], part)).toBe('some')
    const allButOne = toggled(part, 'a.example', true)
    expect(shareOf([a, b, c], allButOne)).toBe('some')
    expect([...toggledAll([a, b, c], allButOne)].sort()).toEqual(['a.example', 'b.example', 'c.example'])
    expect(shareOf([a, b, c], toggledAll([a, b, c], part))).toBe('all')
  })

  it('leaves hidden domains unchanged', () => {
    const hidden = toggled(nothingSelected, 'c.example', true)
    const more = toggledAll([a, b], hidden)
    expect([...more].sort()).toEqual(['a.example', 'b.example', 'c.example'])
    expect([...toggledAll([a, b], more)]).toEqual(['c.example'])
  })

  it('is empty where nothing is visible', () => {
    expect(shareOf([], toggled(nothingSelected, 'a.example', true))).toBe('none')
  })

  it('loses a domain deleted in another tab', () => {
    const both = toggledAll([a, b], nothingSelected)
    expect(selectedOf([b, c], both)).toEqual([b])
    expect(shareOf([b], both)).toBe('all')
  })
})
