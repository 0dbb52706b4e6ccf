// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parsed, storedText, storeText } from './stored-value.ts'

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.restoreAllMocks())

describe('a stored value', () => {
  it('is read as it was stored, and is gone once removed', () => {
    storeText('sessionStorage', 'a', 'text')
    expect(storedText('sessionStorage', 'a')).toBe('text')
    expect(storedText('localStorage', 'a')).toBeNull()
    storeText('sessionStorage', 'a', null)
    expect(storedText('sessionStorage', 'a')).toBeNull()
  })

  it('is missing in a browser without storage, where storing is harmless', () => {
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(() => storeText('sessionStorage', 'a', 'text')).not.toThrow()
    expect(storedText('sessionStorage', 'a')).toBeNull()
  })

  it('is missing if it is not JSON', () => {
    expect(parsed('{"half":')).toBeNull()
    expect(parsed(null)).toBeNull()
    expect(parsed('{"a":[1]}')).toEqual({ a: [1] })
  })
})
