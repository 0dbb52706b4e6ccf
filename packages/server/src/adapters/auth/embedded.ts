import { confirmPage, emailChangedPage, passPage, passwordLength, resetPage } from '@waxseal/contract'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { jwt, twoFactor } from 'better-auth/plugins'
import { and, eq, gt } from 'drizzle-orm'
import type { Logger } from 'pino'
import { identitySchema, identitySession, identityUser } from '../../db/schema/index.ts'
import type { Store } from '../../db/store.ts'
import { type Env, isLoopback } from '../../env.ts'
import type { AuthProvider, Mail, NoteOwn, Session } from '../../ports.ts'
import { guardLinks, readAddressLink } from './address-links.ts'
import { openAdmission } from './admission.ts'
import { authMails } from './auth-mails.ts'
import { confirmations } from './confirmations.ts'
import { claimFirstSignUp } from './first-sign-up.ts'
import { type HashThreads, openHashThreads } from './hash-threads.ts'
import { identityPath, mountIdentity } from './mount.ts'
import { endLinks } from './new-passwords.ts'
import { ownCalls } from './own-calls.ts'
import { noteOwnEvents } from './own-events.ts'
import { openPasswordWork } from './password-work.ts'
import { openPauses, type Pauses } from './pauses.ts'
import { endSessionOf, endSessionsOf, endUnconfirmedSessions, noteUse, sessionsOf } from './sessions.ts'
import { forgetAccount, memoryKeys } from './sign-in-memory.ts'
import { dropForeignKeys } from './signing-keys.ts'
import { tokenVerifier } from './tokens.ts'
import { stopTwoFactor } from './two-factor.ts'

const audience = 'api'
const day = 86_400

export interface EmbeddedAuthOptions {
  store: Store
  env: Pick<Env, 'publicUrl' | 'signup' | 'port'>
  /** Signs cookies and encrypts the stored signing keys. */
  secret: string
  /** Sends a mail; null: there is no mail. */
  deliver: ((mail: Mail) => Promise<void>) | null
  now: () => Date
  log: Logger
  /** What hashes passwords; by default threads of its own. */
  threads?: HashThreads
  pauses?: Pauses
}

/**
 * The built-in sign-in: better-auth with email and password. The browser keeps an httpOnly cookie for `/api/identity`
 * only and exchanges it for a five-minute token (EdDSA). The API accepts only the token.
 */
export function embeddedAuth(options: EmbeddedAuthOptions): AuthProvider {
  const { store, env, log, deliver, now, threads = openHashThreads(), pauses = openPauses() } = options
  const passwords = openPasswordWork(threads)
  const keys = memoryKeys(options.secret)
  const mails = authMails(deliver, env.publicUrl, log)

  let noteOwn: NoteOwn | null = null
  /** The library's change is made: what cannot be recorded must not look as if it had failed. */
  const note: NoteOwn = async event => {
    try {
      await noteOwn?.(event)
    } catch (err) {
      log.error({ err, action: event.action }, 'an event of the audit log could not be recorded')
    }
  }

  const hasMail = deliver !== null
  const confirm = confirmations({ store, now, isFirstOnly: env.signup === 'first' && hasMail })
  const onNewPassword = async (subject: string) => {
    await endLinks(store.db, subject, keys)
    await note({ subject, action: 'account.password_reset' })
  }

  const auth = betterAuth({
    appName: 'Waxseal',
    baseURL: env.publicUrl,
    basePath: identityPath,
    secret: options.secret,
    trustedOrigins: originsOf(env),
    database: drizzleAdapter(store.db, { provider: 'pg', schema: identitySchema, transaction: true }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      password: { hash: text => passwords.hash(text), verify: given => passwords.verify(given) },
      // With mail, a duplicate sign-up gets the same reply as a new one, so that no one learns who has an account.
      requireEmailVerification: hasMail,
      revokeSessionsOnPasswordReset: true,
      // The link came to the address by mail, or from the operator; an address changes only once it is confirmed.
      onPasswordReset: async ({ user }) => {
        await confirm(user.id)
        await onNewPassword(user.id)
      },
      sendResetPassword: async ({ user, token }) => mails.reset(user.email, `${env.publicUrl}${resetPage(token)}`),
      onExistingUserSignUp: async ({ user }) => mails.alreadyThere(user.email),
    },
    emailVerification: {
      sendVerificationEmail: async ({ user, token }) => {
        const link = readAddressLink(token)
        if (link !== null && link.to !== null) {
          const change = { from: link.email, to: link.to }
          const query = new URLSearchParams({ token, callbackURL: emailChangedPage })
          mails.changeAddress(change, `${env.publicUrl}${identityPath}/verify-email?${query.toString()}`)
          return
        }
        mails.verify(user.email, `${env.publicUrl}${confirmPage(token)}`)
      },
    },
    user: { changeEmail: { enabled: true } },
    // The library would delete expired links whenever one is read, by a clock that may be wrong. Ours go in `worker.ts`.
    verification: { disableCleanup: true },
    session: { expiresIn: 7 * day, updateAge: day },
    // Our limits are in the database and use the client's real address; see identity-calls.ts.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    advanced: {
      cookiePrefix: 'waxseal',
      useSecureCookies: env.publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: identityPath },
      ipAddress: { ipAddressHeaders: ['x-client-ip'] },
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    // A bug or a database failure: we log and answer it, so that the library does not print all its data.
    onAPIError: { throw: true },
    logger: {
      level: 'warn',
      // The library's log lines contain email addresses.
      log: (level, message) => log.debug({ library: 'better-auth', severity: level }, message),
    },
    plugins: [
      // A code of an authenticator app, or a backup code. Ten wrong ones in a row lock the step for 15 minutes.
      twoFactor({ issuer: 'Waxseal' }),
      jwt({
        jwt: {
          issuer: env.publicUrl,
          audience,
          expirationTime: '5m',
          definePayload: async ({ user, session }) => {
            await noteUse(store.db, session.id, now())
            return { sid: session.id, email: user.email, name: user.name, picture: user.image ?? null }
          },
        },
        jwks: { rotationInterval: 30 * day, gracePeriod: day },
        disableSettingJwtHeader: true,
      }),
      ownCalls({
        store,
        now,
        mails,
        linkWith: pass => `${env.publicUrl}${passPage(pass)}`,
        confirm,
        onNewPassword,
      }),
      noteOwnEvents(async event => {
        if (event.action === 'account.password_changed') await endLinks(store.db, event.subject, keys)
        await note(event)
      }),
    ],
  })

  const guarded = guardLinks(
    store,
    request => auth.handler(request),
    async ({ headers }) => (await auth.api.getSession({ headers }))?.user.id ?? null,
  )
  const verifyToken = tokenVerifier({ keys: () => auth.api.getJwks(), issuer: env.publicUrl, audience, now })

  /** With mail someone counts once their address is confirmed. */
  const nobodyYet = async () => {
    const counts = hasMail ? eq(identityUser.emailVerified, true) : undefined
    return (await store.db.select({ id: identityUser.id }).from(identityUser).where(counts).limit(1)).length === 0
  }

  return {
    kind: 'embedded',

    async verify(bearer) {
      const claims = await verifyToken(bearer)
      return claims === null ? null : sessionOf(claims)
    },

    async isLive({ sessionId, subject }) {
      const rows = await store.db
        .select({ id: identitySession.id })
        .from(identitySession)
        .where(
          and(
            eq(identitySession.id, sessionId),
            eq(identitySession.userId, subject),
            gt(identitySession.expiresAt, now()),
          ),
        )
      return rows.length === 1
    },

    async emailOf(subject) {
      const [user] = await store.db
        .select({ email: identityUser.email })
        .from(identityUser)
        .where(eq(identityUser.id, subject))
      return user?.email ?? null
    },

    async signUpOpen() {
      return env.signup === 'open' || (env.signup === 'first' && (await nobodyYet()))
    },

    async resetLink(email) {
      const { internalAdapter } = await auth.$context
      const found = await internalAdapter.findUserByEmail(email.trim().toLowerCase())
      if (!found) return null
      const token = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')
      await internalAdapter.createVerificationValue({
        identifier: `reset-password:${token}`,
        value: found.user.id,
        expiresAt: new Date(now().getTime() + 3_600_000),
      })
      return `${env.publicUrl}${resetPage(token)}`
    },

    stopTwoFactor: email => stopTwoFactor(store, email),

    async mount(app, limits, { signUpInvited, noteOwn: toLog }) {
      noteOwn = toLog
      await dropForeignKeys(store, (await auth.$context).secretConfig, log)
      // Makes the first key: two first sign-ins at once would make one each, and the verifier reads new keys once a second.
      await auth.api.getJwks()
      if (hasMail) await endUnconfirmedSessions(store.db)
      await mountIdentity(
        app,
        {
          handle: request => mails.after(() => guarded(request)),
          signUp: async (invitation, work) => {
            if (env.signup === 'open') return work()
            const asFirst = async () => ((await nobodyYet()) ? work() : null)
            const first = env.signup === 'first' ? await claimFirstSignUp(store, now, asFirst) : null
            return first ?? (invitation === undefined ? null : signUpInvited(invitation, work))
          },
          origins: originsOf(env),
          publicUrl: env.publicUrl,
          hasMail,
          passwords,
          admission: openAdmission({ store, now, keys, limits, requirePlace: given => passwords.requirePlace(given) }),
          pauses,
        },
        limits,
      )
      app.addHook('preClose', async () => pauses.close())
      app.addHook('onClose', async () => {
        await mails.settled()
        await passwords.close()
      })
    },

    sessionsOf: subject => sessionsOf(store.db, subject, now()),
    endSession: (subject, sessionId) => endSessionOf(store.db, subject, sessionId),
    endSessions: (subject, but) => endSessionsOf(store.db, subject, but),

    async deleteUser(subject) {
      const gone = await store.db
        .delete(identityUser)
        .where(eq(identityUser.id, subject))
        .returning({ email: identityUser.email })
      for (const { email } of gone) await forgetAccount(store.db, keys.account(email))
    },
  }
}

/** The public origin; on the machine itself both of its spellings. */
function originsOf({ publicUrl }: Pick<Env, 'publicUrl'>): string[] {
  const hosts = isLoopback(new URL(publicUrl).hostname) ? ['localhost', '127.0.0.1'] : []
  const spellings = hosts.map(hostname => Object.assign(new URL(publicUrl), { hostname }).origin)
  return [...new Set([publicUrl, ...spellings])]
}

function sessionOf(claims: Readonly<Record<string, unknown>>): Session | null {
  const { sub, sid, email, name, picture } = claims
  if (typeof sub !== 'string' || typeof sid !== 'string' || typeof email !== 'string') return null
  return {
    subject: sub,
    sessionId: sid,
    status: 'active',
    email,
    name: typeof name === 'string' ? name : '',
    picture: typeof picture === 'string' ? picture : null,
  }
}
