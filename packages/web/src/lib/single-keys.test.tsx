import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { singleKeys, useSingleKey } from './single-keys.ts'

function Screen({ act }: { act: () => void }): ReactNode {
  useSingleKey('search', act)
  return (
    <>
      <button type="button">button</button>
      <input aria-label="text" />
      <input aria-label="box" type="checkbox" />
      <textarea aria-label="area" />
      <select aria-label="choice" />
      <div role="dialog">
        <button type="button">inside</button>
      </div>
    </>
  )
}

/** Presses `/` there; returns whether it acted and whether the browser got the character. */
function press(selector: string, modifiers: KeyboardEventInit = {}) {
  const act = vi.fn<() => void>()
  const { container } = render(<Screen act={act} />)
  const event = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true, ...modifiers })
  container.querySelector(selector)?.dispatchEvent(event)
  return { acted: act.mock.calls.length, typed: !event.defaultPrevented }
}

afterEach(() => {
  cleanup()
  singleKeys.set(true)
})

describe('a single-key shortcut', () => {
  it.each(['button', '[type=checkbox]'])('acts on a %s, and types nothing', selector => {
    expect(press(selector)).toEqual({ acted: 1, typed: false })
  })

  it.each(['input', 'textarea', 'select', '[role=dialog] button'])('does nothing in %s', selector => {
    expect(press(selector)).toEqual({ acted: 0, typed: true })
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { key: 'x' }])('does nothing with %o', modifiers => {
    expect(press('button', modifiers)).toEqual({ acted: 0, typed: true })
  })

  it('does nothing when shortcuts are switched off, and the browser stores that', () => {
    singleKeys.set(false)
    expect(press('button')).toEqual({ acted: 0, typed: true })
    expect(localStorage.getItem('waxseal.keys')).toBe('off')
  })
})
