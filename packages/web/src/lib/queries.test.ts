// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerTokenGetter } from './api.ts'
import { ApiError } from './api-error.ts'
import { isDomainGone, meQuery } from './queries.ts'
import { createQueryClient } from './query.ts'
import { chooseWorkspace, chosenWorkspace, keepWorkspaceOf } from './workspace.ts'

beforeEach(() => registerTokenGetter(() => Promise.resolve('t')))
afterEach(() => {
  keepWorkspaceOf(null)
  toast.dismiss()
  vi.unstubAllGlobals()
})

const farewell = 'You are no longer a member of that workspace. You are back in your own.'
const toastTitles = () => toast.getToasts().map(item => ('title' in item ? item.title : null))

it.each([
  [404, 'not_found', true],
  [404, 'no_scan', false],
  [403, 'forbidden_role', false],
  [500, 'internal', false],
] as const)('status %i and code %s mean that a domain is gone: %s', (status, code, gone) => {
  expect(isDomainGone(new ApiError(status, { detail: 'in any words', code }))).toBe(gone)
})

it('a person removed from the chosen workspace sees a notice and returns to their own', async () => {
  keepWorkspaceOf('ada')
  chooseWorkspace('kite')
  vi.stubGlobal('fetch', (_path: string, { headers }: { headers: Headers }) =>
    Promise.resolve(
      headers.has('waxseal-workspace')
        ? Response.json({ detail: 'Not found', code: 'not_found' }, { status: 404 })
        : Response.json({ workspace: { id: 'own', role: 'owner' } }),
    ),
  )
  expect(await createQueryClient().fetchQuery(meQuery)).toMatchObject({ workspace: { id: 'own' } })
  expect(chosenWorkspace()).toBeNull()
  expect(toastTitles()).toEqual([farewell])
})

it.each([
  ['that the membership has ended', false, farewell],
  ['that it failed', true, 'Failed to delete domain'],
])('when a change is refused as not found, one toast says %s', async (_, remains, text) => {
  keepWorkspaceOf('ada')
  chooseWorkspace('kite')
  let isMember = true
  vi.stubGlobal('fetch', (path: string, { headers }: { headers: Headers }) =>
    Promise.resolve(
      path === '/api/auth/me' && (isMember || !headers.has('waxseal-workspace'))
        ? Response.json({ workspace: { id: 'kite', role: 'editor' } })
        : Response.json({ detail: 'Not found', code: 'not_found' }, { status: 404 }),
    ),
  )
  const client = createQueryClient()
  const stop = new QueryObserver(client, meQuery).subscribe(() => undefined)
  await vi.waitFor(() => expect(client.getQueryData(meQuery.queryKey)).toBeTruthy())
  isMember = remains
  const mutation = client.getMutationCache().build(client, {
    mutationFn: () => Promise.reject(new ApiError(404, { detail: 'Not found', code: 'not_found' })),
    meta: { failure: 'Failed to delete domain' },
  })
  await mutation.execute(undefined).catch(() => null)
  await vi.waitFor(() => expect(toastTitles()).toEqual([text]))
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  expect(toastTitles()).toEqual([text])
  stop()
})

const refused = () => Promise.reject(new ApiError(403, { detail: 'Ask an owner.', code: 'forbidden_role' }))

it.each(['a query', 'a change'])('%s that a role forbids reloads the role', async kind => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ workspace: { id: 'own', role: 'viewer' } })))
  const client = createQueryClient()
  await client.fetchQuery(meQuery)
  if (kind === 'a query') await client.fetchQuery({ queryKey: ['x'], queryFn: refused }).catch(() => null)
  else
    await client
      .getMutationCache()
      .build(client, { mutationFn: refused })
      .execute(undefined)
      .catch(() => null)
  expect(client.getQueryState(meQuery.queryKey)?.isInvalidated).toBe(true)
})

it.each([
  [500, 'internal'],
  [503, 'unavailable'],
  [403, 'forbidden_role'],
  [429, 'rate_limited'],
])('a failure with status %i leaves the person in the chosen workspace', async (status, code) => {
  keepWorkspaceOf('ada')
  chooseWorkspace('kite')
  const asked: boolean[] = []
  vi.stubGlobal('fetch', (_path: string, { headers }: { headers: Headers }) => {
    asked.push(headers.has('waxseal-workspace'))
    return Promise.resolve(Response.json({ detail: 'Try again', code }, { status }))
  })
  const client = createQueryClient()
  await expect(client.fetchQuery({ ...meQuery, retry: false })).rejects.toMatchObject({ status, code })
  expect(chosenWorkspace()).toBe('kite')
  expect(asked).toEqual([true])
  expect(toastTitles()).not.toContain(farewell)
})

it('not found in the own workspace is a failure, and no farewell', async () => {
  keepWorkspaceOf('ada')
  chooseWorkspace(null)
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ detail: 'Gone', code: 'not_found' }, { status: 404 })))
  await expect(createQueryClient().fetchQuery({ ...meQuery, retry: false })).rejects.toMatchObject({ status: 404 })
  expect(toastTitles()).not.toContain(farewell)
})
