import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { IdentityOnReports } from './identity-on-reports.tsx'
import type { ReportIdentity } from './identity-on-reports-api.ts'

const none: ReportIdentity = { name: '', logo: null, allowed: true }
const logo = { width: 96, height: 48, url: 'data:image/png;base64,AA==' }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the section. @returns the calls that change something */
function open(stored: ReportIdentity, { role = 'admin', answer }: { role?: string; answer?: Response } = {}): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string | null }) => {
    if (path === '/api/auth/me') return Promise.resolve(Response.json({ tier: 'business', workspace: { role } }))
    if (path === '/api/config') return Promise.resolve(Response.json({ billing: 'test' }))
    if (method === 'GET') return Promise.resolve(Response.json(stored))
    calls.push([method, path, body].filter(part => part !== null).join(' '))
    return Promise.resolve(answer ?? Response.json({ ...stored, logo: method === 'DELETE' ? null : logo }))
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <IdentityOnReports tier="business" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return calls
}

const path = '/api/workspace/report-identity'
const choose = (file: File) => fireEvent.change(screen.getByLabelText('Logo file'), { target: { files: [file] } })
const png = new File(['png'], 'logo.png', { type: 'image/png' })

it('sends a chosen logo with the stored name, and shows what the server stored', async () => {
  const calls = open({ ...none, name: 'Kite' })
  await screen.findByRole('button', { name: 'Choose a logo' })
  choose(png)
  await screen.findByRole('button', { name: 'Replace the logo' })
  expect(calls).toEqual([`PUT ${path} {"name":"Kite","logo":"${btoa('png')}"}`])
  expect(document.querySelector('figure img')?.getAttribute('src')).toBe(logo.url)
})

it('takes a file that is dropped on the page', async () => {
  const calls = open(none)
  await screen.findByRole('button', { name: 'Choose a logo' })
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: [png] } })
  await waitFor(() => expect(calls).toHaveLength(1))
})

it('says what is wrong with a file, in the words of the server or before it is sent', async () => {
  const detail = 'Please choose a PNG or JPEG image'
  const calls = open(none, { answer: Response.json({ code: 'validation', detail }, { status: 400 }) })
  await screen.findByRole('button', { name: 'Choose a logo' })
  choose(png)
  await screen.findByText(detail)
  await seeState('report-identity-refused')
  choose(new File([new Uint8Array(200 * 1024 + 1)], 'large.png'))
  await screen.findByText('A logo can have at most 200 KB')
  await seeState('report-identity-too-large')
  expect(screen.queryByText(detail)).toBeNull()
  expect(calls).toHaveLength(1)
})

it('saves the name, and removes the logo', async () => {
  const calls = open({ ...none, logo })
  fireEvent.change(await screen.findByLabelText('Name on reports'), { target: { value: ' Kite ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save name' }))
  await waitFor(() => expect(calls).toEqual([`PUT ${path} {"name":"Kite"}`]))
  fireEvent.click(screen.getByRole('button', { name: 'Remove the logo' }))
  await screen.findByRole('button', { name: 'Choose a logo' })
  expect(calls.at(-1)).toBe(`DELETE ${path}/logo`)
})

it('below Business nothing can be set; a logo that is kept can be removed', async () => {
  open({ name: 'Kite', logo, allowed: false })
  await screen.findByText('Your name and logo are kept, but reports do not show them now.')
  await seeState('report-identity-kept')
  expect(screen.queryByLabelText('Name on reports')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Replace the logo' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Remove the logo' })).toBeTruthy()
})

it('an editor changes nothing, also with a dropped file', async () => {
  const calls = open({ ...none, logo }, { role: 'editor' })
  await waitFor(() => expect(screen.getByRole('button', { name: /^Replace the logo/ }).ariaDisabled).toBe('true'))
  fireEvent.drop(window, { dataTransfer: { types: ['Files'], files: [png] } })
  fireEvent.click(screen.getByRole('button', { name: /^Remove the logo/ }))
  expect(calls).toEqual([])
})
