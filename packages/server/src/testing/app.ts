import type { Tier } from '@waxseal/core/plan'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { openTestDeps, type TestDeps, type TestOptions } from './deps.ts'
import { anOwner, type Owner } from './factories.ts'
import type { StoreKind } from './store.ts'

/** Somebody who is signed in, and what they may call. Answers are read as JSON, whatever their status. */
export interface TestUser {
  actor: Owner
  token: string
  get(path: string): Promise<TestAnswer>
  post(path: string, body?: object, headers?: Record<string, string>): Promise<TestAnswer>
  put(path: string, body: object): Promise<TestAnswer>
  delete(path: string): Promise<TestAnswer>
}

interface TestAnswer {
  status: number
  body: unknown
  text: string
  headers: Record<string, unknown>
}

/** The whole server without its port, over a real store and queue; no job is worked on until the test says so. */
export interface TestApp {
  app: FastifyInstance
  deps: TestDeps
  aUser(overrides?: { tier?: Tier }): Promise<TestUser>
  close(): Promise<void>
}

export async function openTestApp(kind: StoreKind, options: TestOptions = {}): Promise<TestApp> {
  const deps = await openTestDeps(kind, options)
  const app = await buildApp(deps)
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    token: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> => {
    const answer = await app.inject({
      method,
      url: `/api${url}`,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body && { payload: body }),
    })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    return {
      status: answer.statusCode,
      body: isJson && answer.payload !== '' ? answer.json<unknown>() : null,
      text: answer.payload,
      headers: answer.headers,
    }
  }
  return {
    app,
    deps,
    async aUser(options = {}) {
      const actor = await anOwner(deps.store, options)
      const token = actor.person.subject
      return {
        actor,
        token,
        get: path => call('GET', path, token),
        post: (path, body, headers) => call('POST', path, token, body, headers),
        put: (path, body) => call('PUT', path, token, body),
        delete: path => call('DELETE', path, token),
      }
    },
    async close() {
      await app.close()
      await deps.close()
    },
  }
}
