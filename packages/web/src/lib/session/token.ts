import type { SessionFields, SessionUser } from './state.ts'

/** A token with its claims about the user. */
export interface Token {
  jwt: string
  /** Milliseconds since 1970 by this machine's clock: the clock may be wrong, but the lifetime is not. */
  expiresAt: number
  user: SessionUser
  session: SessionFields
}

/**
 * Reads the claims of a token that the server has just issued. They are only displayed; the server decides about every
 * right. Null when it is no token.
 */
export function readToken(jwt: string, receivedAt: number): Token | null {
  const claims = claimsOf(jwt)
  if (!claims) return null
  const text = (name: string): string | null => (typeof claims[name] === 'string' ? claims[name] : null)
  const number = (name: string): number | null => (typeof claims[name] === 'number' ? claims[name] : null)
  const userId = text('sub')
  const exp = number('exp')
  if (userId === null || exp === null) return null
  const email = text('email') ?? ''
  return {
    jwt,
    expiresAt: receivedAt + (exp - (number('iat') ?? receivedAt / 1000)) * 1000,
    user: { name: text('name') ?? email, email },
    session: {
      sessionId: text('sid') ?? '',
      sessionStatus: 'active',
      userId,
    },
  }
}

function claimsOf(jwt: string): Record<string, unknown> | null {
  const payload = jwt.split('.')[1]
  if (payload === undefined) return null
  try {
    const octets = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
    const claims: unknown = JSON.parse(new TextDecoder().decode(octets))
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : null
  } catch {
    return null
  }
}
