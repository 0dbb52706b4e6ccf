import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from '../../lib/api.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { aDomain } from './domain.fixture.ts'
import { TagsDialog } from './tags-dialog.tsx'

afterEach(() => {
  cleanup()
  toast.dismiss()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** The dialog of a domain with this text in its field. @returns the calls that change something */
function open(typed: string): string[] {
  const sent: string[] = []
  registerTokenGetter(() => Promise.resolve('t'))
  vi.spyOn(console, 'error').mockReturnValue()
  vi.stubGlobal('fetch', (path: string, { method }: { method: string }) => {
    if (method === 'GET') return Promise.resolve(Response.json([aDomain('kite.example')]))
    sent.push(path)
    return Promise.resolve(Response.json({}, { status: 500 }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TagsDialog domains={[aDomain('kite.example')]} onClose={() => {}} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('Add a tag'), { target: { value: typed } })
  return sent
}

it('refuses a tag that is too long', async () => {
  const sent = open('a tag that is longer than any tag may be')
  fireEvent.keyDown(screen.getByLabelText('Add a tag'), { key: 'Enter' })
  await seeState('domains-tags-too-long')
  expect(sent).toEqual([])
})

it('stays open when the tags could not be saved', async () => {
  const sent = open('client')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await seeState('domains-tags-failed')
  expect(sent).toEqual(['/api/domains/tags'])
  expect(screen.getByRole('dialog')).toBeTruthy()
})
