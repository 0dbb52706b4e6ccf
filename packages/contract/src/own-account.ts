import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  accountDeletionRoute,
  deleteAccountRoute,
  deletionPhrase,
  endOtherSessionsRoute,
  endSessionRoute,
  exportAccountRoute,
  listSessionsRoute,
  restoreAccountRoute,
} from './own-account.route.ts'
import * as wording from './wording.ts'

export const accountDeletion = endpoint({
  route: accountDeletionRoute,
  summary: 'Returns what deleting the account would do, and until when a deleted account can be restored.',
  status: 200,
  reply: z
    .object({
      email: z.string(),
      /** Until then the account can be restored; null: it is not deleted. */
      removed_at: z.string().nullable(),
      /** The workspaces of the person; none of a deleted account. */
      workspaces: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /**
           * `deleted`: no one else belongs to it. `left`: it has another owner. `blocks`: others belong to it and the person is
           * its only owner, so the account cannot be deleted.
           */
          effect: z.enum(['deleted', 'left', 'blocks']),
          domains: z.number().int(),
        }),
      ),
    })
    .meta({ id: 'AccountDeletion' }),
  errors: ['unauthorized'],
})

export const deleteAccount = endpoint({
  route: deleteAccountRoute,
  summary:
    'Deletes the account of the signed-in person and the workspaces that no one else belongs to. It can be restored for 30 days.',
  status: 200,
  body: z.object({
    phrase: z
      .string()
      .trim()
      .toLowerCase()
      .refine(text => text === deletionPhrase, wording.typeDeletionPhrase()),
    /** The person knows that a published SPF record still includes a hosted one. */
    confirmed: z.boolean().default(false),
  }),
  reply: z.object({ removed_at: z.string() }),
  errors: ['unauthorized', 'validation', 'conflict'],
})

export const restoreAccount = endpoint({
  route: restoreAccountRoute,
  summary: 'Restores a deleted account within 30 days. Does nothing for one that is not deleted.',
  status: 204,
  reply: z.null(),
  errors: ['unauthorized', 'gone'],
})

/** Rows as the database has them, without secrets. Other fields may come. */
const row = z.record(z.string(), z.unknown())

export const exportAccount = endpoint({
  route: exportAccountRoute,
  summary:
    'Returns all data of the signed-in person as one JSON file: the account, the workspaces they own with domains, scans, findings, DNS changes, alerts, records, header analyses, API keys, payments and the audit log, and their chat. It has no secrets.',
  status: 200,
  file: 'application/json',
  reply: z
    .object({
      format: z.literal('waxseal-account'),
      version: z.literal(1),
      exported_at: z.string(),
      account: row,
      /** What was recorded about the sign-in of the person. */
      audit_log: z.array(row),
      workspaces: z.array(row),
    })
    .meta({ id: 'AccountExport' }),
  errors: ['unauthorized'],
})

export const listSessions = endpoint({
  route: listSessionsRoute,
  summary: 'Returns the sessions of the signed-in person, the current one first.',
  status: 200,
  reply: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        current: z.boolean(),
        /** The browser and the system as the browser names them; null: unknown. */
        user_agent: z.string().nullable(),
        signed_in_at: z.string(),
        /** To within five minutes. */
        last_active_at: z.string(),
      }),
    ),
  }),
  errors: ['unauthorized'],
})

export const endSession = endpoint({
  route: endSessionRoute,
  summary: 'Ends a session of the signed-in person. Its tokens expire within five minutes.',
  status: 204,
  params: z.object({ id: z.string().max(64) }),
  reply: z.null(),
  errors: ['unauthorized', 'not_found'],
})

export const endOtherSessions = endpoint({
  route: endOtherSessionsRoute,
  summary: 'Ends all sessions of the signed-in person but the current one.',
  status: 204,
  reply: z.null(),
  errors: ['unauthorized'],
})
