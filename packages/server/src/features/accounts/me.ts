import type { me, ReplyOf } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../ports.ts'
import { dayOf, monthOf, nextDay } from '../usage/period.ts'
import { used } from '../usage/store.ts'
import type { Account } from './account.ts'

/** Who is signed in, on which plan, with what used up. `clerk_id` is the auth provider's user id, whichever it is. */
export async function profileOf(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  account: Account,
  session: Session,
): Promise<ReplyOf<typeof me>> {
  const at = now()
  const [threats, scans] = await Promise.all([
    used(store.db, { accountId: account.id, kind: 'threat', period: dayOf(at) }),
    used(store.db, { accountId: account.id, kind: 'scan', period: monthOf(at) }),
  ])
  return {
    id: account.id,
    clerk_id: account.subject,
    email: account.email,
    name: account.name,
    picture: account.picture,
    tier: account.tier,
    stripe_customer_id: null,
    stripe_subscription_id: null,
    created_at: account.createdAt.toISOString(),
    vt_usage_count: threats,
    vt_usage_reset_date: nextDay(at).toISOString(),
    scans_this_month: scans,
    session: {
      session_id: session.sessionId,
      session_status: session.status,
      user_id: session.subject,
      org_id: session.orgId,
      org_role: session.orgRole,
      org_slug: session.orgSlug,
      org_permissions: [...session.orgPermissions],
    },
  }
}
