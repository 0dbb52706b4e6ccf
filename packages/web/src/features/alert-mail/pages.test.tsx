import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { ConfirmAddressPage, UnsubscribePage } from './pages.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens the page of a link; the server gives these answers in turn. @returns the calls so far */
function open(page: 'confirm-address' | 'unsubscribe', search: string, ...answers: (() => Response)[]): string[] {
  const calls: string[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string | null }) => {
    calls.push([method, path, body].filter(part => part !== null).join(' '))
    return Promise.resolve(answers.shift()?.())
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/${page}${search}`]}>
        {page === 'unsubscribe' ? <UnsubscribePage /> : <ConfirmAddressPage />}
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return calls
}

const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))

describe('the page of an unsubscribe link', () => {
  it('unsubscribes at the press of the button, not at the visit', async () => {
    const calls = open('unsubscribe', '?token=abc', () => Response.json({ email: 'ada@kite.example' }))
    expect(calls).toEqual([])
    press('Unsubscribe')
    await screen.findByText('No more alerts are sent to ada@kite.example.')
    await seeState('unsubscribe-done')
    expect(calls).toEqual(['POST /api/alerts/unsubscribe/abc'])
  })

  it('offers another try after a failure', async () => {
    open(
      'unsubscribe',
      '?token=abc',
      () => Response.json({}, { status: 500 }),
      () => Response.json({ email: 'ada@kite.example' }),
    )
    press('Unsubscribe')
    await screen.findByText('You could not be unsubscribed')
    press('Unsubscribe')
    await screen.findByRole('heading', { name: 'You are unsubscribed' })
  })

  it('says that a link is unknown', async () => {
    open('unsubscribe', '?token=abc', () => Response.json({ code: 'not_found', detail: 'Not found' }, { status: 404 }))
    press('Unsubscribe')
    await seeState('unsubscribe-unknown')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('without a token asks for the link', () => {
    open('unsubscribe', '')
    expect(screen.getByText('The address has no token. Open the link in the mail.')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('the page of a confirmation link', () => {
  it('confirms at the press of the button, and names the workspace', async () => {
    const reply = { email: 'ops@kite.example', workspace: 'Kite' }
    const calls = open('confirm-address', '?token=abc', () => Response.json(reply))
    press('Confirm address')
    await screen.findByText('Alerts for Kite are now sent to ops@kite.example.')
    await seeState('confirm-address-done')
    expect(calls).toEqual(['POST /api/alerts/confirm-address {"token":"abc"}'])
  })

  it('that has expired is not offered again', async () => {
    open('confirm-address', '?token=abc', () =>
      Response.json({ code: 'gone', detail: 'This confirmation link has expired.' }, { status: 410 }),
    )
    press('Confirm address')
    await seeState('confirm-address-expired')
  })

  it.each([
    [410, 'gone', 'This confirmation link has expired.'],
    [404, 'not_found', 'This link is unknown. It may have been replaced by a newer one.'],
  ])('says what is wrong with a link that the server answers with %i', async (status, code, text) => {
    open('confirm-address', '?token=abc', () =>
      Response.json({ code, detail: 'This confirmation link has expired.' }, { status }),
    )
    press('Confirm address')
    await screen.findByText(text)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
