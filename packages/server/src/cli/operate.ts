import { tiers } from '@waxseal/core/plan'
import { z } from 'zod'
import type { OperatorDeps } from '../deps.ts'
import { allPersons, setTier } from '../features/workspaces/store.ts'

/** An operator's request as sent over the control socket: one JSON line each way. */
export const operatorRequest = z.discriminatedUnion('command', [
  z.object({ command: z.literal('account.list') }),
  z.object({ command: z.literal('account.set-tier'), email: z.string(), tier: z.enum(tiers) }),
  z.object({ command: z.literal('account.reset-password'), email: z.string() }),
])

export type OperatorRequest = z.infer<typeof operatorRequest>

export const operatorReply = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** For people, line by line. */
    lines: z.array(z.string()),
    /** For programs. */
    result: z.json(),
  }),
  z.object({ ok: z.literal(false), message: z.string() }),
])

export type OperatorReply = z.infer<typeof operatorReply>

/** Executes an operator's request: in the running server, or in the command's own process when none runs. */
export async function operate(deps: OperatorDeps, request: OperatorRequest): Promise<OperatorReply> {
  switch (request.command) {
    case 'account.list': {
      const rows = await allPersons(deps.store.db)
      const result = rows.map(row => ({
        email: row.email,
        name: row.name,
        // Someone who has left every workspace of their own gets a new one at the next call.
        tier: row.tier ?? deps.env.defaultTier,
        created_at: row.createdAt.toISOString(),
      }))
      const width = Math.max(0, ...result.map(row => row.email.length))
      const lines = result.map(
        row => `${row.email.padEnd(width)}  ${row.tier.padEnd(8)}  since ${row.created_at.slice(0, 10)}`,
      )
      return { ok: true, lines: lines.length > 0 ? lines : ['No accounts yet.'], result }
    }
    case 'account.set-tier': {
      const row = await setTier(deps.store.db, request.email, request.tier)
      if (row === null) return nobody(request.email)
      const lines = [`${row.email} is now on ${row.tier}.`]
      if (deps.env.billing === 'off') lines.push(`While BILLING=off everyone uses ${deps.env.defaultTier}.`)
      return { ok: true, lines, result: { email: row.email, tier: row.tier } }
    }
    case 'account.reset-password': {
      const link = await deps.auth.resetLink(request.email)
      if (link === null) return nobody(request.email)
      const lines = [
        `Open this link within the hour to set a new password for ${request.email}. It also confirms the address:`,
        link,
      ]
      return { ok: true, lines, result: { link } }
    }
    default:
      return request satisfies never
  }
}

function nobody(email: string): OperatorReply {
  return { ok: false, message: `There is no account with the address ${email}.` }
}
