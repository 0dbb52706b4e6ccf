import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, describe, expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { createQueryClient } from './query.ts'
import { type ActionOptions, useAction } from './use-action.ts'

const shown = (): unknown[] => toast.getToasts().map(item => ('title' in item ? item.title : null))

afterEach(() => {
  cleanup()
  toast.dismiss()
})

/** An action whose calls end when the test says so. */
function anAction(options: Partial<ActionOptions<string, string, unknown>> = {}) {
  const calls: { input: string; settle: PromiseWithResolvers<string> }[] = []
  const run = (input: string): Promise<string> => {
    const settle = Promise.withResolvers<string>()
    calls.push({ input, settle })
    return settle.promise
  }
  const client = createQueryClient()
  const { result } = renderHook(() => useAction({ key: ['rename'], run, failure: { failure: 'Failed' }, ...options }), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  return { calls, action: () => result.current }
}

describe('an action', () => {
  it('is busy while it runs, and a second start meanwhile does nothing', async () => {
    const { calls, action } = anAction()
    act(() => {
      action().start('a')
      action().start('b')
    })
    await waitFor(() => expect(action().busy).toBe(true))
    expect(calls.map(({ input }) => input)).toEqual(['a'])
    calls[0]?.settle.resolve('done')
    await waitFor(() => expect(action().busy).toBe(false))
  })

  it('runs the second start after the first if it queues', async () => {
    const { calls, action } = anAction({ meanwhile: 'queued' })
    act(() => {
      action().start('a')
      action().start('b')
    })
    await waitFor(() => expect(calls).toHaveLength(1))
    calls[0]?.settle.resolve('')
    await waitFor(() => expect(calls.map(({ input }) => input)).toEqual(['a', 'b']))
  })

  it('shows success before the changed data is reloaded, and may word it by the reply', async () => {
    const seen: unknown[][] = []
    const { calls, action } = anAction({
      success: output => `Renamed to ${output}`,
      onSuccess: () => void seen.push(shown()),
    })
    act(() => action().start('a'))
    await waitFor(() => expect(calls).toHaveLength(1))
    calls[0]?.settle.resolve('ada')
    await waitFor(() => expect(seen).toEqual([expect.arrayContaining(['Renamed to ada'])]))
  })

  it('shows its failure by toast, or leaves it to the caller', async () => {
    const refused = new ApiError(500)
    const errors: unknown[] = []
    for (const failure of [{ failure: 'Failed to rename' }, 'shown'] as const) {
      const { calls, action } = anAction({ failure, onError: error => void errors.push(error) })
      act(() => action().start('a'))
      await waitFor(() => expect(calls).toHaveLength(1))
      calls[0]?.settle.reject(refused)
      await waitFor(() => expect(action().busy).toBe(false))
    }
    expect(errors).toEqual([refused, refused])
    expect(shown().filter(text => text === 'Failed to rename')).toHaveLength(1)
  })
})
