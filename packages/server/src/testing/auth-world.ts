import type { me as meEndpoint, ReplyOf } from '@waxseal/contract'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { embeddedAuth } from '../adapters/auth/embedded.ts'
import { noPauses } from '../adapters/auth/pauses.ts'
import type { Deps } from '../deps.ts'
import { readEnv } from '../env.ts'
import { openTestDeps } from './deps.ts'
import { type Owner, unique } from './factories.ts'
import { quickThreads } from './quick-threads.ts'
import { silent } from './silent.ts'
import { openTestStore, type StoreKind, type StoreOptions } from './store.ts'

/** Everything the app uses, with the real sign-in. */
export interface AuthWorld {
  deps: Deps
  /** Ahead of the machine's clock, by which tokens are made. */
  clock: { pass(ms: number): void }
  close(): Promise<void>
}

/** @param variables of the environment, as an operator would set them */
export async function openAuthWorld(
  kind: StoreKind,
  variables: Record<string, string> = {},
  options: StoreOptions = {},
): Promise<AuthWorld> {
  const store = await openTestStore(kind, options)
  const env = readEnv(variables)
  let ahead = 0
  const now = () => new Date(Date.now() + ahead)
  const secret = 'a secret of at least thirty-two bytes'
  const work = { threads: quickThreads(), pauses: noPauses }
  const auth = embeddedAuth({ store, env, secret, deliver: null, now, log: silent, ...work })
  const deps = await openTestDeps(kind, { store, env, auth, now })
  const clock = {
    pass(ms: number) {
      ahead += ms
    },
  }
  return { deps, clock, close: () => deps.close() }
}

/** Somebody who has signed up. */
export interface Visitor {
  email: string
  password: string
  cookie: string
  /** A bearer token, good for five minutes. */
  token: string
  actor: Owner
}

/** Exchanges the cookie of a signed-in user for a bearer token. */
export async function newToken(app: FastifyInstance, cookie: string): Promise<string> {
  const answer = await app.inject({ url: '/api/identity/token', headers: { cookie } })
  if (answer.statusCode !== 200) throw new Error(`the session gives no token: ${answer.statusCode} ${answer.body}`)
  return answer.json<{ token: string }>().token
}

/** Signs up a new user through the app, and makes a first call as that user. */
export async function signedUp(app: FastifyInstance, name: string): Promise<Visitor> {
  const email = `${unique(name)}@example.org`
  const password = 'correct horse battery'
  const origin = 'http://localhost:3000'
  const payload = { name, email, password }
  const signUp = await app.inject({ method: 'POST', url: '/api/identity/sign-up/email', payload, headers: { origin } })
  const cookie = cookieOf(signUp)
  const token = await newToken(app, cookie)
  const me = await app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
  const { id, clerk_id, tier, created_at, workspace } = me.json<ReplyOf<typeof meEndpoint>>()
  const actor: Owner = {
    workspace: { id: workspace.id, name: workspace.name, tier },
    by: { kind: 'person', id },
    role: workspace.role,
    person: { id, subject: clerk_id, email, name, picture: null, createdAt: new Date(created_at) },
  }
  return { email, password, cookie, token, actor }
}

/** What a browser would send back of the cookies an answer set. */
export function cookieOf(answer: LightMyRequestResponse): string {
  return answer.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
}
