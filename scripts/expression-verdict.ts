/**
 * recheck's verdict on a regular expression, the same on every machine, however busy it is. Judging all of them takes
 * minutes, so the verdicts are kept in a committed file (`expression-verdicts.json`) and a run judges only new ones.
 */
import { createRequire } from 'node:module'
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

/** What a verdict depends on besides the expression. Verdicts on another basis count as unknown. */
export const basis = `recheck ${version}, ${JSON.stringify(parameters)}`

/** The committed file: verdicts by expression as written in a literal, `/source/flags`. */
export interface KeptVerdicts {
  basis: string
  verdicts: Record<string, string>
}

/** Verdicts that look into the kept ones first, and keep what they have judged. */
export interface Verdicts {
  verdictOf: (pattern: Pattern) => string
  /** Expressions that had to be judged now. */
  judged: () => string[]
  /** Kept verdicts that no expression asked for. */
  unused: () => string[]
  /** What to keep from now on: the verdicts asked for, in the order of their expressions. */
  kept: () => KeptVerdicts
}

/** @param judge what gives a verdict on an expression that is not kept */
export function verdictsFrom(kept: KeptVerdicts, judge: (pattern: Pattern) => string = verdictOf): Verdicts {
  const known = new Map(kept.basis === basis ? Object.entries(kept.verdicts) : [])
  const used = new Map<string, string>()
  return {
    verdictOf: pattern => {
      const key = `/${pattern.source}/${pattern.flags}`
      const verdict = used.get(key) ?? known.get(key) ?? judge(pattern)
      used.set(key, verdict)
      return verdict
    },
    judged: () => [...used.keys()].filter(key => !known.has(key)),
    unused: () => Object.keys(kept.verdicts).filter(key => !used.has(key)),
    kept: () => ({
      basis,
      verdicts: Object.fromEntries([...used].sort(([one], [other]) => (one < other ? -1 : 1))),
    }),
  }
}
