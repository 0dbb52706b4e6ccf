import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../lib/api.ts'
import { createQueryClient } from '../lib/query.ts'
import { UpgradeDialog } from './upgrade-dialog.tsx'

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function shown(billing: string) {
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(Response.json(path === '/api/config' ? { billing } : { tier: 'pro' })),
  )
  const router = createMemoryRouter([
    { path: '/', element: <UpgradeDialog request={{ feature: 'domains', detail: null }} /> },
    { path: '/account', element: 'the account' },
  ])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return () => `${router.state.location.pathname}${router.state.location.hash}`
}

it('names the limit of the plan, and leads to the plans of the account', async () => {
  const address = await shown('test')
  const text = 'Your Pro plan allows 10 domains. Upgrade to Business for unlimited domains.'
  expect(await screen.findByText(text)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Compare plans' }))
  await vi.waitFor(() => expect(address()).toBe('/account#plans'))
})

it('where nothing is sold, it names the operator instead of a plan', async () => {
  await shown('off')
  expect(await screen.findByText('This installation does not include this. Ask its operator.')).toBeTruthy()
  expect(screen.queryByText(/Upgrade|plan/)).toBeNull()
})
