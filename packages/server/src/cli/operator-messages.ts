import { tiers } from '@waxseal/core/plan'
import { z } from 'zod'

/** An operator's request as sent over the control socket: one JSON line each way. */
export const operatorRequest = z.discriminatedUnion('command', [
  z.object({ command: z.literal('account.list') }),
  z.object({ command: z.literal('account.set-tier'), email: z.string(), tier: z.enum(tiers) }),
  z.object({ command: z.literal('account.reset-password'), email: z.string() }),
  z.object({ command: z.literal('account.two-factor-off'), email: z.string() }),
  /** Of the running process; nothing else can answer it. */
  z.object({ command: z.literal('status') }),
  z.object({ command: z.literal('jobs') }),
  /** Without an id: all of them. */
  z.object({ command: z.literal('jobs.retry'), id: z.string().optional() }),
  z.object({ command: z.literal('jobs.drop'), id: z.string() }),
  /** Answered with the bytes of the backup, not with a reply. */
  z.object({ command: z.literal('backup'), withSecrets: z.boolean() }),
  /** The backup is on disk and was read back. */
  z.object({ command: z.literal('backup.done'), bytes: z.int().min(0) }),
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
