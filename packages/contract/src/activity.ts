import { alertSeverities } from '@waxseal/core/alert'
import { z } from 'zod'
import { activityFeedRoute } from './activity.route.ts'
import { endpoint } from './endpoint.ts'

/** One finished scan: its score, the score of the scan it was compared with, and what changed since. */
const scanned = z.object({
  domain_id: z.string(),
  domain_name: z.string(),
  /** The name in Unicode when it differs from `domain_name`, else null. */
  domain_unicode: z.string().nullable(),
  /** Of an alert the last known score of its domain. null: not scored, or no domain. */
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
    /** null: an alert about a watched address, or about the alerts themselves. Then `domain_name` says what it is about. */
    domain_id: z.string().nullable(),
    type: z.enum(['scan_completed', 'alert', 'other']),
    /** Of an alert one sentence without a period. */
    message: z.string(),
    /** The kind of an alert, words joined by underscores; null: no alert. */
    alert_type: z.string().nullable(),
    /** null: no alert. */
    alert_severity: z.enum(alertSeverities).nullable(),
    /** The cause of the alert was looked for and is gone. */
    resolved: z.boolean(),
    /**
     * The scans of a group, the newest first, at most 100; then the item has the domain and the score of the newest. Empty:
     * one scan.
     */
    scans: z.array(scanned),
    /** The number of scans in the group, at most 300; 0 for one scan. */
    scans_total: z.number().int(),
    /** The group may have more scans than were counted. */
    scans_more: z.boolean(),
    /** The number of scans in the group with a higher score than the scan they were compared with, and with a lower one. */
    scores_up: z.number().int(),
    scores_down: z.number().int(),
  })
  .meta({ id: 'ActivityItem' })

export const activityFeed = endpoint({
  route: activityFeedRoute,
  summary: 'Returns the recent scans and alerts of the workspace, newest first. Scans in a row are one item.',
  status: 200,
  query: z.object({ limit: z.coerce.number<number>().int().min(1).max(15).default(15) }),
  reply: z.array(activityItem),
  errors: ['unauthorized', 'validation'],
})
