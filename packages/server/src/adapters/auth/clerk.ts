import { createClerkClient } from '@clerk/backend'
import { isClerkAPIResponseError, TokenVerificationError } from '@clerk/backend/errors'
import { decodeJwt, verifyJwt } from '@clerk/backend/jwt'
import { clerkHost, type Env } from '../../env.ts'
import { Refusal } from '../../errors.ts'
import type { AuthProvider, Session } from '../../ports.ts'
import { type ClerkKey, keyMemory } from './clerk-keys.ts'
import { type ClerkProfile, profileMemory } from './clerk-profiles.ts'
import { identityPath } from './mount.ts'

export interface ClerkAuthOptions {
  env: Pick<Env, 'publicUrl'>
  settings: Env['auth'] & { kind: 'clerk' }
  now: () => Date
}

/**
 * Sign-in by Clerk: its script runs in the browser, and the API accepts its session tokens, which live for a minute. A token
 * holds no address or name (unless the instance adds the claims `email`, `email_verified` and `name`), so that these are read from Clerk and
 * remembered for five minutes. A token of someone who acts as the person (Clerk's impersonation) says who that is.
 */
export function clerkAuth({ env, settings, now }: ClerkAuthOptions): AuthProvider {
  const { secretKey, jwtKey, publishableKey } = settings
  const api = settings.apiUrl === null ? {} : { apiUrl: settings.apiUrl }
  const clerk = createClerkClient({
    secretKey,
    publishableKey,
    telemetry: { disabled: true },
    ...api,
  })
  const readKeys = async () => ((await answered(() => clerk.jwks.getJwks()))?.keys ?? []).filter(hasName)
  const keyNamed = keyMemory({ read: readKeys, now })
  const keyOf = (bearer: string) => jwtKey ?? keyNamed(decodeJwt(bearer).header.kid)
  const issuer = `https://${clerkHost(publishableKey)}`
  const profiles = profileMemory({ read: subject => readProfile(clerk, subject), now })

  return {
    kind: 'clerk',
    publishableKey,

    async verify(bearer) {
      const claims = await verified(bearer, keyOf, env.publicUrl)
      if (claims === null) return null
      const { iss, act, sub, sid, sts, email, email_verified: isConfirmed, name } = claims
      if (iss !== issuer || typeof sid !== 'string' || (sts !== undefined && sts !== 'active')) return null
      const isNamed = typeof email === 'string' && email !== '' && isConfirmed === true
      const named = isNamed ? { email, name: text(name), picture: null } : null
      const profile = named ?? (await profiles.of(sub))
      if (profile === null) return null
      const impersonator = act === undefined ? null : text(act.sub) || 'someone unknown'
      return { subject: sub, sessionId: sid, status: 'active', ...profile, impersonator } satisfies Session
    },

    async isLive({ sessionId, subject }) {
      const session = await answered(() => clerk.sessions.getSession(sessionId))
      return session !== null && session.status === 'active' && session.userId === subject
    },

    async emailOf(subject) {
      return (await profiles.now(subject))?.email ?? null
    },

    async signUpOpen() {
      return true
    },

    async resetLink() {
      return null
    },

    async stopTwoFactor() {
      return false
    },

    async sessionsOf(subject) {
      const open = await openSessions(clerk, subject)
      return open
        .map(({ id, createdAt, lastActiveAt, latestActivity }) => ({
          id,
          userAgent: [latestActivity?.browserName, latestActivity?.deviceType].filter(Boolean).join(', ') || null,
          signedInAt: new Date(createdAt),
          lastActiveAt: new Date(lastActiveAt),
        }))
        .sort((one, other) => other.lastActiveAt.getTime() - one.lastActiveAt.getTime())
    },

    async endSession(subject, sessionId) {
      const isTheirs = (await openSessions(clerk, subject)).some(({ id }) => id === sessionId)
      if (isTheirs) await answered(() => clerk.sessions.revokeSession(sessionId))
      return isTheirs
    },

    async endSessions(subject, but) {
      const open = await openSessions(clerk, subject)
      await Promise.all(
        open.flatMap(({ id }) => (id === but ? [] : [answered(() => clerk.sessions.revokeSession(id))])),
      )
    },

    async mount(app) {
      // The browser asks here who is signed in; the answer names the service that knows.
      app.get(`${identityPath}/get-session`, { schema: { hide: true } }, () => ({
        provider: 'clerk',
        publishable_key: publishableKey,
      }))
    },

    async deleteUser(subject) {
      await answered(() => clerk.users.deleteUser(subject))
    },
  }
}

/** The claims of a token that Clerk signed for this site; null: it is none. @throws Refusal `unavailable` */
async function verified(
  bearer: string,
  keyOf: (bearer: string) => string | Promise<ClerkKey | null>,
  publicUrl: string,
) {
  try {
    const key = await keyOf(bearer)
    if (key === null) return null
    return await verifyJwt(bearer, { key, authorizedParties: [publicUrl], clockSkewInMs: 5_000 })
  } catch (cause) {
    if (cause instanceof TokenVerificationError) return null
    throw cause instanceof Refusal ? cause : couldNotBeChecked(cause)
  }
}

function hasName(key: { kid?: unknown }): key is ClerkKey {
  return typeof key.kid === 'string'
}

/** null: Clerk has no such user, or none with a confirmed address. */
async function readProfile(clerk: ReturnType<typeof createClerkClient>, subject: string): Promise<ClerkProfile | null> {
  const user = await answered(() => clerk.users.getUser(subject))
  const address = user?.primaryEmailAddress
  if (!user || !address || address.verification?.status !== 'verified') return null
  return { email: address.emailAddress, name: user.fullName ?? '', picture: user.hasImage ? user.imageUrl : null }
}

/** The newest 100 sessions of a person: Clerk's largest page. */
async function openSessions(clerk: ReturnType<typeof createClerkClient>, userId: string) {
  const found = await answered(() => clerk.sessions.getSessionList({ userId, status: 'active', limit: 100 }))
  return found?.data ?? []
}

/** How long Clerk may take to answer. */
const answerLimitMs = 10_000

/** What Clerk answers; null: it has no such thing. @throws Refusal `unavailable` when it cannot be asked */
async function answered<T>(ask: () => Promise<T>): Promise<T | null> {
  let limit: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`no answer within ${answerLimitMs} ms`)), answerLimitMs)
  })
  try {
    return await Promise.race([ask(), late])
  } catch (cause) {
    if (isClerkAPIResponseError(cause) && cause.status === 404) return null
    throw couldNotBeChecked(cause)
  } finally {
    clearTimeout(limit)
  }
}

function couldNotBeChecked(cause: unknown): Refusal {
  return new Refusal('unavailable', 'Your sign-in could not be checked. Please try again.', { cause })
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
