import { emailChangedPage } from '@waxseal/contract'
import { and, eq, gt } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { identityAccount, identitySession, identityUser } from '../../db/schema/index.ts'
import type { Database, Store } from '../../db/store.ts'
import { identityPath } from './mount.ts'

/** What the token of a link says. The library checks its signature. */
interface AddressLink {
  /** The address of the user, before a change. */
  email: string
  /** The new address; null: the link confirms the address of a sign-up. */
  to: string | null
  madeAt: Date
}

/** Reads the token of a link that confirms an address; null: it is none. */
export function readAddressLink(token: string): AddressLink | null {
  try {
    const { email, updateTo, iat } = decodeJwt(token)
    if (typeof email !== 'string' || typeof iat !== 'number') return null
    return { email, to: typeof updateTo === 'string' ? updateTo : null, madeAt: new Date(iat * 1_000) }
  } catch {
    return null
  }
}

/**
 * Guards the links that confirm an address, because the library accepts each one for an hour. A link made before the password
 * was changed no longer changes the address: a new password is what its notice recommends. A link signs no one in whose
 * sign-in has a second step.
 */
export function guardLinks(
  { db }: Pick<Store, 'db'>,
  handle: (request: Request) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async request => {
    const url = new URL(request.url)
    const token = url.pathname === `${identityPath}/verify-email` ? url.searchParams.get('token') : null
    const link = token === null ? null : readAddressLink(token)
    if (link === null) return handle(request)
    if (link.to !== null) {
      if (!(await hasNewPassword(db, link))) return handle(request)
      return new Response(null, { status: 302, headers: { location: `${emailChangedPage}&error=INVALID_TOKEN` } })
    }
    const response = await handle(request)
    return (await hasSecondStep(db, link.email)) ? withoutSession(db, response) : response
  }
}

async function hasNewPassword(db: Database, { email, madeAt }: AddressLink): Promise<boolean> {
  // A token names the second it was made in.
  const after = new Date(madeAt.getTime() + 1_000)
  const rows = await db
    .select({ id: identityAccount.id })
    .from(identityAccount)
    .innerJoin(identityUser, eq(identityUser.id, identityAccount.userId))
    .where(and(eq(identityUser.email, email.toLowerCase()), gt(identityAccount.updatedAt, after)))
    .limit(1)
  return rows.length > 0
}

async function hasSecondStep(db: Database, email: string): Promise<boolean> {
  const [user] = await db
    .select({ isOn: identityUser.twoFactorEnabled })
    .from(identityUser)
    .where(eq(identityUser.email, email.toLowerCase()))
  return user?.isOn === true
}

/** The same answer without the session that it begins. */
async function withoutSession(db: Database, response: Response): Promise<Response> {
  for (const cookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = cookie.split(';', 1)[0]?.split('=', 2) ?? []
    // The token comes with its signature.
    const [token = ''] = decodeURIComponent(value).split('.', 1)
    if (name.endsWith('session_token')) await db.delete(identitySession).where(eq(identitySession.token, token))
  }
  const headers = new Headers(response.headers)
  headers.delete('set-cookie')
  return new Response(response.body, { status: response.status, headers })
}
