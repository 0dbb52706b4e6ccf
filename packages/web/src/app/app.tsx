import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { Toaster } from 'sonner'
import { keepDraftsOf } from '../lib/drafts.ts'
import { createQueryClient } from '../lib/query.ts'
import { SessionProvider } from '../lib/session/session.tsx'
import type { AuthClient } from '../lib/session/state.ts'
import { keepWorkspaceOf, onWorkspaceChange } from '../lib/workspace.ts'
import { preloadScreens } from './preload.ts'
import { createRouter, routes } from './router.tsx'
import './styles.css'

/** The providers around all screens: session, queries, routes, toasts. */
export function App({ auth }: { auth: AuthClient }): ReactNode {
  const [queries] = useState(createQueryClient)
  const [router] = useState(createRouter)

  useEffect(() => preloadScreens(routes), [])

  useEffect(() => {
    // One account must never see data of the previous one.
    let signedIn: string | null = null
    return auth.subscribe(() => {
      const state = auth.state()
      const userId = state.status === 'signed-in' ? state.session.userId : null
      if (signedIn !== null && userId !== signedIn) queries.clear()
      keepWorkspaceOf(userId)
      if (userId !== null) keepDraftsOf(userId)
      signedIn = userId
    })
  }, [auth, queries])

  useEffect(
    () =>
      onWorkspaceChange(() => {
        if (auth.state().status !== 'signed-in') return
        // What the screens show is reloaded, and what no screen shows is forgotten.
        void queries.resetQueries()
      }),
    [auth, queries],
  )

  return (
    <SessionProvider client={auth}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Toaster position="bottom-right" duration={4_000} visibleToasts={3} style={toasterStyle} gap={8} />
      </QueryClientProvider>
    </SessionProvider>
  )
}

const toasterStyle = { '--width': '356px' } as React.CSSProperties
