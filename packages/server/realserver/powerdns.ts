import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startDaemon } from '@waxseal/scanner/realserver/daemon'

/** PowerDNS on port 53 of an address of the loopback, with its HTTP API and the empty zone `waxseal.test`. */
export interface PowerDns {
  url: string
  /** One request to its API, as an administrator would send it; returns the parsed answer. @throws Error when refused */
  api(method: string, path: string, content?: object): Promise<unknown>
  stop(): Promise<void>
}

const schema = '/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql'

/** All caches of the server have their default times. */
export async function startPowerDns(address: string, apiKey: string): Promise<PowerDns> {
  const folder = mkdtempSync(join(tmpdir(), 'waxseal-pdns-'))
  const database = new DatabaseSync(join(folder, 'pdns.db'))
  database.exec(`PRAGMA journal_mode = WAL; ${readFileSync(schema, 'utf8')}`)
  database.close()
  writeFileSync(
    join(folder, 'pdns.conf'),
    `daemon=no
guardian=no
setuid=
setgid=
local-address=${address}
local-port=53
socket-dir=${folder}
launch=gsqlite3
gsqlite3-database=${folder}/pdns.db
api=yes
api-key=${apiKey}
webserver=yes
webserver-address=${address}
webserver-port=8081
webserver-allow-from=127.0.0.0/8
disable-axfr=yes
security-poll-suffix=
`,
  )
  const url = `http://${address}:8081`
  async function api(method: string, path: string, content?: object): Promise<unknown> {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
    const body = content === undefined ? null : JSON.stringify(content)
    const response = await fetch(`${url}/api/v1/servers/localhost${path}`, { method, headers, body })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  const ready = (): Promise<boolean> =>
    api('GET', '').then(
      () => true,
      () => false,
    )
  const daemon = await startDaemon(['pdns_server', `--config-dir=${folder}`], join(folder, 'pdns.log'), ready)
  await api('POST', '/zones', { name: 'waxseal.test.', kind: 'Native', nameservers: ['ns1.waxseal.test.'] })
  return {
    url,
    api,
    async stop() {
      await daemon.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
