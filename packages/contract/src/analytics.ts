import { checkIds } from '@waxseal/core/check'
import { z } from 'zod'
import { domainAnalyticsRoute } from './analytics.route.ts'
import { domainParams } from './domains.ts'
import { endpoint } from './endpoint.ts'

/** ISO 8601 of the end of a scan. */
const scanTime = z.string()
const count = z.number().int()

export const domainAnalytics = endpoint({
  route: domainAnalyticsRoute,
  summary:
    'Returns what the scans of a period found on a domain: scores, findings by severity, blocklist listings, and how ' +
    'often each check could be made.',
  status: 200,
  params: domainParams,
  query: z.object({
    /** The period ends now and began so many days ago. */
    days: z.coerce.number<number>().int().min(1).max(730).default(90),
  }),
  reply: z
    .object({
      /** ISO 8601 of the start of the period. */
      from: z.string(),
      /** The oldest first; the newest 1,000 of the period. */
      scans: z.array(
        z.object({
          scan_id: z.string(),
          at: scanTime,
          /** null: the scan has no score. */
          score: count.nullable(),
          /** The basis of this score differs from that of the previous one, so they are not comparable. */
          basis_changed: z.boolean(),
          fixed: count,
          added: count,
          findings: z.object({ critical: count, high: count, medium: count, low: count, info: count }),
        }),
      ),
      /** The period has older scans, which are left out of everything here. */
      has_older: z.boolean(),
      /** Those of now first. */
      listings: z.array(
        z.object({
          /** The name of the list; of an own one, its zone. */
          list: z.string(),
          own: z.boolean(),
          /** The listed address or name. */
          listed: z.string(),
          /** The newest scan that could check blocklists has it. */
          listed_now: z.boolean(),
          /** From the first to the last scan in a row that saw it, the oldest first. */
          spans: z.array(z.object({ from: scanTime, to: scanTime })),
        }),
      ),
      /** The period has more listings than the 200 here. */
      more_listings: count,
      checks: z.array(
        z.object({
          check: z.enum(checkIds),
          /** Scans in which it could be made. */
          made: count,
          /** The newest scan in which it could not; null: none. */
          last_missed: scanTime.nullable(),
        }),
      ),
    })
    .meta({ id: 'DomainAnalytics' }),
  errors: ['unauthorized', 'validation', 'not_found', 'feature_locked'],
})
