import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { create, extract } from 'tar'
import { schemaVersion } from './migrations.ts'

/**
 * PostgreSQL's initdb is a second program of 1 GB and some seconds. So an empty cluster of the embedded store comes with
 * Waxseal, as initdb and our migrations made it. Its file is named after PGlite's version and the newest migration in it:
 * `pglite-0.5.16-0043_hosted-growth.tar.zst`. `scripts/ready-cluster.ts` makes it.
 */
const folder = fileURLToPath(new URL('ready-cluster', import.meta.url))

/**
 * The cluster that belongs to the installed PGlite; null where there is none, and initdb has to make one. It may lack
 * our latest migrations, which then run as for every older store.
 */
export function readyCluster(): string | null {
  const start = namePrefix()
  const name = (existsSync(folder) ? readdirSync(folder) : []).find(entry => entry.startsWith(start))
  return name === undefined ? null : join(folder, name)
}

/** Where the cluster of this program is kept. */
export function readyClusterPath(): string {
  return join(folder, `${namePrefix()}${schemaVersion()}.tar.zst`)
}

/** A cluster belongs to one version of PGlite: another may have another PostgreSQL. */
function namePrefix(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  return `pglite-${(JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version}-`
}

/**
 * Unpacks a cluster into an empty folder. Nothing is synced to the disk, and only the folder's own mode keeps others out.
 *
 * @throws when the file is damaged, or the disk is full
 */
export async function unpackCluster(path: string, into: string): Promise<void> {
  await pipeline(createReadStream(path), createZstdDecompress(), extract({ cwd: into, strict: true }))
}

/** Packs a closed cluster so small that a repository can hold it: 44 MB become 1.6. It takes a minute. */
export async function packCluster(from: string, path: string): Promise<void> {
  const { ZSTD_c_compressionLevel, ZSTD_c_windowLog, ZSTD_c_enableLongDistanceMatching } = constants
  // A window as large as the cluster: its template databases are equal for the most part.
  const params = {
    [ZSTD_c_compressionLevel]: 22,
    [ZSTD_c_windowLog]: 27,
    [ZSTD_c_enableLongDistanceMatching]: 1,
  }
  const entries = (await readdir(from)).sort()
  await pipeline(
    create({ cwd: from, portable: true, noMtime: true }, entries),
    createZstdCompress({ params }),
    createWriteStream(path),
  )
}
