import { type listSessions as listEndpoint, type ReplyOf, wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import type { Session } from '../../ports.ts'
import { recordOfSubject } from '../audit/record.ts'
import { requireLiveSession } from '../workspaces/live-session.ts'

type Needs = Pick<Deps, 'auth' | 'store' | 'now'>

/** The sessions of the person, the current one first. @throws Refusal `unauthorized` when the session has ended */
export async function listSessions(deps: Needs, session: Session): Promise<ReplyOf<typeof listEndpoint>> {
  await requireLiveSession(deps, session)
  const open = await deps.auth.sessionsOf(session.subject)
  const sessions = open.map(({ id, userAgent, signedInAt, lastActiveAt }) => ({
    id,
    current: id === session.sessionId,
    user_agent: userAgent,
    signed_in_at: signedInAt.toISOString(),
    last_active_at: lastActiveAt.toISOString(),
  }))
  return { sessions: sessions.sort((a, b) => Number(b.current) - Number(a.current)) }
}

/** Ends one session of the person. @throws Refusal `unauthorized`; `not_found` */
export async function endSession(deps: Needs, session: Session, id: string): Promise<null> {
  await requireLiveSession(deps, session)
  // Text that is no id never reaches the database, which answers some of it with an error.
  if (!/^[\w-]+$/.test(id) || !(await deps.auth.endSession(session.subject, id)))
    throw new Refusal('not_found', wording.notFound)
  await recordOfSubject(deps, { subject: session.subject, action: 'account.session_ended' })
  return null
}

/** Ends all other sessions of the person. @throws Refusal `unauthorized` */
export async function endOtherSessions(deps: Needs, session: Session): Promise<null> {
  await requireLiveSession(deps, session)
  await deps.auth.endSessions(session.subject, session.sessionId)
  await recordOfSubject(deps, { subject: session.subject, action: 'account.sessions_ended' })
  return null
}
