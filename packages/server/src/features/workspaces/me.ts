import type { me, ReplyOf } from '@waxseal/contract'
import { isAtLeast, type Role } from '@waxseal/core/plan'
import { and, eq, inArray } from 'drizzle-orm'
import { billingCustomer, subscription } from '../../db/schema/index.ts'
import type { Database } from '../../db/store.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../ports.ts'
import { dayOf, monthOf, nextDay } from '../usage/period.ts'
import { used } from '../usage/store.ts'
import type { Actor } from './actor.ts'
import type { SignedIn } from './sign-in.ts'

/**
 * Who is signed in, and in which workspace: plan and usage are the workspace's. `clerk_id` is the auth provider's user
 * id, whichever provider it is.
 */
export async function profileOf(
  { store, now }: Pick<Deps, 'store' | 'now'>,
  { workspace, role }: Actor,
  { person, memberships }: SignedIn,
  session: Session,
): Promise<ReplyOf<typeof me>> {
  const at = now()
  const [stripe, threats, scans] = await Promise.all([
    stripeIdsOf(store.db, workspace.id),
    used(store.db, { workspaceId: workspace.id, kind: 'threat', period: dayOf(at) }),
    used(store.db, { workspaceId: workspace.id, kind: 'scan', period: monthOf(at) }),
  ])
  return {
    id: person.id,
    clerk_id: person.subject,
    email: person.email,
    name: person.name,
    picture: person.picture,
    tier: workspace.tier,
    ...stripe,
    created_at: person.createdAt.toISOString(),
    vt_usage_count: threats,
    vt_usage_reset_date: nextDay(at).toISOString(),
    scans_this_month: scans,
    workspace: { id: workspace.id, name: workspace.name, role },
    workspaces: memberships.map(each => ({ id: each.workspace.id, name: each.workspace.name, role: each.role })),
    session: {
      session_id: session.sessionId,
      session_status: session.status,
      user_id: session.subject,
      org_id: workspace.id,
      org_role: role,
      org_slug: slugOf(workspace.name),
      org_permissions: permissionsOf(role),
    },
  }
}

const stripe = ['stripe', 'stripe_test'] as const

/** What the workspace is called at Stripe; null where another provider, or none, takes the money. */
async function stripeIdsOf(
  db: Database,
  workspaceId: string,
): Promise<{ stripe_customer_id: string | null; stripe_subscription_id: string | null }> {
  const [row] = await db
    .select({ customer: billingCustomer.customerId, subscription: subscription.subscriptionId })
    .from(billingCustomer)
    .leftJoin(
      subscription,
      and(eq(subscription.workspaceId, billingCustomer.workspaceId), inArray(subscription.provider, stripe)),
    )
    .where(and(eq(billingCustomer.workspaceId, workspaceId), inArray(billingCustomer.provider, stripe)))
  return { stripe_customer_id: row?.customer ?? null, stripe_subscription_id: row?.subscription ?? null }
}

/** `Kite & Sons` is `kite-sons`; null for a name without a letter or digit. Two workspaces may have the same one. */
function slugOf(name: string): string | null {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu)
  return words === null ? null : words.join('-')
}

const permissions: readonly { name: string; least: Role }[] = [
  { name: 'read', least: 'viewer' },
  { name: 'edit', least: 'editor' },
  { name: 'manage_members', least: 'admin' },
  { name: 'pay', least: 'admin' },
  { name: 'manage_owners', least: 'owner' },
]

function permissionsOf(role: Role): string[] {
  return permissions.filter(({ least }) => isAtLeast(role, least)).map(({ name }) => name)
}
