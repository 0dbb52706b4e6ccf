import { scannedRecords } from '@waxseal/core/watch'
import { z } from 'zod'

/** The changes of records that monitoring found after the last scan, and that no scan has seen yet. */
export const changedAfterScan = z.array(
  z
    .object({
      record: z.enum(scannedRecords),
      /** One sentence without a period. */
      description: z.string(),
      /** ISO 8601 of the check that found it. */
      detected_at: z.string(),
      severity: z.enum(['info', 'warning', 'critical']),
      /** No scan that starts by itself is due: two days are over, or the domain became read-only. */
      given_up: z.literal(true).optional(),
    })
    .meta({ id: 'ChangeAfterScan' }),
)
