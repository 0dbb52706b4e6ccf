/** The packages that the lock files name, with what npm knows of each. */
import { readFileSync } from 'node:fs'

export interface LockedPackage {
  name: string
  version: string
  /** As the package says (SPDX); null: it does not say. */
  licence: string | null
  /** Whether it is part of what people run, and not only of tests and tools. */
  isShipped: boolean
}

interface LockFile {
  packages: Readonly<
    Record<string, { version?: string; license?: string; dev?: boolean; devOptional?: boolean; link?: boolean }>
  >
}

/** Lock files of the repository: the product, and the generators of clients, which only tests run. */
export const lockFiles = ['package-lock.json', 'api-client/package-lock.json'] as const

/** The packages of a lock file (npm, version 3), without our own. */
export function lockedPackages(path: (typeof lockFiles)[number]): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(path, 'utf8')) as LockFile
  return Object.entries(packages).flatMap(([folder, { version, license, dev, devOptional, link }]) => {
    const name = folder.split('node_modules/').at(-1) ?? ''
    if (link === true || version === undefined || !folder.includes('node_modules/')) return []
    const isShipped = path === 'package-lock.json' && dev !== true && devOptional !== true
    return [{ name, version, licence: license ?? null, isShipped }]
  })
}
