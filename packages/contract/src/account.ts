import { roles, tiers } from '@waxseal/core/plan'
import { z } from 'zod'
import {
  chatTodayRoute,
  configRoute,
  dashboardStatsRoute,
  meRoute,
  scansThisMonthRoute,
  vtUsageRoute,
} from './account.route.ts'
import { changedAfterScan } from './changed-after-scan.ts'
import { endpoint } from './endpoint.ts'

const membership = z.object({ id: z.string(), name: z.string(), role: z.enum(roles) })

/** The signed-in user's record (specification 2, section 3) with the session fields (specification 1, section 3). */
export const me = endpoint({
  route: meRoute,
  summary: 'Returns the signed-in person with their plan and usage.',
  status: 200,
  reply: z
    .object({
      id: z.string(),
      clerk_id: z.string(),
      email: z.string(),
      name: z.string(),
      picture: z.string().nullable(),
      tier: z.enum(tiers),
      stripe_customer_id: z.string().nullable(),
      stripe_subscription_id: z.string().nullable(),
      created_at: z.string(),
      vt_usage_count: z.number().int(),
      vt_usage_reset_date: z.string(),
      scans_this_month: z.number().int(),
      /** The workspace this call is about: tier and usage are its own. */
      workspace: membership,
      /** Every workspace of the person, the one joined first first. */
      workspaces: z.array(membership),
      session: z.object({
        session_id: z.string(),
        session_status: z.string(),
        user_id: z.string(),
        org_id: z.string().nullable(),
        org_role: z.string().nullable(),
        org_slug: z.string().nullable(),
        org_permissions: z.array(z.string()),
      }),
    })
    .meta({ id: 'Me' }),
  errors: ['unauthorized'],
})

export const scansThisMonth = endpoint({
  route: scansThisMonthRoute,
  summary: 'Returns the number of scans started in this calendar month (UTC).',
  status: 200,
  reply: z.object({
    scans_this_month: z.number().int(),
    /** null: unlimited. */
    limit: z.number().int().nullable(),
    resets_at: z.string(),
  }),
  errors: ['unauthorized'],
})

export const chatToday = endpoint({
  route: chatTodayRoute,
  summary: 'Returns the chat messages sent today (UTC) and the daily limit of the plan.',
  status: 200,
  reply: z.object({
    messages_today: z.number().int(),
    /** null: unlimited, and none are counted. */
    limit: z.number().int().nullable(),
    resets_at: z.string(),
  }),
  errors: ['unauthorized'],
})

export const vtUsage = endpoint({
  route: vtUsageRoute,
  summary: 'Returns the threat lookups used today (UTC) and the daily limit of the plan.',
  status: 200,
  reply: z.object({ current_usage: z.number().int(), daily_limit: z.number().int(), resets_at: z.string() }),
  errors: ['unauthorized'],
})

export const dashboardStats = endpoint({
  route: dashboardStatsRoute,
  summary: 'Returns the number of domains in each band and the domains that need most attention.',
  status: 200,
  reply: z.object({
    security_summary: z.object({
      excellent: z.number().int(),
      good: z.number().int(),
      fair: z.number().int(),
      poor: z.number().int(),
      /** Domains in none of the four bands: never scanned, or no scan gave a score. */
      not_scanned: z.number().int(),
      not_scored: z.number().int(),
    }),
    /** All domains of the workspace. */
    total_domains: z.number().int(),
    requiring_attention: z.array(
      z.object({
        domain_id: z.string(),
        domain_name: z.string(),
        health_score: z.number().int(),
        /** What costs points, the costliest first. Accepted and muted findings are left out: none is left where it is empty. */
        issues: z.array(z.string()),
      }),
    ),
    /** The domains whose records changed after their last scan, at most eight, those with the gravest change first. */
    changed_after_scan: z.array(
      z.object({
        domain_id: z.string(),
        domain_name: z.string(),
        /** The name in Unicode when it differs from `domain_name`, else null. */
        domain_unicode: z.string().nullable(),
        changes: changedAfterScan,
      }),
    ),
    /** The number of domains that changed beside these eight. */
    changed_beyond: z.number().int(),
  }),
  errors: ['unauthorized'],
})

/** What the browser must know before anyone is signed in. */
export const config = endpoint({
  route: configRoute,
  summary: 'Returns the public configuration of this installation.',
  status: 200,
  reply: z.object({
    auth: z.discriminatedUnion('mode', [
      z.object({ mode: z.literal('embedded') }),
      /** Clerk signs people in; the key is for its script. */
      z.object({ mode: z.literal('clerk'), publishable_key: z.string() }),
    ]),
    signup: z.enum(['first', 'open', 'invite', 'closed']),
    /** May somebody sign up right now? */
    signup_open: z.boolean(),
    billing: z.enum(['test', 'stripe', 'off']),
    /** Plans are sold and no money moves: test mode, or a test key of Stripe. */
    test_money: z.boolean(),
    /** The plan of a new workspace. */
    default_tier: z.enum(tiers),
    /** Threat lookups a day on Business, which the operator sets. */
    threat_lookups_business: z.number().int(),
    operator_name: z.string().nullable(),
    contact_email: z.string().nullable(),
    /** Password resets are mailed; otherwise the link is written to the server's log. */
    mail: z.boolean(),
    /** Visitors may check a domain without an account. */
    visitor_check: z.boolean(),
    /** Whether scans of accounts test mail servers. */
    relay_test: z.boolean(),
    /** Whether VirusTotal is a threat source: only its vendors have tiers. */
    virustotal: z.boolean(),
  }),
  errors: [],
})
