/**
 * Holds the tree against docs/architecture.md: who imports whom, no file over 300 lines, no drawer names, no path out
 * of a workspace, no state at the top level of core's modules, tables used by their owners alone, environment read in
 * one place, and every path named in the documents there.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { importedNames, moduleStateOf } from './module-facts.ts'
import {
  dataFiles,
  forbiddenNames,
  forbiddenPackages,
  maxLines,
  packageImports,
  roomImports,
  tableOwners,
} from './structure-rules.ts'

export interface SourceFile {
  /** Relative to the repository's root, with `/`. */
  path: string
  text: string
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'"\n;]|\n(?!\s*(?:import|export)\s))*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"]([^'"]+)['"]/g

/** The module names that a source text imports, static and dynamic. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(importPattern)].map(match => match[1] ?? match[2] ?? match[3] ?? '').filter(Boolean)
}

/** The room of a path below `packages/<name>/src`, and the pattern that names its rules. */
function roomOf(workspace: string, path: string): { room: string; rule: string } | null {
  const inside = path.slice(`packages/${workspace}/src/`.length)
  const [first = '', second = ''] = inside.split('/')
  if (!inside.includes('/')) return { room: first.replace(/\.tsx?$/, ''), rule: first.replace(/\.tsx?$/, '') }
  if (first !== 'features') return { room: first, rule: first }
  const room = `features/${second}`
  return { room, rule: roomImports[workspace]?.[room] === undefined ? 'features/*' : room }
}

function allows(allowed: readonly string[], room: string): boolean {
  return allowed.some(name => name === '*' || name === room || (name === 'features/*' && room.startsWith('features/')))
}

/** A screen's address as a literal text in a link, a route or a comparison. */
const literalAddress =
  /(?:\b(?:to|href|path|pathname)(?:=\{?|: ?| === )|\bnavigate\(|\bstartsWith\()['"`](\/[^'"`\n]{0,80})/g

/** All problems with one source file, each as a line for people. */
export function problemsOf(file: SourceFile): string[] {
  const problems: string[] = []
  const parts = file.path.split('/')
  for (const part of parts) {
    if (forbiddenNames.includes(part.split('.')[0] ?? '')) problems.push(`the name "${part}" says nothing`)
  }
  const lines = file.text.split('\n').length - 1
  if (lines > maxLines && !dataFiles.some(pattern => pattern.test(file.path)))
    problems.push(`${lines} lines, over ${maxLines}`)

  const isTest = /\.(test|fixture)\.tsx?$/.test(file.path)
  const workspace = parts[0] === 'packages' ? (parts[1] ?? '') : ''
  const inSource = workspace !== '' && parts[2] === 'src'
  if (inSource && !isTest && workspace !== 'web' && file.path.endsWith('.tsx')) problems.push('.tsx outside web')
  if (
    workspace === 'server' &&
    !isTest &&
    /process\.env\b/.test(file.text) &&
    !/\/src\/(testing\/|(env|cli\/main)\.ts$)/.test(file.path)
  ) {
    problems.push('reads process.env: only env.ts does')
  }

  if (workspace === 'core' && inSource && !isTest) problems.push(...moduleStateOf(file))
  if (workspace === 'server' && inSource && !isTest) problems.push(...tablesOfOthers(file))

  if (workspace === 'web' && inSource && !isTest && !file.path.endsWith('/lib/paths.ts')) {
    for (const [, address] of file.text.matchAll(literalAddress)) {
      problems.push(`spells the address ${address}: lib/paths.ts names it`)
    }
  }

  for (const name of importsOf(file.text)) {
    if (name.startsWith('@waxseal/')) {
      const target = name.split('/')[1] ?? ''
      if (inSource && target !== workspace && !isTest && !packageImports[workspace]?.includes(target)) {
        problems.push(`${workspace} may not import ${name}`)
      }
      continue
    }
    if (!name.startsWith('.')) {
      if (inSource && !isTest && forbiddenPackages[workspace]?.includes(name))
        problems.push(`${workspace} may not import ${name}`)
      if (workspace === 'core' && !isTest && !file.path.includes('/testing/'))
        problems.push(`core may not import the package ${name}`)
      continue
    }
    const target = normalize(join(dirname(file.path), name)).replaceAll('\\', '/')
    if (workspace !== '' && !target.startsWith(`packages/${workspace}/`)) {
      problems.push(`leaves its workspace by the path ${name}: import the package's name`)
      continue
    }
    if (!inSource || isTest || !target.startsWith(`packages/${workspace}/src/`)) continue
    const from = roomOf(workspace, file.path)
    const to = roomOf(workspace, target)
    const rules = roomImports[workspace]
    if (from === null || to === null || rules === undefined || from.room === to.room) continue
    const allowed = rules[from.rule] ?? rules['*']
    if (allowed === undefined)
      problems.push(`${from.room} is no room of ${workspace}: add it to docs/architecture.md and structure-rules.ts`)
    else if (!allows(allowed, to.room)) problems.push(`${from.room} may not import ${to.room} (${name})`)
  }
  return problems
}

/** The tables a file of the server imports that belong to another room. */
function tablesOfOthers({ path, text }: SourceFile): string[] {
  const inside = path.slice('packages/server/src/'.length)
  if (/^(db|testing)\//.test(inside)) return []
  return importedNames({ path, text }, 'db/schema/').flatMap(table => {
    const owners = tableOwners[table]
    if (owners === undefined) return [`the table ${table} has no owner in structure-rules.ts`]
    const isOwner = owners.some(owner => inside.startsWith(owner))
    return isOwner ? [] : [`the table ${table} belongs to ${owners.join(' and ')}`]
  })
}

const pathInDocs = /`((?:packages|scripts|docs|bench|soak|e2e|bin)\/[\w./-]+?)`/g

/** Paths in a document that do not exist. */
export function missingPaths(document: SourceFile, exists: (path: string) => boolean): string[] {
  return [...document.text.matchAll(pathInDocs)].map(match => match[1] ?? '').filter(path => !exists(path))
}

function read(path: string): SourceFile {
  return { path, text: readFileSync(path, 'utf8') }
}

function main(): void {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).split('\n')
  const files = listed.filter(path => path !== '' && existsSync(path))
  const complaints: string[] = []
  for (const path of files.filter(path => /\.(ts|tsx)$/.test(path))) {
    for (const problem of problemsOf(read(path))) complaints.push(`${path}: ${problem}`)
  }
  for (const path of files.filter(path => path.endsWith('.md') && !path.startsWith('docs/decisions/'))) {
    for (const missing of missingPaths(read(path), existsSync))
      complaints.push(`${path}: names ${missing}, which is not there`)
  }
  for (const complaint of complaints) console.error(complaint)
  process.exitCode = complaints.length === 0 ? 0 : 1
}

if (import.meta.main) main()
