import type { BetterAuthPlugin, GenericEndpointContext as Context } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { jwtVerify } from 'jose'
import { z } from 'zod'
import type { Store } from '../../db/store.ts'
import { type AddressLink, hasNewPassword, readAddressLink } from './address-links.ts'
import type { AuthMails } from './auth-mails.ts'
import { makePass } from './sign-in-pass.ts'

type User = NonNullable<Awaited<ReturnType<Context['context']['internalAdapter']['findUserByEmail']>>>

interface Needs {
  store: Pick<Store, 'db'>
  now: () => Date
  mails: Pick<AuthMails, 'signIn'>
  /** The link of a pass. */
  linkWith: (pass: string) => string
  /** Confirms the address of a user; false: there is no such user any more. */
  confirm: (userId: string) => Promise<boolean>
  /** A user has another password. */
  onNewPassword: (userId: string) => Promise<void>
}

const bad = (code: string, message: string): APIError => new APIError('BAD_REQUEST', { code, message })
const noLink = (): APIError => bad('INVALID_TOKEN', 'This link has expired, or it was used already')
const noPassword = (): APIError => bad('INVALID_PASSWORD', 'The password is not correct')

/** Calls of ours beside those of the sign-in library, served by it: it knows cookies, accounts and sessions. */
export function ownCalls(needs: Needs): BetterAuthPlugin {
  const { store, now, mails, linkWith } = needs
  return {
    id: 'waxseal-calls',
    endpoints: {
      requestSignInLink: createAuthEndpoint(
        '/request-sign-in-link',
        { method: 'POST', body: z.object({ email: z.email() }) },
        async ctx => {
          const { email } = ctx.body
          const pass = await makePass(store.db, email, now())
          if (pass !== null) mails.signIn(email, linkWith(pass))
          return ctx.json({ status: true })
        },
      ),
      // A link shows that someone reads the mail of an address. Whether they also chose the password of the account, only
      // the password shows: a stranger may have signed up with that address, and waits for its owner to confirm it.
      confirmAddress: createAuthEndpoint(
        '/confirm-address',
        {
          method: 'POST',
          body: z.object({ token: z.string(), password: z.string().optional(), newPassword: z.string().optional() }),
        },
        async ctx => {
          const { token, password, newPassword } = ctx.body
          const link = await genuine(ctx, token)
          if (link.to === null) return ctx.json(await confirmSignUp(ctx, link, { password, newPassword }, needs))
          await changeAddress(ctx, { ...link, to: link.to }, password ?? '', needs)
          return ctx.json({ status: true, signedIn: false })
        },
      ),
    },
  }
}

/** A link of ours that has not expired. @throws APIError for any other */
async function genuine(ctx: Context, token: string): Promise<AddressLink> {
  const isOurs = await jwtVerify(token, new TextEncoder().encode(ctx.context.secret), { algorithms: ['HS256'] }).then(
    () => true,
    () => false,
  )
  const link = isOurs ? readAddressLink(token) : null
  if (link === null) throw noLink()
  return link
}

/** The user of a link, as long as the address is theirs. @throws APIError when it is not */
async function userOf(ctx: Context, { email, userId }: AddressLink): Promise<User> {
  const found = await ctx.context.internalAdapter.findUserByEmail(email, { includeAccounts: true })
  if (found === null || found.user.id !== userId) throw noLink()
  return found
}

async function confirmSignUp(
  ctx: Context,
  link: AddressLink,
  { password, newPassword }: { password: string | undefined; newPassword: string | undefined },
  { confirm, onNewPassword }: Needs,
): Promise<{ status: true; signedIn: boolean }> {
  const found = await userOf(ctx, link)
  const { user } = found
  if (user.emailVerified) throw noLink()
  const { internalAdapter } = ctx.context
  if (newPassword === undefined && !(await isPasswordOf(ctx, found, password ?? ''))) throw noPassword()
  const hash = newPassword === undefined ? null : await ctx.context.password.hash(newPassword)
  // Before the address counts: the password of the person who typed the address must never open the account.
  if (hash !== null) await internalAdapter.updatePassword(user.id, hash)
  if (!(await confirm(user.id))) throw noLink()
  if (hash !== null) {
    await internalAdapter.deleteUserSessions(user.id)
    await onNewPassword(user.id)
  }
  // Its second step is asked at the sign-in that follows.
  if (Reflect.get(user, 'twoFactorEnabled') === true) return { status: true, signedIn: false }
  const session = await internalAdapter.createSession(user.id)
  await setSessionCookie(ctx, { session, user: { ...user, emailVerified: true } })
  return { status: true, signedIn: true }
}

/** Gives an account the address of a link, for who knows its password: the link went to that address, not to the account. */
async function changeAddress(
  ctx: Context,
  link: AddressLink & { to: string },
  password: string,
  { store }: Needs,
): Promise<void> {
  const found = await userOf(ctx, link)
  if (await hasNewPassword(store.db, link)) throw noLink()
  if (!(await isPasswordOf(ctx, found, password))) throw noPassword()
  const { internalAdapter } = ctx.context
  if ((await internalAdapter.findUserByEmail(link.to)) !== null) throw noLink()
  await internalAdapter.updateUser(found.user.id, { email: link.to, emailVerified: true })
}

async function isPasswordOf(ctx: Context, { accounts }: User, password: string): Promise<boolean> {
  const hash = accounts.find(({ providerId }) => providerId === 'credential')?.password
  return typeof hash === 'string' && ctx.context.password.verify({ hash, password })
}
