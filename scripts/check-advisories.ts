/**
 * No package of the lock files has a known hole, as `scripts/advisories.json` knows them: the check asks nobody, so it says
 * the same everywhere. `UPDATE_ADVISORIES=1 npm run check -- advisories` asks the registry by `npm audit` and adds what it
 * answers. An advisory stays in the list, so that a package is not lowered again below its mended version.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { type LockedPackage, lockedPackages, lockFiles } from './locked-packages.ts'
import { isInRange } from './version-range.ts'

export interface Advisory {
  package: string
  /** The versions that have the hole: comparisons, all of which hold (a space) or one of which does (`||`). */
  range: string
  severity: 'low' | 'moderate' | 'high' | 'critical'
  title: string
  url: string
  /** Why a version with the hole may stay for now: what it needs that we do not do. */
  accepted?: string
}

export interface Advisories {
  /** The day on which the registry was asked last; null: it was never asked, and the list is what people entered. */
  registry_asked_on: string | null
  advisories: readonly Advisory[]
}

/** What is known of some packages and not accepted, each as a line for people. */
export function advisoryProblems(packages: readonly LockedPackage[], known: readonly Advisory[]): string[] {
  return known.flatMap(advisory => {
    const hit = packages.filter(({ name, version }) => name === advisory.package && isInRange(version, advisory.range))
    if (advisory.accepted !== undefined && hit.length === 0)
      return [`${advisory.url}: accepted, but no package has it any more: remove the reason`]
    if (advisory.accepted !== undefined) return []
    const versions = [...new Set(hit.map(({ version }) => version))]
    return versions.map(
      version => `${advisory.package} ${version} (${advisory.severity}): ${advisory.title}, ${advisory.url}`,
    )
  })
}

/** The part of `npm audit --json` that is read (npm 7 and later). `via` has the names of other packages too. */
interface AuditReport {
  vulnerabilities: Readonly<
    Record<string, { via: readonly (string | (Omit<Advisory, 'package'> & { name: string }))[] }>
  >
}

/** Whether this is a report: a registry that has no list answers with an error in the same place. */
function isReport(answer: unknown): answer is AuditReport {
  if (typeof answer !== 'object' || answer === null || !('vulnerabilities' in answer)) return false
  return typeof answer.vulnerabilities === 'object' && answer.vulnerabilities !== null
}

/**
 * The known advisories and those of a report, each once. What a person accepted stays accepted.
 *
 * @throws for an answer that is no report
 */
export function merged(known: readonly Advisory[], answer: unknown): Advisory[] {
  if (!isReport(answer)) throw new Error(`npm audit got no list: ${JSON.stringify(answer).slice(0, 300)}`)
  const byKey = new Map(known.map(advisory => [keyOf(advisory), advisory]))
  for (const { via } of Object.values(answer.vulnerabilities)) {
    for (const each of via) {
      if (typeof each === 'string') continue
      const { name, range, severity, title, url } = each
      const found = { package: name, range, severity, title, url }
      const accepted = byKey.get(keyOf(found))?.accepted
      byKey.set(keyOf(found), { ...found, ...(accepted !== undefined && { accepted }) })
    }
  }
  return [...byKey.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

const keyOf = ({ package: name, url }: Pick<Advisory, 'package' | 'url'>): string => `${name} ${url}`

const file = 'scripts/advisories.json'

/** @throws when the registry does not answer, as those that only copy packages do not */
function update(known: Advisories): Advisories {
  let advisories: readonly Advisory[] = known.advisories
  for (const path of lockFiles) {
    const cwd = path.replace(/\/?package-lock\.json$/, '') || '.'
    const { stdout } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], { cwd, encoding: 'utf8' })
    advisories = merged(advisories, JSON.parse(stdout))
  }
  return { registry_asked_on: new Date().toISOString().slice(0, 10), advisories }
}

function main(): void {
  let known = JSON.parse(readFileSync(file, 'utf8')) as Advisories
  if (process.env['UPDATE_ADVISORIES'] !== undefined) {
    known = update(known)
    writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`)
  }
  const problems = advisoryProblems(lockFiles.flatMap(lockedPackages), known.advisories)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) console.error('Raise the version, or accept the advisory with its reason in the list.')
  process.exitCode = problems.length === 0 ? 0 : 1
}

if (import.meta.main) main()
