import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialAt, startDaemon } from '@waxseal/scanner/realserver/daemon'
import type { ZoneServer } from './nsd.ts'

/** Starts Knot on port 53 of an address of the loopback, as a secondary of the primary at another one. */
export async function startKnot(
  address: string,
  { primary, key }: { primary: string; key: { name: string; secret: string } },
): Promise<ZoneServer> {
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-knot-'))
  const config = join(folder, 'knot.conf')
  writeFileSync(
    config,
    `server:
    rundir: "${folder}"
    listen: ${address}@53
    udp-workers: 1
    tcp-workers: 1
    background-workers: 1
log:
  - target: stdout
    any: info
database:
    storage: "${folder}"
key:
  - id: ${key.name}
    algorithm: hmac-sha256
    secret: ${key.secret}
remote:
  - id: primary
    address: ${primary}@53
    via: ${address}
    key: ${key.name}
acl:
  - id: notify
    address: ${primary}
    key: ${key.name}
    action: notify
zone:
  - domain: waxseal.test
    storage: "${folder}"
    master: primary
    acl: notify
`,
  )
  const ready = async (): Promise<boolean> => (await serialAt(address, 'waxseal.test')) !== null
  const daemon = await startDaemon(['knotd', '-c', config], join(folder, 'knot.log'), ready)
  return {
    address,
    async stop() {
      await daemon.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
