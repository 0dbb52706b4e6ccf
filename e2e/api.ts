/** Calls of the product's API, as its pages make them. */
import { readFileSync } from 'node:fs'
import type { AccountState } from './world.ts'

export type Call = (method: string, path: string, body?: object) => Promise<unknown>

/** Calls with the session of a sign-in cookie. */
export async function caller(url: string, cookie: string): Promise<Call> {
  const answer = await fetch(`${url}/api/identity/token`, { headers: { cookie } })
  const { token } = (await answer.json()) as { token: string }
  return async (method, path, body) => {
    const reply = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
}

/** Calls of a signed-in account of the world. */
export function callerOf(url: string, { storage }: AccountState): Promise<Call> {
  const { cookies } = JSON.parse(readFileSync(storage, 'utf8')) as { cookies: { name: string; value: string }[] }
  return caller(url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
}
