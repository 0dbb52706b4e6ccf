import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { useFocusRescue } from './focus-return.ts'

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
