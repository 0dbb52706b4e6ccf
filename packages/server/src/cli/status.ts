import { lastBackup } from '../db/operations.ts'
import type { Store } from '../db/store.ts'
import type { Deps } from '../deps.ts'
import { outboxStates, queueStates } from '../jobs/queue-state.ts'
import { type Part, partNames } from '../metrics/parts.ts'
import { ageOf } from './jobs-command.ts'
import type { OperatorReply } from './operator-messages.ts'

/** The operator waits for a check of the resolver and the mail server, which takes ten seconds at most. */
const patienceMs = 11_000

type StatusDeps = Pick<Deps, 'build' | 'env' | 'now' | 'parts' | 'store'>

/** `waxseal status`: the running process, its parts, and what its database knows; null where that does not answer. */
export async function statusOf({ build, env, now, parts, store }: StatusDeps): Promise<OperatorReply> {
  const states = await parts.read(patienceMs)
  const answers = states.store.state === 'ok'
  const isReady = answers && states.disk.state !== 'failed'
  const stored = answers ? await storedStatus(store.db) : null
  const at = now()
  const upMs = process.uptime() * 1_000
  const { version, commit, schema, node } = build
  const rows: [string, string][] = [
    ['Version', `${version}${commit === null ? '' : ` (${commit})`}, schema ${schema}, Node ${node}`],
    ['Process', `role ${env.role}, ${store.kind === 'pglite' ? 'embedded database' : 'PostgreSQL'}, up ${ageOf(upMs)}`],
    ...partNames.map((name): [string, string] => [labels[name], partText(states[name], at)]),
  ]
  if (stored !== null) {
    const { jobs, messages, backup } = stored
    rows.push(
      ['Jobs', `${jobs.waiting} waiting, ${jobs.retrying} retrying, ${jobs.running} running, ${jobs.failed} failed`],
      ['Messages', `${messages.waiting} waiting, ${messages.failed} failed`],
      [
        'Backup',
        backup === null ? 'none yet' : `${ageOf(at.getTime() - backup.at.getTime())} ago, ${size(backup.bytes)}`,
      ],
    )
  }
  const result = {
    status: isReady ? 'ready' : 'not ready',
    version,
    commit,
    schema,
    node,
    role: env.role,
    store: store.kind === 'pglite' ? 'embedded' : 'postgres',
    started_at: new Date(at.getTime() - upMs).toISOString(),
    parts: Object.fromEntries(
      partNames.map(name => {
        const part = states[name]
        return [name, { ...part, at: part.at?.toISOString() ?? null }]
      }),
    ),
    jobs: stored?.jobs ?? null,
    messages: stored?.messages ?? null,
    last_backup: stored?.backup ? { at: stored.backup.at.toISOString(), bytes: stored.backup.bytes } : null,
  }
  return { ok: true, lines: rows.map(([name, text]) => `${`${name}:`.padEnd(10)}${text}`), result }
}

const labels = {
  store: 'Store',
  disk: 'Disk',
  worker: 'Worker',
  resolver: 'Resolver',
  mail: 'Mail',
  clock: 'Clock',
} as const

function partText({ state, at, reason }: Part, now: Date): string {
  const age = at === null ? '' : `, ${ageOf(now.getTime() - at.getTime())} ago`
  if (state === 'off') return 'off (SMTP_URL is not set)'
  return `${state}${age}${reason === null ? '' : `: ${reason}`}`
}

async function storedStatus(db: Store['db']) {
  const jobs = { waiting: 0, retrying: 0, running: 0, failed: 0 }
  for (const { waiting, retrying, running, failed } of await queueStates(db)) {
    jobs.waiting += waiting
    jobs.retrying += retrying
    jobs.running += running
    jobs.failed += failed
  }
  const messages = { waiting: 0, failed: 0 }
  for (const { waiting, failed } of await outboxStates(db)) {
    messages.waiting += waiting
    messages.failed += failed
  }
  return { jobs, messages, backup: await lastBackup(db) }
}

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
