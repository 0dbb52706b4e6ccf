import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Where a control group with a limit of memory can be made: cgroup v2, and v1 before it. */
const kinds = [
  { root: '/sys/fs/cgroup', limit: 'memory.max' },
  { root: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' },
] as const

/** Processes that may hold so much memory together: beyond it the kernel ends them. */
export interface MemoryGroup {
  /** A program and its words that become this program, in the group. */
  within(program: string): [string, ...string[]]
  /** Whether a process is in it. */
  has(pid: number | undefined): boolean
  /** Once its processes have ended. */
  remove(): Promise<void>
}

/** @returns null: no group can be made here, because this user may not, or the system has none */
export function memoryGroup(megabytes: number): MemoryGroup | null {
  const name = `waxseal-test-${crypto.randomUUID()}`
  for (const { root, limit } of kinds) {
    const folder = join(root, name)
    if (!existsSync(join(root, 'cgroup.procs'))) continue
    try {
      mkdirSync(folder)
      // Without this flag Node would make the file where the kernel has none.
      writeFileSync(join(folder, limit), String(megabytes * 2 ** 20), { flag: 'r+' })
    } catch {
      if (existsSync(folder)) rmdirSync(folder)
      continue
    }
    const members = join(folder, 'cgroup.procs')
    return {
      within: program => ['/bin/sh', '-c', 'echo $$ > "$0" && exec "$@"', members, program],
      has: pid => readFileSync(members, 'utf8').split('\n').includes(String(pid)),
      async remove() {
        // The kernel forgets an ended process a moment later.
        for (let n = 0; readFileSync(members, 'utf8') !== '' && n < 100; n++) await wait(20)
        rmdirSync(folder)
      },
    }
  }
  return null
}
