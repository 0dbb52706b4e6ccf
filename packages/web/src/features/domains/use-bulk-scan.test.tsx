import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { chooseWorkspace } from '../../lib/workspace.ts'
import { aDomain } from './domain.fixture.ts'
import { useBulkScan } from './use-bulk-scan.ts'

afterEach(() => {
  cleanup()
  chooseWorkspace(null)
  toast.dismiss()
  vi.unstubAllGlobals()
})

it('a bulk scan ends after the current domain when the workspace changes, and reports its progress', async () => {
  registerTokenGetter(() => Promise.resolve('t'))
  const scanned: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    scanned.push(path)
    if (path.endsWith('/b.example')) chooseWorkspace('kite')
    return Promise.resolve(Response.json({ finished_at: '2026-11-22T10:00:00.000Z' }))
  })
  const client = createQueryClient()
  const { result } = renderHook(useBulkScan, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const onEnd = vi.fn()
  act(() =>
    result.current.start(
      ['a.example', 'b.example', 'c.example', 'd.example'].map(name => aDomain(name)),
      onEnd,
    ),
  )
  await waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
  expect(scanned).toEqual(['/api/diagnostics/scan/a.example', '/api/diagnostics/scan/b.example'])
  expect(result.current.progress).toBeNull()
  const shown = toast.getToasts().map(item => ('title' in item ? item.title : null))
  expect(shown).toEqual(['Bulk scan stopped, 2 of 4 scanned'])
})
