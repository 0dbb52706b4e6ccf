import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router'
import { ApiError } from '../lib/api-error.ts'
import { meQuery } from '../lib/queries.ts'
import { upgrade } from '../lib/upgrade.ts'
import { deferred } from '../ui/deferred.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { type Overlay, useGlobalKeys } from './global-keys.ts'
import { Header } from './header.tsx'
import { WorstBandIcon } from './worst-band-icon.tsx'

const UpgradeDialog = lazy(async () => ({
  default: (await import('../components/upgrade-dialog.tsx')).UpgradeDialog,
}))

/** The upgrade dialog. Its code is loaded when a limit is first hit. */
function UpgradeRequested(): ReactNode {
  const request = useSyncExternalStore(upgrade.subscribe, upgrade.current)
  return <Suspense fallback={null}>{request && <UpgradeDialog request={request} />}</Suspense>
}

/** The command palette and the dialog of keys. Their code is loaded when one is first opened. */
const Overlays = deferred({
  what: 'The command palette',
  load: () => import('./palette/overlays.tsx'),
  pick: module => module.Overlays,
  waiting: null,
})

/** What a person with a deleted account sees. */
const RestorePage = lazy(async () => ({
  default: (await import('../features/account/restore-page.tsx')).RestorePage,
}))

/** The frame of every signed-in screen. */
export function Shell(): ReactNode {
  const { error } = useQuery(meQuery)
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  useGlobalKeys(setOverlay, Overlays.preload)

  useLayoutEffect(() => {
    // After a change of screen, the focus moves to its beginning, as after a page load.
    if (shown.current !== pathname) main.current?.focus({ preventScroll: true })
    shown.current = pathname
  }, [pathname])

  if (error instanceof ApiError && error.code === 'account_deleted') {
    return (
      <Suspense fallback={null}>
        <RestorePage />
      </Suspense>
    )
  }
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded focus:bg-surface focus:px-4 focus:py-2 focus:shadow-overlay"
      >
        Skip to content
      </a>
      <Header onPalette={() => setOverlay('palette')} />
      {overlay !== null && <Overlays shown={overlay} onShow={setOverlay} />}
      <main id="main" ref={main} tabIndex={-1} className="mx-auto max-w-5xl px-4 pt-8 pb-16 sm:px-6">
        <Outlet />
      </main>
      <UpgradeRequested />
      <ConnectionNotice />
      <WorstBandIcon />
      <ScrollRestoration />
    </>
  )
}
