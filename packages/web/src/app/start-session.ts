import type { QueryClient } from '@tanstack/react-query'
import { keepDraftsOf } from '../lib/drafts.ts'
import { patterns } from '../lib/paths.ts'
import type { AuthClient } from '../lib/session/state.ts'
import { keepWorkspaceOf, onWorkspaceChange } from '../lib/workspace.ts'

/** Pages of links that a token opens. */
const tokenPages = [patterns.sharedReport, patterns.linkedCheck].map(pattern => pattern.replace(':token', ''))

/**
 * Determines the signed-in user, and from then on keeps the data of accounts and workspaces apart. It is called before
 * the first screen is drawn: each screen waits for the session, and the browser can ask for it while it draws.
 */
export function startSession(auth: AuthClient, queries: QueryClient): void {
  // One account must never see data of the previous one.
  let signedIn: string | null = null
  auth.subscribe(() => {
    const state = auth.state()
    const userId = state.status === 'signed-in' ? state.session.userId : null
    if (signedIn !== null && userId !== signedIn) queries.clear()
    keepWorkspaceOf(userId)
    if (userId !== null) keepDraftsOf(userId)
    signedIn = userId
  })
  onWorkspaceChange(() => {
    if (auth.state().status !== 'signed-in') return
    // What the screens show is reloaded, and what no screen shows is forgotten.
    void queries.resetQueries()
  })
  // A shared report needs no session, and the script of another service must not learn its address.
  if (!tokenPages.some(pages => location.pathname.startsWith(pages))) void auth.load()
}
