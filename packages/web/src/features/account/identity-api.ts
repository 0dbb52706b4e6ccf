import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  endOtherSessionsRoute,
  endSessionRoute,
  identityRoutes,
  listSessionsRoute,
  ownIdentityRoutes,
} from '@waxseal/contract/routes'
import { useState } from 'react'
import { call, type Reply } from '../../lib/api.ts'
import { keys } from '../../lib/queries.ts'
import { readIdentity, writeIdentity } from '../../lib/session/embedded.ts'
import { useAuth } from '../../lib/session/session.tsx'
import { SignInError } from '../../lib/session/state.ts'
import { useAction } from '../../lib/use-action.ts'

export type OpenSession = Reply<typeof listSessionsRoute>['sessions'][number]

const sessionsKey = ['account-sessions']
const signInKey = ['account-sign-in']

export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => call(listSessionsRoute, { signal }),
})

/** Whether the second step of the sign-in is on. */
export const twoFactorQuery = queryOptions({
  queryKey: signInKey,
  queryFn: async ({ signal }): Promise<boolean> => {
    const answer = await readIdentity(identityRoutes.session.path, signal)
    const body: unknown = await answer.json()
    const user = field(body, 'user')
    if (!answer.ok || user === null) throw new Error('The sign-in service did not answer')
    return field(user, 'twoFactorEnabled') === true
  },
})

/** A field of what the sign-in service sent; null: it is not there. */
export function field(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? (Reflect.get(of, name) ?? null) : null
}

/** The backup codes in an answer of the sign-in service. */
export function backupCodesIn(answer: unknown): readonly string[] {
  const codes = field(answer, 'backupCodes')
  return Array.isArray(codes) ? codes.map(String) : []
}

interface IdentityAction {
  start: (body: object) => void
  busy: boolean
  /** Why the last try failed; null: it did not. */
  error: string | null
  forgetError: () => void
}

/**
 * Changes something of the sign-in. Afterwards the token, the name and the sessions on screen are those of now: some changes
 * replace the session.
 */
export function useIdentityAction(
  route: (typeof ownIdentityRoutes)[keyof typeof ownIdentityRoutes],
  onDone: (answer: unknown) => void,
): IdentityAction {
  const auth = useAuth()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  async function run(body: object): Promise<void> {
    setBusy(true)
    setError(null)
    try {
      const answer = await writeIdentity(route, body)
      await auth.getToken({ skipCache: true })
      for (const queryKey of [keys.me, sessionsKey, signInKey]) void client.invalidateQueries({ queryKey })
      onDone(answer)
    } catch (problem) {
      if (!(problem instanceof SignInError)) console.error(problem)
      setError(problem instanceof SignInError ? problem.message : 'Something went wrong. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    error,
    forgetError: () => setError(null),
    start: body => {
      if (!busy) void run(body)
    },
  }
}

export function useEndSession({ id }: OpenSession) {
  const client = useQueryClient()
  return useAction({
    key: ['account-sessions', 'end', id],
    run: () => call(endSessionRoute, { params: { id } }),
    success: 'Session ended',
    failure: { failure: 'The session could not be ended', failureByStatus: { 404: 'The session has ended already' } },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useAction({
    key: ['account-sessions', 'end-others'],
    run: () => call(endOtherSessionsRoute, {}),
    success: 'Signed out everywhere else',
    failure: { failure: 'The other sessions could not be ended' },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}
