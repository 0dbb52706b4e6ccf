// @vitest-environment jsdom
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
  expect(toast.getToasts().map(item => ('title' in item ? item.title : null))).toEqual([
    'You are no longer a member of that workspace. You are back in your own.',
  ])
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
