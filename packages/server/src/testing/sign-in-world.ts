import { Writable } from 'node:stream'
import { sql } from 'drizzle-orm'
import fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { embeddedAuth } from '../adapters/auth/embedded.ts'
import type { HashThreads } from '../adapters/auth/hash-threads.ts'
import { noPauses, type Pauses } from '../adapters/auth/pauses.ts'
import type { Store } from '../db/store.ts'
import { readEnv } from '../env.ts'
import { placesOf } from '../http/client.ts'
import { refuseErrors } from '../http/refuse.ts'
import type { AuthProvider, Mail, NoteOwn, SignUpInvited, Throttle } from '../ports.ts'
import { quickThreads } from './quick-threads.ts'
import { openTestStore, type StoreKind, type StoreOptions } from './store.ts'

export const origin = 'http://localhost:3000'
export const password = 'correct horse battery'

/** The real sign-in, mounted alone. */
export interface SignInWorld {
  app: FastifyInstance
  auth: AuthProvider
  store: Store
  /** What was put on its way, when there is mail. */
  mails: Mail[]
  /** Every line of the log. */
  log: string[]
  /** What was noted for the audit log. */
  noted: Parameters<NoteOwn>[0][]
}

interface Options {
  variables?: Record<string, string>
  mail?: boolean
  now?: () => Date
  throttle?: Throttle
  threads?: HashThreads
  pauses?: Pauses
  secret?: string
  /** What invitations permit; nothing where it is left out. */
  signUpInvited?: SignUpInvited
}

/** For one test file: each test finds the store empty, and opens as many worlds on it as it wants. */
export function signInWorlds(
  kind: StoreKind,
  storeOptions: StoreOptions = {},
): (options?: Options) => Promise<SignInWorld> {
  let store: Store
  const apps: FastifyInstance[] = []
  beforeAll(async () => {
    store = await openTestStore(kind, storeOptions)
  })
  afterEach(async () => {
    await Promise.all(apps.splice(0).map(app => app.close()))
    await store.db.execute(
      sql`truncate identity_user, identity_jwks, identity_verification, sign_in_memory, sign_in_try, person, workspace cascade`,
    )
  })
  afterAll(() => store.close())

  return async (options = {}) => {
    const mails: Mail[] = []
    const log: string[] = []
    const noted: SignInWorld['noted'] = []
    const sink = new Writable({
      write(chunk, _encoding, done) {
        log.push(String(chunk))
        done()
      },
    })
    const auth = embeddedAuth({
      store,
      env: readEnv(options.variables ?? {}),
      secret: options.secret ?? 'a secret of at least thirty-two bytes',
      deliver: options.mail ? async mail => void mails.push(mail) : null,
      now: options.now ?? (() => new Date()),
      log: pino({ level: 'info' }, sink),
      threads: options.threads ?? quickThreads(),
      pauses: options.pauses ?? noPauses,
    })
    const app = fastify({ trustProxy: false })
    refuseErrors(app, { parts: { diskIsFull() {} } })
    apps.push(app)
    const limits = { throttle: options.throttle ?? (async () => null), placesOf }
    const signUpInvited = options.signUpInvited ?? (async () => null)
    await auth.mount(app, limits, { signUpInvited, noteOwn: async event => void noted.push(event) })
    return { app, auth, store, mails, log, noted }
  }
}

export const post = (
  app: FastifyInstance,
  path: string,
  body: object,
  { from, ...headers }: Record<string, string> & { from?: string } = {},
) =>
  app.inject({
    method: 'POST',
    url: `/api/identity${path}`,
    payload: body,
    headers: { origin, ...headers },
    ...(from !== undefined && { remoteAddress: from }),
  })

export const tokenWith = (app: FastifyInstance, cookie: string) =>
  app.inject({ method: 'GET', url: '/api/identity/token', headers: { cookie } })

export const signUp = (app: FastifyInstance, email = 'alex@example.org') =>
  post(app, '/sign-up/email', { name: 'Alex Example', email, password })

/** @param from the address of the client */
export const signIn = (app: FastifyInstance, email = 'alex@example.org', secret = password, from = '127.0.0.1') =>
  post(app, '/sign-in/email', { email, password: secret }, { from })

/** The link in a mail. */
export const linkIn = (mail: Mail | undefined): URL => new URL(/https?:\S+/.exec(mail?.text ?? '')?.[0] ?? '')

/** Confirms the address of a sign-up with the link of its mail. */
export const confirm = (app: FastifyInstance, mail: Mail | undefined, given: object = { password }) =>
  post(app, '/confirm-address', { token: linkIn(mail).searchParams.get('confirm') ?? '', ...given })
