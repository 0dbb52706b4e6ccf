import { z } from 'zod'

/** Schemas that both builders use. */

/**
 * The domain of a new record: one of the account's own (`domain_id`), or any (`domain_name`: Pro and above). Exactly
 * one of the two is set; the other is absent or null.
 */
export const builderTarget = z.object({
  domain_id: z.string().max(64).nullish(),
  /** A name, URL or email address in any script. */
  domain_name: z.string().max(2_000).nullish(),
})

/** A warning about a valid record. */
export const builderWarning = z
  .object({
    /** Stable, for programs. */
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'BuilderWarning' })

export type BuilderWarning = z.infer<typeof builderWarning>

export const builderParams = z.object({ domainId: z.string().max(64) })
