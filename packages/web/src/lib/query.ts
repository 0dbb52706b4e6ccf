import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { ErrorReply } from '@waxseal/contract'
import { ApiError, lockedFeature } from './api-error.ts'
import { notify } from './notify.ts'
import { upgrade } from './upgrade.ts'
import { chosenWorkspace } from './workspace.ts'

/** How a call's failure is shown. By default it is silent: its section says what is missing. */
export interface FailureMeta extends Record<string, unknown> {
  /** The toast when the call fails. */
  failure?: string
  /** Shows the server's own sentence instead, if there is one. */
  preferDetail?: boolean
  /** Toasts for single status codes; they take precedence over `failure`. */
  failureByStatus?: Readonly<Record<number, string>>
  /** The call has shown its failure itself, in place of its progress. */
  shown?: boolean
  /** Codes of refusals that the call answers itself, as one that may be confirmed. */
  answers?: readonly NonNullable<ErrorReply['code']>[]
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta
    mutationMeta: FailureMeta
  }
}

/** What a failure does on screen: the upgrade dialog, a toast, or nothing. Decided only here. */
export function showFailure(error: unknown, meta: FailureMeta | undefined, toastId?: string | number): void {
  if (meta?.shown || (error instanceof ApiError && meta?.answers?.some(code => code === error.code))) return
  const feature = lockedFeature(error)
  if (feature !== null) {
    if (toastId !== undefined) notify.dismiss(toastId)
    upgrade.open({ feature, detail: error instanceof ApiError ? error.detail : null })
    return
  }
  if (error instanceof ApiError && error.code === 'forbidden_role') {
    notify.error(error.detail ?? error.message, toastId)
    return
  }
  const status = error instanceof ApiError ? error.status : -1
  const detail = error instanceof ApiError && meta?.preferDetail ? error.detail : null
  const text = meta?.failureByStatus?.[status] ?? detail ?? meta?.failure
  if (text !== undefined) notify.error(text, toastId)
  else console.error(error)
}

/** Whether the person's role may have changed, or they may be no member of the chosen workspace: `meQuery` finds out. */
function isAboutMembership(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'forbidden_role' || (error.status === 404 && chosenWorkspace() !== null)
}

/** Reloads `me` if the failure may be about the membership. If that has ended, the toast of `meQuery` is enough. */
async function failed(client: QueryClient, error: Error, meta?: FailureMeta, toastId?: string): Promise<void> {
  const workspace = chosenWorkspace()
  if (isAboutMembership(error)) await client.invalidateQueries({ queryKey: ['me'] })
  if (chosenWorkspace() === workspace) showFailure(error, meta, toastId)
}

/** Replies below 500 are final; other failures are retried once. */
function retry(failures: number, error: Error): boolean {
  const final = error instanceof ApiError && error.status >= 400 && error.status < 500
  return !final && failures < 1
}

/**
 * Whether a change with this key is running. A button shows its busy state only after the next render; this stops the
 * second of two quick clicks.
 */
export function runsAlready(client: QueryClient, mutationKey: readonly string[]): boolean {
  return client.isMutating({ mutationKey }) > 0
}

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => void failed(client, error, query.meta, query.queryHash),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => void failed(client, error, mutation.meta),
    }),
    defaultOptions: {
      // Without a network calls fail with a message; the library's default is to wait silently.
      queries: { retry, retryDelay: 1_000, staleTime: 15_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
