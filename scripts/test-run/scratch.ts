import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps the files of this folder in memory. */
const inMemory = '/dev/shm'
/** The kernel's number of that file system (statfs(2)). */
const tmpfs = 0x01021994

/** What all suites together write at most, measured, doubled. */
const needed = 4 * 2 ** 30

/** Where it may be, and what is free there. */
interface Places {
  /** What the person has set. */
  given: string | undefined
  memory: string
  memoryFree: number
}

/**
 * Makes a folder for the temporary files of one run, in memory where there is room. Tests copy stores of some 1,400 files,
 * and PostgreSQL makes a database for each file of tests: on a disk, a third of the processor time of the store tests is the
 * file system's. A `TMPDIR` that is set is used instead. What earlier runs that were killed have left goes.
 *
 * @param prefix how its name begins
 */
export function scratchFolder(
  prefix: string,
  { given, memory, memoryFree }: Places = { given: process.env['TMPDIR'], memory: inMemory, memoryFree: freemem() },
): string {
  const base = given ?? (hasRoom(memory, memoryFree) ? memory : tmpdir())
  removeLeft(base, prefix)
  const folder = mkdtempSync(join(base, `${prefix}-${process.pid}-`))
  // PostgreSQL runs as another user where we are root.
  chmodSync(folder, 0o755)
  return folder
}

function hasRoom(memory: string, memoryFree: number): boolean {
  // What is in it is no longer there for the programs.
  if (memoryFree < 2 * needed || !existsSync(memory)) return false
  const { type, bavail, bsize } = statfsSync(memory)
  return type === tmpfs && bavail * bsize >= needed
}

function removeLeft(base: string, prefix: string): void {
  for (const name of readdirSync(base)) {
    const [, pid] = /-(\d+)-\w+$/.exec(name) ?? []
    if (!name.startsWith(`${prefix}-`) || pid === undefined || isRunning(Number(pid))) continue
    rmSync(join(base, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
