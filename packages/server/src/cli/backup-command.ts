import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { restoreSecrets } from '../adapters/secrets.ts'
import { writeBackupFile } from '../db/backup-copies.ts'
import { type BackupHead, checkBackup, readBackup } from '../db/backup-file.ts'
import { openEmbedded } from '../db/embedded.ts'
import { refuseOthersFolder } from '../db/folder-owner.ts'
import { clearUnusedStore, loadBackup, loadJobs } from '../db/restore.ts'
import { openStore, type Store } from '../db/store.ts'
import { quoted, tablesWithData } from '../db/tables.ts'
import type { Env } from '../env.ts'
import { openQueue } from '../jobs/queue.ts'
import { askForBackup, askServer, isServing } from './control.ts'
import { alone, backup, operate } from './operate.ts'
import type { OperatorReply } from './operator-messages.ts'
import { whyNot } from './why-not.ts'

const silent = pino({ level: 'silent' })

/** `waxseal backup FILE`: from the running server, or from the store itself when none runs. */
export async function backupToFile(env: Env, file: string, options: { withSecrets: boolean }): Promise<OperatorReply> {
  const path = resolve(file)
  const bytes = await askForBackup(env.dataDir, options.withSecrets)
  if (bytes !== null) {
    const checked = await writeBackupFile(path, to => pipeline(bytes, to))
    await askServer(env.dataDir, { command: 'backup.done', bytes: (await stat(path)).size })
    return written(path, checked)
  }
  if (env.databaseUrl === null) refuseOthersFolder(env.dataDir)
  return alone(env, async deps => {
    const checked = await writeBackupFile(path, to => backup(deps, options, to))
    await operate(deps, { command: 'backup.done', bytes: (await stat(path)).size })
    return written(path, checked)
  })
}

async function written(path: string, { head, rows }: Awaited<ReturnType<typeof checkBackup>>): Promise<OperatorReply> {
  const { size } = await stat(path)
  const result = { file: path, bytes: size, rows: total(rows), ...factsOf(head) }
  return { ok: true, lines: [`Wrote ${path} and read it back: ${countOf(rows)}, ${sizeOf(size)}.`], result }
}

/** `waxseal backup --verify FILE`: restores it into a temporary store at the newest schema, and counts the rows there. */
export async function verify(file: string): Promise<OperatorReply> {
  const path = resolve(file)
  const { head, rows } = await checkBackup(path)
  const folder = await mkdtemp(join(tmpdir(), 'waxseal-verify-'))
  const withoutSync = { fsync() {} }
  try {
    const load = await openEmbedded(folder, withoutSync, { opening: 'as-is' })
    await loadAndClose(load, path)
    const store = await openEmbedded(folder, withoutSync, { copies: false })
    try {
      await queueFilledFrom(store, path)
      const lines = [
        `${path} is complete: ${countOf(rows)}. Waxseal ${head.version} made it on ${head.made_at}.`,
        `Restored into a temporary store at the schema of this version: ${await rowsIn(store)} rows.`,
      ]
      return { ok: true, lines, result: { file: path, rows: total(rows), ...factsOf(head) } }
    } finally {
      await store.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `waxseal restore FILE`: into an empty store. */
export async function restore(env: Env, file: string): Promise<OperatorReply> {
  const path = resolve(file)
  if (await isServing(env.dataDir)) return { ok: false, message: 'The server is running. Stop it before a restore.' }
  const { head, rows } = await checkBackup(path)
  const place = { ...(env.databaseUrl !== null && { databaseUrl: env.databaseUrl }), dataDir: env.dataDir, log: silent }
  const empty = await openStore({ ...place, opening: 'as-is' }).catch((error: unknown) => whyNot(error, env))
  if (typeof empty === 'string') return { ok: false, message: empty }
  await loadAndClose(empty, path)
  const store = await openStore(place)
  try {
    await queueFilledFrom(store, path)
  } finally {
    await store.close()
  }
  const secrets = await secretsIn(path)
  if (head.secrets) restoreSecrets(env.dataDir, secrets)
  const lines = [`Restored ${basename(path)}: ${countOf(rows)}.`]
  if (head.secrets)
    lines.push(`Restored the secrets into ${join(env.dataDir, 'secrets')}: ${Object.keys(secrets).join(', ')}.`)
  else
    lines.push(
      'The backup has no secrets. Without the former AUTH_SECRET everyone signs in again, and without the former ENCRYPTION_KEY users enter their webhooks again.',
    )
  return { ok: true, lines, result: { file: path, rows: total(rows), ...factsOf(head) } }
}

async function loadAndClose(store: Store, path: string): Promise<void> {
  try {
    await clearUnusedStore(store)
    await loadBackup(store, path)
  } finally {
    await store.close()
  }
}

async function queueFilledFrom(store: Store, path: string): Promise<void> {
  const queue = await openQueue(store, silent, { supervise: false })
  await queue.stop()
  await loadJobs(store, path)
}

async function secretsIn(path: string): Promise<Record<string, string>> {
  const secrets: Record<string, string> = {}
  for await (const part of readBackup(path)) {
    if (part.kind === 'secret') secrets[part.name] = part.value
    if (part.kind === 'table') break
  }
  return secrets
}

async function rowsIn(store: Store): Promise<number> {
  let all = 0
  for (const table of await tablesWithData(store.db)) {
    const { rows } = await store.db.execute<{ n: number }>(
      sql.raw(`select count(*)::int as n from ${quoted(table.schema)}.${quoted(table.name)}`),
    )
    all += rows[0]?.n ?? 0
  }
  return all
}

const factsOf = ({ version, schema, made_at, secrets }: BackupHead) => ({ version, schema, made_at, secrets })

const total = (rows: Readonly<Record<string, number>>) => Object.values(rows).reduce((all, n) => all + n, 0)

function countOf(rows: Readonly<Record<string, number>>): string {
  return `${total(rows).toLocaleString('en-US')} rows in ${Object.keys(rows).length} tables`
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
