import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { Toaster } from 'sonner'
import { SessionProvider } from '../lib/session/session.tsx'
import type { AuthClient } from '../lib/session/state.ts'
import { preloadScreens } from './preload.ts'
import { createRouter, routes } from './router.tsx'
import './styles.css'

/** The providers around all screens: session, queries, routes, toasts. */
export function App({ auth, queries }: { auth: AuthClient; queries: QueryClient }): ReactNode {
  const [router] = useState(createRouter)

  useEffect(() => preloadScreens(routes), [])

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
