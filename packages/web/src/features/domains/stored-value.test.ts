// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { usePreferences } from './stored-value.ts'

const found = (stored: string) => {
  sessionStorage.setItem('waxseal.domains', stored)
  return renderHook(() => usePreferences()).result.current[0]
}

afterEach(() => sessionStorage.clear())

describe('the stored preferences of the list', () => {
  it('are restored', () => {
    expect(found('{"view":"grid","order":"Health Score"}')).toEqual({ view: 'grid', order: 'Health Score' })
  })

  it.each([
    ['{"view":"map","order":"Health Score"}', { view: 'table', order: 'Health Score' }],
    ['{"view":"grid","order":"toString"}', { view: 'grid', order: 'A to Z' }],
    ['{"view":', { view: 'table', order: 'A to Z' }],
    ['[]', { view: 'table', order: 'A to Z' }],
  ])('fall back one by one if they are invalid: %s', (stored, preferences) => {
    expect(found(stored)).toEqual(preferences)
  })
})
