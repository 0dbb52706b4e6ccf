import { z } from 'zod'

/** What both builders know. */

/**
 * For which domain a record is made: one of the account's own (`domain_id`), or any (`domain_name`: Pro and above). One of
 * the two, the other absent or null.
 */
export const builderTarget = z.object({
  domain_id: z.string().max(64).nullish(),
  /** A name, URL or e-mail address in any script. */
  domain_name: z.string().max(2_000).nullish(),
})

/** Something about a record that was made all the same. */
export const builderWarning = z
  .object({
    /** Stable, for programs. */
    code: z.string(),
    message: z.string(),
  })
  .meta({ id: 'BuilderWarning' })

export type BuilderWarning = z.infer<typeof builderWarning>

export const builderParams = z.object({ domainId: z.string().max(64) })
