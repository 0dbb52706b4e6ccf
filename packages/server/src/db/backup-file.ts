import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'

/**
 * The format of a backup (docs/decisions/0043-backup-file.md): JSON lines in gzip. The first one is the head, then for
 * each table its name and one line a row, and at the end the number of rows and a checksum.
 */
export const backupFormat = 1

const headLine = z.object({
  waxseal_backup: z.literal(backupFormat),
  /** The version of the program, with its commit. */
  version: z.string().max(200),
  /** The number of the newest migration. */
  schema: z.int().positive(),
  made_at: z.iso.datetime(),
  store: z.enum(['pglite', 'postgres']),
  /** Whether the generated secrets are in it. */
  secrets: z.boolean(),
})
export type BackupHead = z.output<typeof headLine>

const identifier = z.string().min(1).max(130)
const markLine = z.union([
  z.strictObject({ secret: z.string().regex(/^[a-z0-9-]{1,40}$/), value: z.string().max(4_096) }),
  z.strictObject({ table: identifier, columns: z.array(identifier).min(1).max(200) }),
  z.strictObject({ end: z.record(identifier, z.int().min(0)), sha256: z.string().length(64) }),
])
/** Values as PostgreSQL prints them. */
const row = z.array(z.string().nullable())

/** A part of a backup in the order of the file. */
export type BackupPart =
  | { kind: 'head'; head: BackupHead }
  | { kind: 'secret'; name: string; value: string }
  | { kind: 'table'; table: string; columns: readonly string[] }
  /** A row of the last named table, as one line of JSON. */
  | { kind: 'row'; line: string }
  /** The last part: all bytes before it are those that were written. */
  | { kind: 'end'; rows: Readonly<Record<string, number>> }

/** A file that is no backup, not a whole one, or not for this version. The operator reads the message unchanged. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'
}

/** The longest line, in bytes: above the largest document of a scan several times over. */
const lineMax = 64 * 1024 * 1024

/**
 * Reads a backup part by part, in bounded memory.
 *
 * @throws BackupRefused for a file that is no whole, unchanged backup. Only the last part proves that it is one.
 */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256')
  const rows: Record<string, number> = {}
  let current: { table: string; columns: readonly string[] } | null = null
  let place: 'start' | 'inside' | 'end' = 'start'
  for await (const line of linesOf(path)) {
    if (place === 'end') throw damaged(path)
    if (place === 'start') {
      yield { kind: 'head', head: readHead(line, path) }
      place = 'inside'
    } else if (line.startsWith('[')) {
      const values = row.safeParse(parsed(line))
      if (current === null || values.data?.length !== current.columns.length) throw damaged(path)
      rows[current.table] = (rows[current.table] ?? 0) + 1
      yield { kind: 'row', line }
    } else {
      const mark = markLine.safeParse(parsed(line))
      if (!mark.success) throw damaged(path)
      if ('secret' in mark.data) yield { kind: 'secret', name: mark.data.secret, value: mark.data.value }
      else if ('table' in mark.data) {
        const { table, columns } = mark.data
        if (Object.hasOwn(rows, table)) throw damaged(path)
        rows[table] = 0
        current = { table, columns }
        yield { kind: 'table', table, columns }
      } else {
        if (mark.data.sha256 !== hash.copy().digest('hex') || !isEqual(mark.data.end, rows)) throw damaged(path)
        place = 'end'
      }
    }
    addLine(hash, line)
  }
  if (place !== 'end') throw damaged(path)
  yield { kind: 'end', rows }
}

/** Reads a whole backup to its end. @throws BackupRefused as `readBackup` does */
export async function checkBackup(path: string): Promise<{ head: BackupHead; rows: Readonly<Record<string, number>> }> {
  let head: BackupHead | null = null
  for await (const part of readBackup(path)) {
    if (part.kind === 'head') head = part.head
    if (part.kind === 'end' && head !== null) return { head, rows: part.rows }
  }
  throw damaged(path)
}

/** Counts a line in the checksum of a backup. */
export function addLine(hash: Hash, line: string): void {
  hash.update(line).update('\n')
}

function readHead(line: string, path: string): BackupHead {
  const value = parsed(line)
  const head = headLine.safeParse(value)
  if (head.success) return head.data
  const newer = z.object({ waxseal_backup: z.int().gt(backupFormat), version: z.string().max(200) }).safeParse(value)
  if (newer.success) throw new BackupRefused(`${path} was made by a newer Waxseal. Use that version to restore it.`)
  throw new BackupRefused(`${path} is not a Waxseal backup.`)
}

function damaged(path: string): BackupRefused {
  return new BackupRefused(`${path} is damaged or incomplete. Use another backup.`)
}

function isEqual(one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every(name => one[name] === other[name])
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The lines of a compressed file. @throws BackupRefused when it is not compressed, cut short, or has an endless line */
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const text = createGunzip()
  // Without this, a file that cannot be read would end nothing.
  file.once('error', error => text.destroy(error))
  file.pipe(text)
  let pieces: Buffer[] = []
  let length = 0
  let isFirst = true
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        pieces.push(chunk.subarray(start, end))
        yield Buffer.concat(pieces).toString('utf8')
        isFirst = false
        pieces = []
        length = 0
        start = end + 1
      }
      pieces.push(chunk.subarray(start))
      length += chunk.length - start
      if (length > (isFirst ? 64 * 1024 : lineMax)) throw isFirst ? noBackup(path) : damaged(path)
    }
  } catch (error) {
    if (error instanceof BackupRefused || !isZlibError(error)) throw error
    throw isFirst ? noBackup(path) : damaged(path)
  } finally {
    file.destroy()
    text.destroy()
  }
  if (length > 0 || isFirst) throw isFirst ? noBackup(path) : damaged(path)
}

const noBackup = (path: string) => new BackupRefused(`${path} is not a Waxseal backup.`)

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}
