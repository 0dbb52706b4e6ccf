import { schemaVersion } from './db/migrations.ts'
import { commit, version } from './version.ts'

/** Which program runs. */
export interface Build {
  version: string
  /** The first 12 characters of the commit; null when unknown. */
  commit: string | null
  /** The version of Node, as `v24.1.0`. */
  node: string
  /** The newest migration of this program, as `0018_dns-changes`. */
  schema: string
}

export function buildOf(): Build {
  const known = commit()
  return {
    version: version(),
    commit: known === 'unknown' ? null : known,
    node: process.version,
    schema: schemaVersion(),
  }
}
