import { type AuditGroup, auditActions, auditGroups } from '@waxseal/core/audit'
import { z } from 'zod'
import { auditLogRoute } from './audit.route.ts'
import { endpoint } from './endpoint.ts'

const groups = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]]

const auditEvent = z
  .object({
    id: z.string(),
    /** ISO 8601. */
    at: z.string(),
    /** What was done, in plain words and without the person. */
    text: z.string(),
    action: z.enum(auditActions),
    group: z.enum(groups),
    /** What it is about, as it was called then: a domain, a member's address, an API key. Empty: nothing of its own. */
    subject: z.string(),
    actor: z.object({
      /**
       * `person`: in the browser. `key`: an API key. `link`: the holder of a link in a mail. `operator`: a command on the
       * server. `waxseal`: the server itself, as for a plan that ends.
       */
      kind: z.enum(['person', 'key', 'link', 'operator', 'waxseal']),
      /** The name of the person or the API key at that time. Empty for the others, and once the person's account is deleted. */
      name: z.string(),
      email: z.string().nullable(),
      /** Whether it was the signed-in person. */
      you: z.boolean(),
    }),
  })
  .meta({ id: 'AuditEvent' })

export const auditLog = endpoint({
  route: auditLogRoute,
  summary:
    'Returns the audit log, newest first: who did what in the workspace in the last 12 months, and the sign-in events of the signed-in person. Members below Admin get what they did themselves.',
  status: 200,
  query: z.object({
    limit: z.coerce.number<number>().int().min(1).max(100).default(25),
    /** The id of an event: only earlier ones. */
    before: z.uuid().optional(),
    action: z.enum(groups).optional(),
    /** The name of a domain: only events about it, or about a list of domains that has it. */
    domain: z.string().max(1_000).optional(),
  }),
  reply: z.object({
    events: z.array(auditEvent),
    /** `before` of the next page; null: there are no earlier events. */
    next: z.string().nullable(),
  }),
  errors: ['unauthorized', 'validation', 'invalid_domain', 'not_found'],
})
