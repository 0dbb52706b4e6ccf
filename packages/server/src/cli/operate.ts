import type { Writable } from 'node:stream'
import { plans } from '@waxseal/core/plan'
import { pino } from 'pino'
import { allSecrets } from '../adapters/secrets.ts'
import { writeBackup } from '../db/backup-write.ts'
import { noteOperation } from '../db/operations.ts'
import { type OperatorDeps, openOperatorDeps } from '../deps.ts'
import type { Env } from '../env.ts'
import { recordEvent, recordOwnEvent } from '../features/audit/record.ts'
import { allPersons, personOfEmail, setTier } from '../features/workspaces/store.ts'
import { commit, version } from '../version.ts'
import { dropJob, listJobs, retryJobs } from './jobs-command.ts'
import type { OperatorReply, OperatorRequest } from './operator-messages.ts'
import { whyNot } from './why-not.ts'

/** Executes an operator's request. */
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
      const row = await deps.store.transaction(async tx => {
        const changed = await setTier(tx, request.email, request.tier)
        if (changed === null) return null
        const where = { workspace: { id: changed.workspaceId }, by: operator }
        await recordEvent(deps, tx, where, { action: 'plan.granted', detail: { to: plans[request.tier].label } })
        return changed
      })
      if (row === null) return unknownAccount(request.email)
      const lines = [`${row.email} now has the plan ${row.tier}.`]
      if (row.tier !== request.tier) lines.push(`It pays for this plan, which is higher than ${request.tier}.`)
      if (deps.env.billing === 'off')
        lines.push(`While BILLING=off, every account has the plan ${deps.env.defaultTier}.`)
      return { ok: true, lines, result: { email: row.email, tier: row.tier } }
    }
    case 'account.reset-password': {
      if (deps.auth.kind === 'clerk') return atClerk
      const link = await deps.auth.resetLink(request.email)
      if (link === null) return unknownAccount(request.email)
      await recordOfPerson(deps, request.email, 'account.reset_link_made')
      const lines = [
        `Open this link within 1 hour to set a new password for ${request.email}. It also confirms the address:`,
        link,
      ]
      return { ok: true, lines, result: { link } }
    }
    case 'account.two-factor-off': {
      if (deps.auth.kind === 'clerk') return atClerk
      if (!(await deps.auth.stopTwoFactor(request.email))) return unknownAccount(request.email)
      await recordOfPerson(deps, request.email, 'account.two_factor_off')
      const lines = [`${request.email} now signs in with the password alone.`]
      return { ok: true, lines, result: { email: request.email } }
    }
    case 'status':
      // `serve` answers it with `statusOf`.
      throw new Error('only a running server has a status')
    case 'jobs':
      return listJobs(deps)
    case 'jobs.retry':
      return retryJobs(deps, request.id === undefined ? 'all' : { id: request.id })
    case 'jobs.drop':
      return dropJob(deps, request.id)
    case 'backup':
      // `listenForOperator` sends it to `backup` below.
      throw new Error('a backup is no reply')
    case 'backup.done':
      await noteOperation(deps.store.db, 'backup', deps.now(), { bytes: request.bytes })
      return { ok: true, lines: [], result: null }
    default:
      return request satisfies never
  }
}

/** Writes a backup of the store, and of the generated secrets if wanted. */
export async function backup(
  { store, now, env }: Pick<OperatorDeps, 'store' | 'now' | 'env'>,
  { withSecrets }: { withSecrets: boolean },
  to: Writable,
): Promise<void> {
  const secrets = withSecrets ? allSecrets(env.dataDir) : undefined
  await writeBackup(store, { version: `${version()} ${commit()}`, now: now(), secrets }, to)
}

/** Executes an operator's request in a process that opens the store for this alone. */
export async function operateAlone(env: Env, request: OperatorRequest): Promise<OperatorReply> {
  return alone(env, deps => operate(deps, request))
}

/** Does the same with any work. */
export async function alone(env: Env, work: (deps: OperatorDeps) => Promise<OperatorReply>): Promise<OperatorReply> {
  const opened = await openOperatorDeps(env, pino({ level: 'silent' })).catch((error: unknown) => whyNot(error, env))
  if (typeof opened === 'string') return { ok: false, message: opened }
  try {
    return await work(opened.deps)
  } finally {
    await opened.close()
  }
}

const operator = { kind: 'operator' } as const

/** Records a command about a sign-in for the person, who alone sees it. */
async function recordOfPerson(
  deps: Pick<OperatorDeps, 'store' | 'now'>,
  email: string,
  action: 'account.reset_link_made' | 'account.two_factor_off',
): Promise<void> {
  await deps.store.transaction(async tx => {
    const person = await personOfEmail(tx, email)
    if (person !== undefined) await recordOwnEvent(deps, tx, person.id, { action }, operator)
  })
}

const atClerk: OperatorReply = { ok: false, message: 'Clerk signs people in on this server. Change it there.' }

function unknownAccount(email: string): OperatorReply {
  return { ok: false, message: `There is no account with the address ${email}.` }
}
