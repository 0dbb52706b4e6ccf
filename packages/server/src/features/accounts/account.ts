import type { Tier } from '@waxseal/core/plan'

/**
 * The owner of domains and scans: one row per signed-in person, made at the first call with a valid token.
 * `subject` is the auth provider's user id and is never used to authorise; `id` is.
 */
export interface Account {
  id: string
  subject: string
  email: string
  name: string
  picture: string | null
  /** What may be used now; with `BILLING=off` that is `DEFAULT_TIER`, whatever is stored. */
  tier: Tier
  createdAt: Date
}
