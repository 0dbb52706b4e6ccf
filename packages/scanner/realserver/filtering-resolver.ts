/** Public filtering resolvers: Unbound at their real addresses, with some blocked names. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Daemon, serialAt, startDaemon } from './daemon.ts'
import { addresses } from './lab.ts'

export interface FilteringResolverOptions {
  /** The addresses it listens on, at port 53. */
  at: readonly string[]
  /** Blocked names, including everything below them. */
  blocked?: readonly string[]
  /** The form of a block; an address replaces the true one. `refused` is REFUSED without an extended error. */
  by?: 'nxdomain' | 'refused' | { address: string }
}

/**
 * Starts an Unbound that forwards to the lab's resolver and blocks some names. Runs only inside a lab's namespace; stop
 * it before the lab.
 */
export async function startFilteringResolver(options: FilteringResolverOptions): Promise<Daemon> {
  const { at, blocked = [], by = 'nxdomain' } = options
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` }
  for (const address of at) execFileSync('ip', ['addr', 'replace', `${address}/32`, 'dev', 'lo'], { env })
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-filter-'))
  const config = join(folder, 'unbound.conf')
  writeFileSync(
    config,
    `server:
${at.map(address => `  interface: ${address}@53`).join('\n')}
  access-control: 0.0.0.0/0 allow
  do-ip6: no
  do-daemonize: no
  do-not-query-localhost: no
  module-config: "iterator"
  username: ""
  chroot: ""
  directory: "${folder}"
  pidfile: ""
  use-syslog: no
  logfile: ""
  num-threads: 1
${blocked.map(name => blockLines(name, by)).join('\n')}
forward-zone:
  name: "."
  forward-addr: ${addresses.resolver}@53
remote-control:
  control-enable: no
`,
  )
  const [first = addresses.resolver] = at
  const command = ['unbound', '-d', '-p', '-c', config] as const
  const daemon = await startDaemon(
    [...command],
    join(folder, 'unbound.log'),
    async () => (await serialAt(first, '.')) !== null,
  )
  return {
    name: `filtering resolver at ${first}`,
    async stop() {
      await daemon.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function blockLines(name: string, by: NonNullable<FilteringResolverOptions['by']>): string {
  if (by === 'nxdomain') return `  local-zone: "${name}." always_nxdomain`
  if (by === 'refused') return `  local-zone: "${name}." refuse`
  return `  local-zone: "${name}." redirect\n  local-data: "${name}. 60 IN A ${by.address}"`
}
