import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialAt, startDaemon } from '@waxseal/scanner/realserver/daemon'

/** A server of the zone `waxseal.test`, which ends with the test. */
export interface ZoneServer {
  address: string
  stop(): Promise<void>
}

/**
 * Starts NSD on port 53 of an address of the loopback.
 *
 * @param zone its configuration of the zone, below `name`
 * @param file the content of `waxseal.test.zone`
 * @param key `name` and `secret` of a TSIG key
 */
export async function startNsd(
  address: string,
  { zone, file, key }: { zone: string; file?: string; key?: { name: string; secret: string } },
): Promise<ZoneServer> {
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-nsd-'))
  mkdirSync(join(folder, 'xfr'))
  if (file !== undefined) writeFileSync(join(folder, 'waxseal.test.zone'), file)
  const config = join(folder, 'nsd.conf')
  const keyText = key && `key:\n  name: "${key.name}"\n  algorithm: hmac-sha256\n  secret: "${key.secret}"\n`
  writeFileSync(
    config,
    `server:
  ip-address: ${address}@53
  username: ""
  chroot: ""
  zonesdir: "${folder}"
  database: ""
  pidfile: ""
  xfrdfile: "${folder}/xfrd.state"
  xfrdir: "${folder}/xfr"
  zonelistfile: "${folder}/zone.list"
  server-count: 1
  refuse-any: yes
  minimal-responses: yes
  rrl-ratelimit: 0
remote-control:
  control-enable: no
${keyText ?? ''}zone:
  name: "waxseal.test"
  zonefile: "waxseal.test.zone"
${zone}`,
  )
  const ready = async (): Promise<boolean> => (await serialAt(address, 'waxseal.test')) !== null
  const daemon = await startDaemon(['nsd', '-d', '-c', config], join(folder, 'nsd.log'), ready)
  return {
    address,
    async stop() {
      await daemon.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
