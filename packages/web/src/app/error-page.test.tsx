import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ErrorPage } from './error-page.tsx'

beforeEach(() => {
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockReturnValue()
})
afterEach(() => {
  cleanup()
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

it('a screen that crashed is reported as a bug', async () => {
  expect(await titleAt(new TypeError("Cannot read properties of undefined (reading 'module')"))).toBe(
    'Something went wrong',
  )
  expect(screen.getByRole('alert').textContent).toContain('Your data is safe')
})
