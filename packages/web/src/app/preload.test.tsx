import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { preloadScreens } from './preload.ts'

const screen = vi.fn(() => Promise.reject(new Error('no connection')))
let end: () => void

beforeEach(() => {
  document.body.innerHTML =
    '<a id="here" href="/diagnostics/7"><b>perfect.example</b></a>' +
    '<a id="there" href="https://example.org/diagnostics/7">elsewhere</a><p>no link</p>'
  end = preloadScreens([{ children: [{ path: '/diagnostics/:domainId', lazy: screen }, { path: '/account' }] }])
})
afterEach(() => {
  end()
  screen.mockClear()
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

const find = (selector: string): Element => document.querySelector(selector) ?? document.body

describe('the code of a screen is loaded before its link is used', () => {
  it.each([
    ['the pointer is over it', () => fireEvent.pointerOver(find('#here b'))],
    ['it gets the focus', () => fireEvent.focusIn(find('#here'))],
    ['a finger touches it', () => fireEvent.touchStart(find('#here b'))],
  ])('when %s', (_, intent) => {
    intent()
    expect(screen).toHaveBeenCalledTimes(1)
  })

  it('not for a link to another site, nor for what is no link', () => {
    fireEvent.pointerOver(find('#there'))
    fireEvent.pointerOver(find('p'))
    expect(screen).not.toHaveBeenCalled()
  })

  it('not without a connection', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fireEvent.pointerOver(find('#here'))
    expect(screen).not.toHaveBeenCalled()
  })
})
