/**
 * Each package that the product is made of has a licence that lets it be given on under ours, and `docs/licences.md` lists
 * what is shipped. `UPDATE_LICENCES=1 npm run check -- licences` writes the list. A licence that is not allowed here needs
 * a person who reads it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type LockedPackage, lockedPackages, lockFiles } from './locked-packages.ts'

/** Licences (SPDX) under which we may use and give on a package, as long as its notice stays. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Its own files stay under it; we change none of them.
  'MPL-2.0',
  // For fonts.
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])

/** What a person read where a package names no licence of that list. */
const read: Readonly<Record<string, { licence: string; where: string }>> = {
  'png-js': { licence: 'MIT', where: 'its file LICENSE' },
  'dejavu-fonts-ttf': { licence: 'Bitstream Vera and public domain', where: 'its file LICENSE' },
}

/** Whether an expression of SPDX allows a use: one side of `OR`, both of `AND`. */
export function isAllowed(licence: string): boolean {
  const plain = licence.replace(/^\((.*)\)$/, '$1')
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed)
  return plain.split(' AND ').every(part => allowed.has(part))
}

/** What is wrong with the licences of some packages, each as a line for people. */
export function licenceProblems(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter(({ name, licence }) => read[name] === undefined && !(licence !== null && isAllowed(licence)))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence ?? 'names no licence'}, which is not allowed`)
}

/** The document: what is shipped, by licence. Without versions, so that a newer one changes nothing here. */
export function listOf(packages: readonly LockedPackage[]): string {
  const byLicence = new Map<string, Set<string>>()
  for (const { name, licence, isShipped } of packages) {
    if (!isShipped) continue
    const said = read[name]?.licence ?? licence ?? ''
    byLicence.set(said, (byLicence.get(said) ?? new Set()).add(name))
  }
  const sections = [...byLicence].sort(([a], [b]) => (a < b ? -1 : 1)).map(section)
  return `# Licences of what Waxseal is made of

Waxseal is licensed under the Apache License 2.0 (\`LICENSE\`). It is shipped with the packages below, each under its own
licence, whose text is in its folder below \`node_modules\`. Those that depend on the machine, such as Node itself, are there
for one kind of machine each. Packages that only tests and tools use are checked too, and not listed.
\`npm run check -- licences\` holds this list against the lock file.

${sections.join('\n\n')}
`
}

function section([licence, names]: [string, ReadonlySet<string>]): string {
  return `## ${licence}\n\n${[...names].sort().join(', ')}`
}

function main(): void {
  const packages = lockFiles.flatMap(lockedPackages)
  const path = 'docs/licences.md'
  const list = listOf(packages)
  if (process.env['UPDATE_LICENCES'] !== undefined) writeFileSync(path, list)
  const problems = licenceProblems(packages)
  if (readFileSync(path, 'utf8') !== list)
    problems.push(`${path} is not what the lock file says: UPDATE_LICENCES=1 npm run check -- licences writes it`)
  for (const problem of problems) console.error(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
}

if (import.meta.main) main()
