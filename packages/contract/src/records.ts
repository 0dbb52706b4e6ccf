import { z } from 'zod'
import { builderTarget } from './builder-parts.ts'
import { endpoint } from './endpoint.ts'
import { checkRecordRoute } from './records.route.ts'

const liveState = ['live', 'different', 'several', 'missing', 'could_not_check'] as const

export const checkRecord = endpoint({
  route: checkRecordRoute,
  summary:
    "Checks whether a record is live now. Queries each name server of the domain's zone without a cache, or the " +
    'configured resolvers if direct queries are off, and compares the record as receivers read it. Stores nothing and uses ' +
    'no scan.',
  status: 200,
  body: builderTarget.extend({
    kind: z.enum(['spf', 'dmarc']),
    /** The record that should be there, and no other of its kind. */
    record: z.string().min(1).max(16_384),
  }),
  reply: z.object({
    /** The name of the record: the domain for SPF, `_dmarc` below it for DMARC. */
    name: z.string(),
    /**
     * `partly`: some servers have exactly this record, others do not. `different`: another record, or a text that was
     * meant to be one. `several`: more than one, so receivers use none. `could_not_check`: no server answered, which
     * says nothing about the record.
     */
    state: z.enum([...liveState, 'partly']),
    asked: z.enum(['name_servers', 'resolvers']),
    servers: z.array(
      z.object({
        /** Null for the configured resolvers. */
        host: z.string().nullable(),
        state: z.enum(liveState),
        /** The records of this kind, and texts that were meant to be one. */
        found: z.array(z.string()),
        /** Seconds; null without such a record. */
        ttl: z.number().int().nullable(),
        /** Why it could not be checked. */
        reason: z.string().nullable(),
      }),
    ),
    /** The number of name servers beyond the limit, which were not asked. */
    more: z.number().int(),
    /** Why nothing could be checked, when no name server is known. */
    reason: z.string().nullable(),
    checked_at: z.string(),
  }),
  errors: ['unauthorized', 'validation', 'invalid_domain', 'feature_locked', 'not_found'],
})
