import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import type { AuthClient, SessionState } from './state.ts'

const SessionContext = createContext<AuthClient | null>(null)

let mounted = 0

/** Provides the session to the screens below. A page may have only one: a second one throws. */
export function SessionProvider({ client, children }: { client: AuthClient; children: ReactNode }): ReactNode {
  const outer = useContext(SessionContext)
  if (outer !== null) throw new Error('A SessionProvider is inside another SessionProvider: a page has one session')

  useEffect(() => {
    if (mounted > 0) throw new Error('A second SessionProvider was mounted: a page has one session')
    mounted += 1
    return () => {
      mounted -= 1
    }
  }, [])

  return <SessionContext value={client}>{children}</SessionContext>
}

export function useAuth(): AuthClient {
  const client = useContext(SessionContext)
  if (client === null) throw new Error('useAuth needs a SessionProvider above it')
  return client
}

/** The session's state; rerenders when it changes. */
export function useSession(): SessionState {
  const client = useAuth()
  // Not `client.state` itself: a client may become another service's (`createAuth`).
  return useSyncExternalStore(client.subscribe, () => client.state())
}
