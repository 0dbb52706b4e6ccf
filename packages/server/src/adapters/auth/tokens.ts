import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import { Refusal } from '../../errors.ts'

/**
 * The minimum time between two reloads of the keys because of an unknown one: forged tokens must not cause queries, and
 * a new key must become known soon.
 */
const reloadAfterMs = 1_000

/**
 * Verifies bearer tokens in this process without a database query for each: it reads the public keys once, and again
 * when a token names an unknown key (keys rotate).
 *
 * @returns the claims, or null for a token that is bad, expired or not ours
 */
export function tokenVerifier(options: {
  keys: () => Promise<JSONWebKeySet>
  issuer: string
  audience: string
  now: () => Date
}): (token: string) => Promise<JWTPayload | null> {
  let loadedAt = 0
  let keySet: Promise<ReturnType<typeof createLocalJWKSet>> | null = null

  const load = () => {
    loadedAt = options.now().getTime()
    const loading = options.keys().then(createLocalJWKSet)
    loading.catch(() => {
      if (keySet === loading) keySet = null
    })
    keySet = loading
    return loading
  }
  const claims = async (token: string, keys: ReturnType<typeof createLocalJWKSet>) => {
    const { payload } = await jwtVerify(token, keys, {
      issuer: options.issuer,
      audience: options.audience,
      algorithms: ['EdDSA'],
      clockTolerance: 5,
      currentDate: options.now(),
      requiredClaims: ['sub', 'exp'],
    })
    return payload
  }

  return async token => {
    const keys = await (keySet ?? load()).catch(unreadable)
    try {
      return await claims(token, keys)
    } catch (error) {
      const mayBeNew = error instanceof errors.JWKSNoMatchingKey
      if (!mayBeNew || options.now().getTime() - loadedAt < reloadAfterMs) return null
    }
    const fresh = await load().catch(unreadable)
    return claims(token, fresh).catch(() => null)
  }
}

function unreadable(cause: unknown): never {
  throw new Refusal('unavailable', 'Your sign-in could not be checked. Please try again.', { cause })
}
