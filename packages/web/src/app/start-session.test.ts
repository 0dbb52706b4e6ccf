// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../lib/query.ts'
import type { AuthClient, SessionState } from '../lib/session/state.ts'
import { chooseWorkspace, chosenWorkspace } from '../lib/workspace.ts'
import { startSession } from './start-session.ts'

function signedIn(userId: string): SessionState {
  return {
    status: 'signed-in',
    user: { name: userId, email: `${userId}@example.com` },
    session: { sessionId: `session of ${userId}`, sessionStatus: 'active', userId },
  }
}

/** A session that a test changes. */
function started() {
  const listeners: (() => void)[] = []
  let state: SessionState = { status: 'loading' }
  const load = vi.fn(() => Promise.resolve())
  const auth: Pick<AuthClient, 'state' | 'subscribe' | 'load'> = {
    state: () => state,
    subscribe(listener) {
      listeners.push(listener)
      return () => {}
    },
    load,
  }
  const queries = createQueryClient()
  startSession(auth as AuthClient, queries)
  return {
    load,
    queries,
    become: (next: SessionState): void => {
      state = next
      for (const listener of listeners) listener()
    },
  }
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

it('the session is loaded before anything is drawn', () => {
  expect(started().load).toHaveBeenCalledOnce()
})

it.each(['/shared/a-token', '/check/a-token'])('a page of a link loads no session: %s', path => {
  history.replaceState(null, '', path)
  expect(started().load).not.toHaveBeenCalled()
})

it('the data of one account is cleared when another one signs in, or no one', () => {
  const { queries, become } = started()
  become(signedIn('ada'))
  queries.setQueryData(['me'], 'Ada’s')
  become({ ...signedIn('ada') })
  expect(queries.getQueryData(['me'])).toBe('Ada’s')
  become(signedIn('ben'))
  expect(queries.getQueryData(['me'])).toBeUndefined()
  queries.setQueryData(['me'], 'Ben’s')
  become({ status: 'signed-out' })
  expect(queries.getQueryData(['me'])).toBeUndefined()
})

it('the first signed-in state selects the account’s workspace', () => {
  const { become } = started()
  become(signedIn('ada'))
  chooseWorkspace('kite')
  become({ status: 'signed-out' })
  expect(chosenWorkspace()).toBeNull()
  become(signedIn('ada'))
  expect(chosenWorkspace()).toBe('kite')
})

it('a change of workspace resets all queries of someone who is signed in', () => {
  const { queries, become } = started()
  become(signedIn('cleo'))
  queries.setQueryData(['dashboard'], 'of the own workspace')
  chooseWorkspace('kite')
  expect(queries.getQueryData(['dashboard'])).toBeUndefined()
})
