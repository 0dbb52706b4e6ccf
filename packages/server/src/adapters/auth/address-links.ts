import { confirmChangePage, confirmPage, emailChangedPage } from '@waxseal/contract'
import { and, eq, gt } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { identityAccount, identityUser } from '../../db/schema/index.ts'
import type { Database, Store } from '../../db/store.ts'
import { identityPath } from './mount.ts'

/** What the token of a link says. The library checks its signature. */
export interface AddressLink {
  /** Null in links of older versions. */
  userId: string | null
  /** The address of the user, before a change. */
  email: string
  /** The new address; null: the link confirms the address of a sign-up. */
  to: string | null
  madeAt: Date
}

/** Reads the token of a link that confirms an address; null: it is none. */
export function readAddressLink(token: string): AddressLink | null {
  try {
    const { email, updateTo, userId, iat } = decodeJwt(token)
    if (typeof email !== 'string' || typeof iat !== 'number') return null
    return {
      userId: typeof userId === 'string' ? userId : null,
      email,
      to: typeof updateTo === 'string' ? updateTo : null,
      madeAt: new Date(iat * 1_000),
    }
  } catch {
    return null
  }
}

/**
 * Guards the links that confirm an address, because the library lets each one in for an hour. Opening one of a sign-up
 * confirms nothing by itself: its page asks for the password. One that changes an address does so in a browser where its
 * user is signed in, and asks elsewhere; after the password was changed it is refused, because a new password is what its
 * notice recommends.
 *
 * @param signedIn the user of a request's session; null: it has none
 */
export function guardLinks(
  { db }: Pick<Store, 'db'>,
  handle: (request: Request) => Promise<Response>,
  signedIn: (request: Request) => Promise<string | null>,
): (request: Request) => Promise<Response> {
  return async request => {
    const url = new URL(request.url)
    const token = url.pathname === `${identityPath}/verify-email` ? url.searchParams.get('token') : null
    const link = token === null ? null : readAddressLink(token)
    if (token === null || link === null) return handle(request)
    if (link.to === null) return redirect(confirmPage(token))
    if (await hasNewPassword(db, link)) return redirect(`${emailChangedPage}&error=INVALID_TOKEN`)
    const user = await signedIn(request)
    return user === null || user !== link.userId ? redirect(confirmChangePage(token)) : handle(request)
  }
}

const redirect = (location: string): Response => new Response(null, { status: 302, headers: { location } })

/** Whether the password of the account was changed since a link was made. */
export async function hasNewPassword(db: Database, { email, madeAt }: AddressLink): Promise<boolean> {
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
