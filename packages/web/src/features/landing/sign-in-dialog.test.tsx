import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { keepInvitation } from '../../lib/pending-invitation.ts'
import type { Config } from '../../lib/queries.ts'
import { createQueryClient } from '../../lib/query.ts'
import { seeState } from '../../lib/see-state.fixture.ts'
import { SessionProvider } from '../../lib/session/session.tsx'
import { type AuthClient, SignInError } from '../../lib/session/state.ts'
import { SignInDialog } from './sign-in-dialog.tsx'
import type { SignInMode } from './sign-in-texts.ts'

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
        <SignInDialog mode="sign-up" onMode={() => {}} config={config} token={null} />
      </QueryClientProvider>
    </SessionProvider>,
  )
  return signUp
}

/** A form of the dialog where mail works, and what it calls. */
function openForm(mode: SignInMode, client: Partial<AuthClient>, { token = null as string | null, mail = true } = {}) {
  const onMode = vi.fn()
  const session = {
    state: () => ({ status: 'signed-out' }),
    subscribe: () => () => {},
    load: async () => {},
    ...client,
  }
  const config = { signup: 'open', signup_open: true, billing: 'off', mail } as Config
  render(
    <SessionProvider client={session as unknown as AuthClient}>
      <QueryClientProvider client={createQueryClient()}>
        <SignInDialog mode={mode} onMode={onMode} config={config} token={token} />
      </QueryClientProvider>
    </SessionProvider>,
  )
  return onMode
}

function fill(fields: Readonly<Record<string, string>>, button: string): void {
  for (const [label, value] of Object.entries(fields))
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name: button }))
}

const typed = { Email: 'ada@kite.example', Password: 'correct horse battery' }
const signIn = (code: string) => vi.fn(() => Promise.reject(new SignInError(429, 'Please wait 2 minutes', code)))

it('a sign-in that has to wait offers a link by mail, which lets in without the wait', async () => {
  const requestSignInLink = vi.fn(async () => {})
  openForm('sign-in', { signIn: signIn('SIGN_IN_DELAYED'), requestSignInLink })
  fill(typed, 'Sign In')
  expect(await screen.findByText('Please wait 2 minutes')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Email me a sign-in link' }))
  expect(await screen.findByText('Check your email')).toBeTruthy()
  await seeState('sign-in-link-sent')
  expect(requestSignInLink).toHaveBeenCalledWith('ada@kite.example')
  cleanup()
  const withPass = vi.fn(async () => 'signed-in' as const)
  openForm('sign-in', { signIn: withPass }, { token: 'pass' })
  fill(typed, 'Sign In')
  expect(withPass).toHaveBeenCalledWith({ email: typed.Email, password: typed.Password, pass: 'pass' })
})

it('where no mail is sent, a sign-in that has to wait offers none, and nobody can ask for a link', async () => {
  openForm('sign-in', { signIn: signIn('SIGN_IN_DELAYED') }, { mail: false })
  fill(typed, 'Sign In')
  expect(await screen.findByText('Please wait 2 minutes')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Email me a sign-in link' })).toBeNull()
  cleanup()
  openForm('forgot', {}, { mail: false })
  await seeState('no-mail-reset')
  expect(screen.queryByLabelText('Email')).toBeNull()
})

it('a sign-in before the address is confirmed offers the link again', async () => {
  const sendConfirmation = vi.fn(async () => {})
  openForm('sign-in', { signIn: signIn('EMAIL_NOT_VERIFIED'), sendConfirmation })
  fill(typed, 'Sign In')
  fireEvent.click(await screen.findByRole('button', { name: 'Send the link again' }))
  await seeState('confirmation-sent-again')
  expect(sendConfirmation).toHaveBeenCalledWith('ada@kite.example')
})

it.each([
  ['confirm', 'Password', { password: typed.Password }, 'Confirm and sign in'],
  ['choose', 'New password', { newPassword: typed.Password }, 'Set password and sign in'],
] as const)(
  'the form “%s” of a link sends what its page asks for, and is left once signed in',
  async (mode, label, sent, button) => {
    const confirmAddress = vi.fn(async () => 'signed-in' as const)
    const onMode = openForm(mode, { confirmAddress }, { token: 'link' })
    fill({ [label]: typed.Password }, button)
    await vi.waitFor(() => expect(onMode).toHaveBeenCalledWith(null))
    expect(confirmAddress).toHaveBeenCalledWith({ token: 'link', ...sent })
  },
)

it.each([
  ['confirm', 'Confirm and sign in', 'address-confirmed'],
  ['confirm-change', 'Change address', 'address-changed'],
] as const)('the form “%s” says what to do next where no session begins', async (mode, button, state) => {
  const onMode = openForm(mode, { confirmAddress: async () => 'confirmed' }, { token: 'link' })
  fill({ Password: typed.Password }, button)
  await screen.findByRole('status')
  await seeState(state)
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  expect(onMode).toHaveBeenCalledWith('sign-in')
})

it('who did not choose the password of a sign-up chooses a new one', () => {
  const onMode = openForm('confirm', {}, { token: 'link' })
  fireEvent.click(screen.getByRole('button', { name: 'Choose a new password' }))
  expect(onMode).toHaveBeenCalledWith('choose')
})

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
