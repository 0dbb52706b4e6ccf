/** Blocklists served by rbldnsd, as their operators do, from a list of data sets. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Daemon, serialAt, startDaemon } from './daemon.ts'

/** One data set of a zone; the answers of several data sets add up. */
export interface DataSet {
  zone: string
  kind: 'ip4set' | 'ip4trie' | 'ip6trie' | 'dnset' | 'generic'
  /** Lines of a file of this kind, in the syntax of rbldnsd(8). SOA and NS are added. */
  lines: readonly string[]
}

export interface Rbldnsd extends Daemon {
  /** Replaces the lines of a data set, and resolves when they are served. */
  replace(at: number, lines: readonly string[]): Promise<void>
}

/**
 * Starts rbldnsd on port 53 of an existing address of this namespace. It refuses to run as root, so it runs as its
 * package's user.
 *
 * @param nameServer the host that its zones name as their server
 */
export async function startRbldnsd(address: string, nameServer: string, sets: readonly DataSet[]): Promise<Rbldnsd> {
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-rbldnsd-'))
  chmodSync(folder, 0o755)
  let serial = 1
  const write = (at: number, { lines }: Pick<DataSet, 'lines'>): void => {
    const head = [
      `$SOA 300 ${nameServer} hostmaster.${nameServer} ${serial} 600 300 86400 60`,
      `$NS 3600 ${nameServer}`,
    ]
    writeFileSync(join(folder, `set-${at}`), [...head, ...lines, ''].join('\n'))
  }
  for (const [at, set] of sets.entries()) write(at, set)
  const zones = sets.map(({ zone, kind }, at) => `${zone}:${kind}:set-${at}`)
  const options = ['-n', '-f', '-q', '-c', '1s', '-t', '60', '-b', `${address}/53`, '-w', folder, '-u', 'rbldns']
  const first = sets[0]?.zone ?? '.'
  const daemon = await startDaemon(
    ['rbldnsd', ...options, ...zones],
    join(folder, '..', `${folder.slice(folder.lastIndexOf('/') + 1)}.log`),
    async () => (await serialAt(address, first)) !== null,
  )
  return {
    name: daemon.name,
    async stop() {
      await daemon.stop()
      rmSync(folder, { recursive: true, force: true })
      rmSync(`${folder}.log`, { force: true })
    },
    async replace(at, lines) {
      const zone = sets[at]?.zone
      if (zone === undefined) throw new Error(`there is no data set ${at}`)
      serial++
      write(at, { lines })
      for (const deadline = Date.now() + 5000; (await serialAt(address, zone)) !== serial; ) {
        if (Date.now() > deadline) throw new Error(`rbldnsd does not serve the new lines of ${zone}`)
      }
    },
  }
}
