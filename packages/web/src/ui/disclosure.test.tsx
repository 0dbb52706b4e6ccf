import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Link, MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forgetDrafts } from '../lib/drafts.ts'
import { Disclosure } from './disclosure.tsx'

let scrolled: string[]

beforeEach(() => {
  scrolled = []
  // jsdom has no layout, and no such function.
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolled.push(this.id)
  }
})
afterEach(() => {
  cleanup()
  forgetDrafts()
})

const show = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Link to="#transport">See the transport checks</Link>
      <Disclosure title="Transport" id="transport">
        <p>All of them</p>
      </Disclosure>
      <Disclosure title="Other" id="other">
        <p>Something else</p>
      </Disclosure>
    </MemoryRouter>,
  )

it('opens for an address whose fragment is its id, and for no other', () => {
  show('/report#transport')
  expect(screen.getByText('All of them')).toBeDefined()
  expect(screen.queryByText('Something else')).toBeNull()
  expect(scrolled).toEqual(['transport'])
})

it('opens for a link to it, each time the link is followed', () => {
  show('/report')
  expect(screen.queryByText('All of them')).toBeNull()
  fireEvent.click(screen.getByText('See the transport checks'))
  expect(screen.getByText('All of them')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Transport' }))
  expect(screen.queryByText('All of them')).toBeNull()
  fireEvent.click(screen.getByText('See the transport checks'))
  expect(screen.getByText('All of them')).toBeDefined()
})

it('stays as it was left on a screen, for the way back to it', () => {
  show('/report/a')
  fireEvent.click(screen.getByRole('button', { name: 'Other' }))
  cleanup()
  show('/report/b')
  expect(screen.queryByText('Something else')).toBeNull()
  cleanup()
  show('/report/a')
  expect(screen.getByText('Something else')).toBeDefined()
})
