import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { countChangesRoute, listChangesRoute } from './monitoring.route.ts'

/** The most changes that one reply has. */
const changesMax = 500

/**
 * A value of records: text, or a list, or null. The document says "any JSON value", because generators make no client of a
 * schema that contains itself.
 */
const anyJson = () => z.unknown().meta({ description: 'Any JSON value; null: there was, or is, no record.' })

/** A DNS change (specification 2, section 3). */
const changeItem = z
  .object({
    id: z.string(),
    domain_id: z.string(),
    domain_name: z.string(),
    /** The name in Unicode when it differs from `domain_name`, else null. */
    domain_unicode: z.string().nullable(),
    /** As `mx_modified`; see `changeTypeLabel` of core. */
    change_type: z.string(),
    change_description: z.string(),
    severity: z.enum(['info', 'warning', 'critical']),
    /** ISO 8601 of the check that found it. */
    timestamp: z.string(),
    /** null: there was, or is, no record. */
    old_value: anyJson(),
    new_value: anyJson(),
  })
  .meta({ id: 'DnsChange' })

export const listChanges = endpoint({
  route: listChangesRoute,
  summary: 'Returns the DNS changes of the workspace or of one domain, newest first.',
  status: 200,
  query: z.object({
    domain_id: z.string().max(64).optional(),
    limit: z.coerce.number<number>().int().min(1).max(changesMax).default(changesMax),
    /** The id of the last change of the previous page. */
    before: z.string().max(64).optional(),
  }),
  reply: z.array(changeItem),
  errors: ['unauthorized', 'validation', 'not_found'],
})

export const countChanges = endpoint({
  route: countChangesRoute,
  summary: 'Counts the kept DNS changes: in all, by domain and by severity, and says how often DNS is checked.',
  status: 200,
  query: z.object({ domain_id: z.string().max(64).optional() }),
  reply: z.object({
    /** Of all domains. */
    total: z.number().int(),
    /** Each domain of the workspace in alphabetical order, with 0 where nothing changed. */
    domains: z.array(
      z.object({
        domain_id: z.string(),
        domain_name: z.string(),
        domain_unicode: z.string().nullable(),
        count: z.number().int(),
      }),
    ),
    /** Of the domain of the query, or of all. */
    severities: z.object({ info: z.number().int(), warning: z.number().int(), critical: z.number().int() }),
    monitoring: z.object({
      enabled: z.boolean(),
      /** Hours between two checks. */
      frequency: z.number().int(),
      /** ISO 8601 of the newest check of the domain of the query, or of any; null: none yet. */
      checked_at: z.string().nullable(),
    }),
    /** The plan shows the changes of the last so many days. */
    kept_days: z.number().int(),
  }),
  errors: ['unauthorized', 'validation', 'not_found'],
})
