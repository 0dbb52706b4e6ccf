import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { DeleteDomainDialog } from './delete-domain-dialog.tsx'
import { aDomain } from './domain.fixture.ts'

beforeEach(() => {
  registerTokenGetter(() => Promise.resolve('t'))
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const toasts = (): unknown[] => toast.getToasts().map(item => ('title' in item ? item.title : null))

/** The dialog. @returns the deletions that were sent, and what is called at its end */
function dialog(...answers: (() => Response)[]) {
  const sent: string[] = []
  const onClose = vi.fn<() => void>()
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    if (method !== 'DELETE') return Promise.resolve(Response.json([]))
    sent.push(path)
    return Promise.resolve((answers.shift() ?? (() => new Response(null, { status: 204 })))())
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DeleteDomainDialog domain={aDomain('kite.example')} onClose={onClose} />
    </QueryClientProvider>,
  )
  return { sent, onClose }
}

it('asks again with the server’s sentence while mail depends on a hosted record, and then deletes', async () => {
  const detail = 'The SPF record of kite.example still includes a hosted one.'
  const { sent, onClose } = dialog(() => Response.json({ code: 'conflict', detail }, { status: 409 }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await screen.findByText(detail)
  await seeState('domains-delete-included')
  expect(onClose).not.toHaveBeenCalled()
  expect(toasts()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Delete anyway' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual(['/api/domains/kite.example', '/api/domains/kite.example?confirmed=true'])
  expect(toasts()).toEqual(['Domain deleted successfully'])
})

it('closes after any other failure, with its toast', async () => {
  const { onClose } = dialog(() => Response.json({}, { status: 500 }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(toasts()).toEqual(['Failed to delete domain'])
  await seeState('domains-delete-failed')
})
