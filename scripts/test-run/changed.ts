/** What `npm test -- changed` runs: the types, the unit tests that a change reaches, and the screens it touches. */
import { spawnSync } from 'node:child_process'
import type { Choice } from './suites.ts'

/** Features whose scenes have other names than the feature. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  legal: ['terms', 'privacy'],
  'shared-report': ['shared', 'sharing'],
  'linked-check': ['linked', 'visitor-check'],
  'spf-builder': ['spf-builder', 'publishing'],
  'dmarc-builder': ['dmarc-builder', 'publishing'],
}

/**
 * How the names of the scenes begin that show what these files draw.
 *
 * @param paths changed files
 */
export function touchedScenes(paths: readonly string[]): string[] {
  const names = paths.flatMap(path => {
    const [, feature] = /^packages\/web\/src\/features\/([^/]+)\//.exec(path) ?? []
    if (feature !== undefined) return otherNames[feature] ?? [feature]
    const [, scene] = /^e2e\/scenes\/([^/.]+)\.ts$/.exec(path) ?? []
    return scene === undefined ? [] : [scene]
  })
  return [...new Set(names)].sort()
}

/** The change since main: commits that main does not have, and what is not committed. */
export function changedChoice(): Choice {
  const base = git('merge-base', 'HEAD', 'origin/main')[0] ?? 'HEAD'
  const paths = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return { touched: [], changed: { base, scenes: touchedScenes(paths) } }
}

function git(...words: string[]): string[] {
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(line => line !== '') : []
}
