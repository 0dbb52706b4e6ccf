import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ErrorPage } from './error-page.tsx'

beforeEach(() => {
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A screen whose code throws this error. */
async function titleAt(reason: Error): Promise<string | null> {
  const lazy = (): Promise<never> => Promise.reject(reason)
  const router = createMemoryRouter([{ errorElement: <ErrorPage />, children: [{ path: '/', lazy }] }])
  render(<RouterProvider router={router} />)
  return (await screen.findByRole('heading', { level: 1 }, { timeout: 10_000 })).textContent
}

it.each([
  'Failed to fetch dynamically imported module: http://localhost:3000/assets/page-D1sfY3wa.js',
  'error loading dynamically imported module: http://localhost:3000/assets/page-D1sfY3wa.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/page-D1sfY3wa.css',
])('a screen whose code could not be loaded is not reported as a bug: %s', async message => {
  expect(await titleAt(new TypeError(message))).toBe('This page did not load')
  expect(screen.getByRole('alert').textContent).toContain('Check your connection')
  expect(screen.getByRole('link', { name: 'Reload' }).getAttribute('href')).toBe('/')
})

it('where the server has a newer version, the page says so, and a reload is all it takes', async () => {
  const script = document.head.appendChild(document.createElement('script'))
  script.type = 'module'
  script.setAttribute('src', '/assets/index-old.js')
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<script type="module" src="/assets/index-new.js">')))
  await titleAt(new TypeError('Importing a module script failed.'))
  expect(await screen.findByRole('heading', { name: 'Waxseal was updated' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Reload' })).toBeDefined()
  script.remove()
})

it('a screen that crashed opens when it is tried again', async () => {
  let isBroken = true
  function Screen(): string {
    if (isBroken) throw new Error('no such property')
    return 'the screen'
  }
  const router = createMemoryRouter([{ errorElement: <ErrorPage />, path: '/', element: <Screen /> }])
  render(<RouterProvider router={router} />)
  expect(screen.getByRole('link', { name: 'Go to dashboard' }).getAttribute('href')).toBe('/dashboard')
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('the screen')).toBeDefined()
})

it('a screen that crashed is reported as a bug', async () => {
  expect(await titleAt(new TypeError("Cannot read properties of undefined (reading 'module')"))).toBe(
    'Something went wrong',
  )
  expect(screen.getByRole('alert').textContent).toContain('Your data is safe')
})
