import { z } from 'zod'
import { activityFeedRoute } from './activity.route.ts'
import { endpoint } from './endpoint.ts'

/** One finished scan: its score, the score of the scan it was compared with, and what changed since. */
const scanned = z.object({
  domain_id: z.string(),
  domain_name: z.string(),
  /** The name in Unicode when it differs from `domain_name`, else null. */
  domain_unicode: z.string().nullable(),
  /** null: not scored. */
  health_score: z.number().int().nullable(),
  /** null: a first scan, not scored, or not comparable. */
  score_before: z.number().int().nullable(),
  /** The number of findings that were fixed, and that are new. */
  fixed: z.number().int(),
  added: z.number().int(),
  /** ISO 8601 of the end of the scan. */
  timestamp: z.string(),
})

/** An activity item (specification 1, section 3) with our additions. */
const activityItem = scanned
  .extend({
    type: z.enum(['scan_completed', 'alert', 'other']),
    message: z.string(),
    alert_type: z.string().nullable(),
    /**
     * The scans of a group, the newest first, at most 100; then the item has the domain of the newest and no score. Empty:
     * one scan.
     */
    scans: z.array(scanned),
    /** The number of scans in the group; 0 for one scan. */
    scans_total: z.number().int(),
    /** The number of scans in the group with a higher score than the scan they were compared with, and with a lower one. */
    scores_up: z.number().int(),
    scores_down: z.number().int(),
  })
  .meta({ id: 'ActivityItem' })

export const activityFeed = endpoint({
  route: activityFeedRoute,
  summary: 'Returns the recent activity in the workspace, newest first. Scans in a row are one item.',
  status: 200,
  query: z.object({ limit: z.coerce.number<number>().int().min(1).max(15).default(15) }),
  reply: z.array(activityItem),
  errors: ['unauthorized', 'validation'],
})
