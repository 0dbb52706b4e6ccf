import type * as contract from '@waxseal/contract'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from '@waxseal/contract'
import { acceptInvitationRoute, type Route, workspaceHeader } from '@waxseal/contract/routes'
import { ApiError, errorOf } from './api-error.ts'
import { chosenWorkspace } from './workspace.ts'

type AnyEndpoint = Extract<(typeof contract)[keyof typeof contract], { route: Route }>
type EndpointOf<R extends Route> = Extract<AnyEndpoint, { route: { id: R['id'] } }>

/** Only the parts that an endpoint has; a part that may be empty may be left out. */
type Part<K extends string, T> = [T] extends [undefined]
  ? unknown
  : object extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

/** The input of a call: the params, query and body of its endpoint, and an abort signal. */
export type Input<R extends Route> = Part<'params', ParamsOf<EndpointOf<R>>> &
  Part<'query', QueryOf<EndpointOf<R>>> &
  Part<'body', BodyOf<EndpointOf<R>>> & { signal?: AbortSignal | undefined }

export type Reply<R extends Route> = ReplyOf<EndpointOf<R>>

/** Returns the bearer token; null: there is none. `skipCache` requests a new one. */
export type TokenGetter = (options?: { skipCache?: boolean }) => Promise<string | null>

interface Request {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  signal?: AbortSignal | undefined
}

let tokenGetter: TokenGetter = () => Promise.resolve(null)
let refresh: Promise<string | null> | null = null

/** The session registers it once; from then on every call has its token. */
export function registerTokenGetter(getter: TokenGetter): void {
  tokenGetter = getter
  refresh = null
}

/** Calls an endpoint and returns its reply. Rejects with `ApiError`; shows nothing. */
export async function call<const R extends Route>(route: R, input: Input<R>): Promise<Reply<R>> {
  const response = await send(route, input)
  if (response.status === 204) return null as Reply<R>
  try {
    return (await response.json()) as Reply<R>
  } catch (cause) {
    throw new ApiError(response.status, {}, cause)
  }
}

/**
 * Sends a call with the 401 rule: if the token is refused, it gets a new one and repeats the call once. If there is no
 * new token, it logs that and rejects with the first 401. Resolves with any reply below 400.
 */
export async function send(route: Route, input: Request, accept = 'application/json'): Promise<Response> {
  const token = route.auth !== 'public' ? await currentToken(route) : null
  const first = await request(route, input, accept, token)
  if (first.status !== 401 || route.auth === 'public') return accepted(first)
  const refused = await errorOf(first)
  const fresh = await freshToken()
  if (fresh === null) throw refused
  return accepted(await request(route, input, accept, fresh))
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  throw await errorOf(response)
}

async function currentToken(route: Route): Promise<string | null> {
  try {
    const token = await tokenGetter()
    if (token === null) console.warn(`No token: ${route.id} is sent without one`)
    return token
  } catch (error) {
    console.warn(`No token: ${route.id} is sent without one`, error)
    return null
  }
}

/** One refresh serves all calls that were refused meanwhile. */
async function freshToken(): Promise<string | null> {
  refresh ??= tokenGetter({ skipCache: true }).finally(() => {
    refresh = null
  })
  try {
    const token = await refresh
    if (token === null) console.error('The session could not be refreshed: no one is signed in any more')
    return token
  } catch (error) {
    console.error('The session could not be refreshed', error)
    return null
  }
}

async function request(route: Route, input: Request, accept: string, token: string | null): Promise<Response> {
  const headers = new Headers({ accept })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  // Joining is about no chosen workspace: of that one, the person may be no member any more, which the server refuses.
  const workspace = route.id === acceptInvitationRoute.id ? null : chosenWorkspace()
  if (token !== null && workspace !== null) headers.set(workspaceHeader, workspace)
  if (input.body !== undefined) headers.set('content-type', 'application/json')
  try {
    return await fetch(`/api${pathOf(route, input)}`, {
      method: route.method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      signal: input.signal ?? null,
    })
  } catch (cause) {
    if (input.signal?.aborted) throw cause
    throw new ApiError(0, {}, cause)
  }
}

function pathOf(route: Route, { params, query }: Request): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? path : `${path}?${search}`
}
