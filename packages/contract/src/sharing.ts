import { z } from 'zod'
import { scanReply } from './diagnostics.ts'
import { endpoint } from './endpoint.ts'
import { shownIdentity } from './report-identity.ts'
import {
  listSharesRoute,
  revokeShareRoute,
  shareDays,
  sharedReportRoute,
  shareReportRoute,
  sharesOfDomain,
} from './sharing.route.ts'

const params = z.object({ id: z.string().max(64) })
const daysWrong = `expires_in_days must be a whole number from ${shareDays.min} to ${shareDays.max}`

const shareItem = z
  .object({
    id: z.string(),
    created_at: z.string(),
    /** The name of who created it; null: an API key, someone who deleted the account, or the only member. */
    created_by: z.string().nullable(),
    expires_at: z.string(),
    /** The day of the last opening in UTC, as `2026-11-20`; null: never opened. */
    last_opened_on: z.string().nullable(),
    /** How often the page was opened. */
    opened: z.number().int(),
  })
  .meta({ id: 'Share' })

export const shareReport = endpoint({
  route: shareReportRoute,
  summary:
    'Creates a link to a page with the report of a domain, for people without an account. The page shows the newest ' +
    `scan. Only this reply contains the link. A domain can have ${sharesOfDomain} links. It needs the Pro plan.`,
  status: 201,
  params,
  body: z
    .object({
      expires_in_days: z
        .number(daysWrong)
        .int(daysWrong)
        .min(shareDays.min, daysWrong)
        .max(shareDays.max, daysWrong)
        .default(shareDays.default),
    })
    .optional(),
  reply: z.object({ share: shareItem, url: z.string() }),
  errors: ['unauthorized', 'feature_locked', 'not_found', 'no_scan'],
})

export const listShares = endpoint({
  route: listSharesRoute,
  summary:
    'Returns the share links of a domain that have not expired, newest first. The links themselves are not stored.',
  status: 200,
  params,
  reply: z.object({ shares: z.array(shareItem) }),
  errors: ['unauthorized', 'not_found'],
})

export const revokeShare = endpoint({
  route: revokeShareRoute,
  summary: 'Revokes a share link. Its page answers 404 from then on.',
  status: 204,
  params,
  reply: z.null(),
  errors: ['unauthorized', 'not_found'],
})

export const sharedReport = endpoint({
  route: sharedReportRoute,
  summary:
    'Returns the report behind a share link: the newest scan of its domain, with `free` in place of the plan. The reply is the same 404 ' +
    'for a link that is unknown, expired or revoked, and for one whose domain or account was deleted.',
  status: 200,
  params: z.object({ token: z.string().max(100) }),
  reply: z.object({
    /** The domain in Unicode, where that differs. */
    domain_unicode: z.string().nullable(),
    /** `basis.tier` is always `free`: the plan is no part of a report. */
    scan: scanReply,
    /** Who the report is from; null: the workspace has not set it. */
    identity: shownIdentity.nullable(),
    expires_at: z.string(),
  }),
  errors: ['not_found', 'rate_limited'],
})
