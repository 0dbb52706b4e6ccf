import { act, cleanup, render, screen } from '@testing-library/react'
import { Toaster } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { notify } from './notify.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // A toast waits in a hidden window, and the window of jsdom is one.
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** A toast that leaves fades out for a moment. */
const isThere = (text: string) =>
  screen.queryByText(text)?.closest('[data-sonner-toast]')?.getAttribute('data-removed') === 'false'

it.each([
  ['saved', 2_000],
  ['success', 4_000],
  ['info', 4_000],
  ['error', 6_000],
] as const)('a toast of the kind %s is there for %i ms', async (kind, ms) => {
  render(<Toaster />)
  act(() => void notify[kind](kind))
  await pass(ms - 100)
  expect(isThere(kind)).toBe(true)
  await pass(200)
  expect(isThere(kind)).toBe(false)
})
