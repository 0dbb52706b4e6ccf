import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { eq, like, sql } from 'drizzle-orm'
import { person, usageCounter } from '../db/schema/index.ts'
import { openStore, type Store } from '../db/store.ts'
import { silent } from './silent.ts'

/** A child process on a store's folder, and its output lines so far. */
export interface StoreChild {
  process: ChildProcess
  lines: string[]
  /** What it wrote to standard error, and how it ended. */
  lastWords(): string
  /** Resolves with the first line that matches `wanted`; null when the child ends first. */
  said(wanted: (line: string) => boolean): Promise<string | null>
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>
}

/** Starts a program of this folder (`store-child.ts`, `scan-child.ts`) with its arguments. */
export function startChild(program: string, ...args: string[]): StoreChild {
  const path = fileURLToPath(new URL(program, import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', path, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
    process.stderr.write(text)
  })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  let over = false
  const wake = () => {
    for (const look of waiting) look()
  }
  createInterface({ input: child.stdout }).on('line', line => {
    lines.push(line)
    wake()
  })
  const ended = once(child, 'close')
  child.once('close', () => {
    over = true
    wake()
  })
  return {
    process: child,
    lines,
    lastWords: () => `${errors} (${child.exitCode ?? child.signalCode})`,
    said: wanted =>
      new Promise(resolve => {
        let seen = 0
        const look = () => {
          const line = lines.slice(seen).find(wanted)
          seen = lines.length
          if (line === undefined && !over) return
          waiting.delete(look)
          resolve(line ?? null)
        }
        waiting.add(look)
        look()
      }),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The result of a kill round: the number of acknowledged rows, and the problems. */
interface KillRound {
  acknowledged: number
  problems: string[]
}

/** The store at a place: the folder of an embedded one, or the URL of a database. */
export function storeAt(place: string): Promise<Store> {
  return openStore({ ...(place.startsWith('postgres:') && { databaseUrl: place }), dataDir: place, log: silent })
}

/**
 * Lets a child write, kills it after `afterAcks` acknowledged rows and a further moment, opens the store again and
 * checks: every acknowledged row, no half transaction, no gap.
 *
 * @param killServer kills the database server instead, and starts it again; the child ends with it
 */
export async function killRound(
  place: string,
  { afterAcks, thenMs, killServer }: { afterAcks: number; thenMs: number; killServer?: () => Promise<void> },
) {
  const child = startChild('store-child.ts', place, 'write')
  let acks = 0
  await child.said(line => line.startsWith('ack ') && ++acks >= afterAcks)
  if (thenMs > 0) await new Promise(resolve => setTimeout(resolve, thenMs))
  await killServer?.()
  await child.kill()
  const acknowledged = child.lines.filter(line => line.startsWith('ack ')).map(line => line.slice(4))
  return { acknowledged: acknowledged.length, problems: await inspect(place, acknowledged) } satisfies KillRound
}

/** Opens the store and compares it with what was acknowledged. */
export async function inspect(place: string, acknowledged: readonly string[]): Promise<string[]> {
  const problems: string[] = []
  const store = await storeAt(place)
  try {
    const rows = await store.db
      .select({ subject: person.subject, email: person.email })
      .from(person)
      .where(like(person.subject, 'row-%'))
    const stored = new Set(rows.map(row => row.subject))
    for (const subject of acknowledged)
      if (!stored.has(subject)) problems.push(`${subject} was acknowledged and is gone`)
    for (const row of rows) if (row.email !== `${row.subject}@example.org`) problems.push(`${row.subject} is damaged`)
    const [counter] = await store.db
      .select({ n: usageCounter.n, rows: sql<number>`(select count(*) from person where subject like 'row-%')::int` })
      .from(usageCounter)
    if (counter && counter.n !== counter.rows) problems.push(`${counter.rows} rows, but the counter says ${counter.n}`)
    const byIndex = await store.transaction(async tx => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return tx.select({ n: sql<number>`count(*)::int` }).from(person).where(like(person.subject, 'row-%'))
    })
    if (byIndex[0]?.n !== rows.length) problems.push(`the index holds ${byIndex[0]?.n} of ${rows.length} rows`)
    const last = rows.length === 0 ? undefined : acknowledged.at(-1)
    if (last !== undefined) {
      const [again] = await store.db.select({ id: person.id }).from(person).where(eq(person.subject, last))
      if (again === undefined) problems.push(`${last} is not found by its key`)
    }
  } finally {
    await store.close()
  }
  return problems
}
