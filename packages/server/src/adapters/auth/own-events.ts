import type { BetterAuthPlugin } from 'better-auth'
import { createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { NoteOwn } from '../../ports.ts'

type Note = Parameters<NoteOwn>[0]
type Context = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Codes of the library for a wrong second step. */
const refusals: readonly unknown[] = ['INVALID_CODE', 'INVALID_BACKUP_CODE']

const signIn = ({ context: { newSession } }: Context) =>
  newSession === null ? null : ({ subject: newSession.user.id, action: 'account.signed_in' } as const)

const done = (action: Note['action']) => (ctx: Context) => {
  const { session, returned } = ctx.context
  return session === null || isAPIError(returned) ? null : { subject: session.user.id, action }
}

/** What a call of the library means for the audit log, once it is answered; null: nothing. By its path. */
export const ownEvents: Readonly<Record<string, (ctx: Context) => Note | null | Promise<Note | null>>> = {
  // Without a second step: before it the library takes its session away.
  '/sign-in/email': signIn,
  '/sign-up/email': signIn,
  '/confirm-address': signIn,
  '/two-factor/verify-totp': secondStep,
  '/two-factor/verify-backup-code': secondStep,
  '/change-password': done('account.password_changed'),
  '/two-factor/disable': done('account.two_factor_off'),
  '/two-factor/generate-backup-codes': done('account.backup_codes_made'),
}

/** A code ends a sign-in, or in a session turns the second step on. */
async function secondStep(ctx: Context): Promise<Note | null> {
  const { session, newSession, returned } = ctx.context
  if (!isAPIError(returned)) {
    if (newSession === null) return null
    return { subject: newSession.user.id, action: session === null ? 'account.signed_in' : 'account.two_factor_on' }
  }
  if (session !== null || !refusals.includes(returned.body?.code)) return null
  const cookie = ctx.context.createAuthCookie('two_factor')
  const identifier = await ctx.getSignedCookie(cookie.name, ctx.context.secret)
  const pending = identifier ? await ctx.context.internalAdapter.findVerificationValue(identifier) : null
  return pending ? { subject: pending.value, action: 'account.code_refused' } : null
}

/**
 * A plugin that notes what people do with their sign-in. It runs after the plugin of the second step, which ends a session
 * that was started with the password alone.
 */
export function noteOwnEvents(note: (event: Note) => Promise<void>): BetterAuthPlugin {
  const handler = createAuthMiddleware(async ctx => {
    const event = await ownEvents[ctx.path]?.(ctx)
    if (event) await note(event)
  })
  return {
    id: 'waxseal-audit',
    hooks: { after: [{ matcher: ({ path = '' }) => Object.hasOwn(ownEvents, path), handler }] },
  }
}
