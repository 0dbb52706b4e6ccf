import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useFocusRescue, useFocusReturn } from './focus-return.ts'

afterEach(cleanup)

function List({ rows }: { rows: readonly string[] }): ReactNode {
  useFocusRescue()
  return (
    <main id="main" tabIndex={-1}>
      {rows.map(row => (
        <button key={row} type="button" id={row}>
          {row}
        </button>
      ))}
    </main>
  )
}

it('when the focused row is removed, focus returns to the start; removing another row changes nothing', () => {
  const { rerender } = render(<List rows={['one', 'two', 'three']} />)
  document.getElementById('two')?.focus()
  rerender(<List rows={['one', 'two']} />)
  expect(document.activeElement?.id).toBe('two')
  rerender(<List rows={['one']} />)
  expect(document.activeElement?.id).toBe('main')
})

function Closing({ fallback }: { fallback: HTMLElement }): ReactNode {
  const giveBack = useFocusReturn({ current: fallback })
  return (
    <main id="main" tabIndex={-1}>
      <button type="button" onClick={({ nativeEvent }) => giveBack(nativeEvent)}>
        Close
      </button>
    </main>
  )
}

it.each([
  ['the fallback, where that is on the page', true, 'fallback'],
  ['the start, where the fallback is gone too', false, 'main'],
])('when nothing was focused before, focus returns to %s', (_, isThere, expected) => {
  const fallback = document.createElement('button')
  fallback.id = 'fallback'
  if (isThere) document.body.append(fallback)
  render(<Closing fallback={fallback} />)
  fireEvent.click(screen.getByText('Close'))
  expect(document.activeElement?.id).toBe(expected)
  fallback.remove()
})
