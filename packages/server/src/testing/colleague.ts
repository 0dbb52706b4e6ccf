import { workspaceHeader } from '@waxseal/contract'
import { member } from '../db/schema/index.ts'
import type { TestApp, TestUser } from './app.ts'

/** Another member, a viewer, of the workspace of a user. Their calls are about this workspace. */
export async function aColleague(server: TestApp, { actor }: TestUser) {
  const { app, deps } = server
  const colleague = await server.aUser()
  const { id: workspaceId } = actor.workspace
  const personId = colleague.actor.person.id
  await deps.store.db.insert(member).values({ workspaceId, personId, role: 'viewer', joinedAt: deps.now() })
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object, more = {}) => {
    const headers = { authorization: `Bearer ${colleague.token}`, [workspaceHeader]: workspaceId, ...more }
    const answer = await app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return { status: answer.statusCode, body: isJson ? answer.json<unknown>() : null, text: answer.body }
  }
  return {
    actor: { ...colleague.actor, workspace: actor.workspace, role: 'viewer' as const },
    get: (path: string) => call('GET', path),
    post: (path: string, body?: object, headers?: Record<string, string>) => call('POST', path, body, headers),
    delete: (path: string) => call('DELETE', path),
  }
}
