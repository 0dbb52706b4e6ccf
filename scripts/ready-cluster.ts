/**
 * Makes the cluster that a first start of the embedded store unpacks (packages/server/src/db/ready-cluster):
 * `scripts/run node scripts/ready-cluster.ts`. Needed after a new version of PGlite; after new migrations it saves each
 * first start the time of those, so a release makes it anew.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openEmbedded } from '../packages/server/src/db/embedded.ts'
import { packCluster, readyClusterPath } from '../packages/server/src/db/ready-cluster.ts'

const path = readyClusterPath()
const fresh = await mkdtemp(join(tmpdir(), 'waxseal-cluster-'))
try {
  const store = await openEmbedded(fresh, { fsync() {} }, { cluster: null })
  await store.vacuum()
  await store.checkpoint()
  await store.close()
  await rm(dirname(path), { recursive: true, force: true })
  await mkdir(dirname(path))
  await packCluster(join(fresh, 'postgres'), path)
  console.log(path)
} finally {
  await rm(fresh, { recursive: true, force: true })
}
