import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../lib/query.ts'
import { RouteFrame } from './route-frame.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Begins a change to a screen whose code comes when `arrive` is called. */
async function change(testMoney = false): Promise<{ arrive: () => Promise<void> }> {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ test_money: testMoney })))
  const code = Promise.withResolvers<{ Component: () => string }>()
  const router = createMemoryRouter([
    {
      element: <RouteFrame />,
      children: [
        { path: '/', element: 'the first screen' },
        { path: '/next', lazy: () => code.promise },
      ],
    },
  ])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await act(async () => {
    void router.navigate('/next')
    await vi.advanceTimersByTimeAsync(0)
  })
  const arrive = () =>
    act(async () => {
      code.resolve({ Component: () => 'the next screen' })
      await vi.advanceTimersByTimeAsync(0)
    })
  return { arrive }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('a change of screen shows a progress line after 150 ms, beside the screen that is left', async () => {
  const { arrive } = await change()
  await pass(149)
  expect(screen.queryByRole('progressbar')).toBeNull()
  await pass(1)
  expect(screen.getByRole('progressbar', { name: 'Loading the page' })).toBeDefined()
  expect(screen.getByText('the first screen')).toBeDefined()
  await arrive()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByText('the next screen')).toBeDefined()
})

it('a faster change shows none', async () => {
  const { arrive } = await change()
  await pass(100)
  await arrive()
  await pass(1_000)
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.getByText('the next screen')).toBeDefined()
})

it('in test mode a line below the page says that no money moves, and otherwise none does', async () => {
  await change(true)
  expect(screen.getByText('Test mode: no money moves.')).toBeDefined()
  cleanup()
  await change(false)
  expect(screen.queryByText('Test mode: no money moves.')).toBeNull()
})
