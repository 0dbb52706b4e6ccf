/** recheck's verdict on a regular expression, the same on every machine, however busy it is. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { checkSync, type Parameters } from 'recheck'

/** recheck in this thread: its other backends start Java, a program or a worker, and stop by the clock. */
process.env['RECHECK_SYNC_BACKEND'] = 'pure'

/**
 * No time limit, because on a slow machine recheck would refuse safe expressions. A limit on work applies, with one
 * seed.
 */
const parameters: Parameters = {
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  randomSeed: 0,
}

export interface Pattern {
  source: string
  flags: string
}

/** `safe`, or the problem, for people. */
export function verdictOf({ source, flags }: Pattern): string {
  const found = checkSync(source, flags, parameters)
  if (found.status === 'safe') return 'safe'
  if (found.status === 'vulnerable') return `${found.complexity.summary}, as with ${found.attack.pattern}`
  return 'message' in found.error ? `cannot be checked: ${found.error.message}` : `no verdict: ${found.error.kind}`
}

const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string }

/** What a verdict depends on besides the expression. */
const basis = `${version} ${JSON.stringify(parameters)}`

/** `verdictOf` with a cache in a file, so that a known expression costs nothing. */
export function cachedVerdicts(file: string): { verdictOf: (pattern: Pattern) => string; save: () => void } {
  const before = readVerdicts(file)
  const used: Record<string, string> = {}
  return {
    verdictOf: pattern => {
      const key = createHash('sha256').update(`${basis}\n${pattern.flags}\n${pattern.source}`).digest('base64url')
      return (used[key] ??= before[key] ?? verdictOf(pattern))
    },
    save: () => {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(used))
      renameSync(`${file}.${process.pid}`, file)
    },
  }
}

function readVerdicts(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  } catch {
    // Missing or truncated: all are judged again.
    return {}
  }
}
