import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { keepInvitation } from '../../lib/pending-invitation.ts'
import type { Config } from '../../lib/queries.ts'
import { createQueryClient } from '../../lib/query.ts'
import { SessionProvider } from '../../lib/session/session.tsx'
import type { AuthClient } from '../../lib/session/state.ts'
import { SignInDialog } from './sign-in-dialog.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** The form for a new account where sign-up is closed to people without an invitation. @returns what it sends */
function signUpDialog(signup: Config['signup'], may_sign_up: boolean) {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ workspace_name: 'Kite', may_sign_up })))
  const signUp = vi.fn(() => Promise.resolve('confirm' as const))
  const client = { state: () => ({ status: 'signed-out' }), subscribe: () => () => {}, load: async () => {}, signUp }
  const config = { signup, signup_open: false, billing: 'off', mail: true } as Config
  render(
    <SessionProvider client={client as unknown as AuthClient}>
      <QueryClientProvider client={createQueryClient()}>
        <SignInDialog mode="sign-up" onMode={() => {}} config={config} resetToken={null} />
      </QueryClientProvider>
    </SessionProvider>,
  )
  return signUp
}

it('sign-up sends the invitation that permits it', async () => {
  keepInvitation('link')
  const signUp = signUpDialog('first', true)
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Ada' } })
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'ada@kite.example' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct horse battery' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText('Confirm your email address')).toBeTruthy()
  expect(signUp).toHaveBeenCalledWith(expect.objectContaining({ email: 'ada@kite.example', invitation: 'link' }))
})

it('sign-up asks for an invitation where one would help', () => {
  signUpDialog('first', false)
  expect(screen.getByText('You need an invitation to a workspace to create an account.')).toBeTruthy()
  cleanup()
  signUpDialog('closed', false)
  expect(screen.getByText('This installation accepts no new accounts.')).toBeTruthy()
})
