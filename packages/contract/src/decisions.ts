import { z } from 'zod'
import { decideRoute, deleteDecisionRoute, listDecisionsRoute } from './decisions.route.ts'
import { domainParams } from './domains.ts'
import { endpoint } from './endpoint.ts'
import * as wording from './wording.ts'

/**
 * What the owner has decided about a finding. It belongs to the finding of each scan with the same `id` and `subject`;
 * findings and scores are the same with it and without.
 */
export const decisionItem = z
  .object({
    id: z.string(),
    /** The finding's `id`. */
    finding: z.string(),
    /** The finding's `subject`. */
    subject: z.string().nullable(),
    /** The finding's line as it is worded now, also where the newest scan has no such finding. */
    reason: z.string(),
    /** `accepted`: the finding stays in the list. `muted`: the list hides it. */
    kind: z.enum(['accepted', 'muted']),
    note: z.string(),
    decided_at: z.string(),
    /** The name of who decided; null when that person is gone, and in a workspace with one member. */
    decided_by: z.string().nullable(),
    /** null: it holds until it is deleted. */
    expires_at: z.string().nullable(),
    /** Its time is over: it is still told, and holds no longer. */
    expired: z.boolean(),
  })
  .meta({ id: 'Decision' })

export type DecisionItem = z.infer<typeof decisionItem>

export const listDecisions = endpoint({
  route: listDecisionsRoute,
  summary: 'Returns the decisions about findings of a domain, newest first. Expired decisions are included.',
  status: 200,
  params: domainParams,
  reply: z.object({ decisions: z.array(decisionItem) }),
  errors: ['unauthorized', 'not_found'],
})

export const decide = endpoint({
  route: decideRoute,
  summary:
    'Accepts or mutes a finding of the newest scan, with a note and an expiry, or changes that decision. The decision ' +
    'also applies to the same finding (`id` and `subject`) of later scans. It does not change the score.',
  status: 200,
  params: domainParams,
  body: z.object({
    finding: z.string().max(64),
    subject: z.string().max(2_000).nullable(),
    kind: z.enum(['accepted', 'muted']),
    note: z.string().max(500, wording.noteTooLong).default(''),
    /** ISO 8601 with its time zone, in the future and within two years; null: no expiry. */
    expires_at: z.iso.datetime({ offset: true }).max(40).nullable(),
  }),
  reply: decisionItem,
  errors: ['unauthorized', 'validation', 'not_found', 'domain_read_only'],
})

export const deleteDecision = endpoint({
  route: deleteDecisionRoute,
  summary: 'Deletes a decision about a finding.',
  status: 204,
  params: domainParams.extend({ decisionId: z.string().max(64) }),
  reply: z.null(),
  errors: ['unauthorized', 'not_found', 'domain_read_only'],
})
