/**
 * The world of the browser tests: a small Internet of real name servers, the product started by its own launcher with a
 * new folder, and accounts on all plans with domains that were really scanned.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acceptedAt, demoWorld, nameservers, openRelay, worldNetwork } from '@waxseal/core/fixtures'
import { type Lab, startLab } from '../packages/scanner/realserver/lab.ts'
import { mailHostCertificates, startMailHosts } from '../packages/scanner/realserver/mail-hosts.ts'
import { storedRelayMemory } from '../packages/server/src/adapters/relay-memory.ts'
import { askServer, isServing } from '../packages/server/src/cli/control.ts'
import { openEmbedded } from '../packages/server/src/db/embedded.ts'
import { openPostgres } from '../packages/server/src/db/postgres.ts'
import { aDataFolder } from '../packages/server/src/testing/data-folder.ts'
import { startPostgresServer } from '../packages/server/src/testing/postgres-server.ts'
import { silent } from '../packages/server/src/testing/silent.ts'
import { type Call, caller } from './api.ts'
import { writeCostOf } from './process-cost.ts'
import { takeChanges } from './publishing.ts'
import { type AccountName, plans, selectors } from './world-accounts.data.ts'
import { zonesOfTheWorld } from './zones.ts'

const root = join(import.meta.dirname, '..')
const port = 3917

/** What the tests need to know of the world. The set-up writes it to a file, and every worker reads it. */
export interface World {
  url: string
  resolver: string
  accounts: Record<AccountName, AccountState>
}

export interface AccountState {
  email: string
  /** Playwright's storage state with the sign-in cookie. */
  storage: string
  /** Domain name to id. */
  domains: Record<string, string>
}

export const password = 'correct horse battery'

/** The zone below which the product hosts SPF records, and its name server in this world. */
const hosted = { zone: 'waxseal.email', host: 'ns1.waxseal-servers.net', address: '205.251.196.53' }
const labOptions = { hosts: nameservers, elsewhere: new Map([[hosted.host, hosted.address]]) }

/** A suite that needs few accounts names them, and their scans alone are made. */
const onlyAccounts = process.env['E2E_ACCOUNTS']?.split(',')

/**
 * The embedded store takes half of the product's processor time, and a page shows the same without it. `E2E_STORE=embedded`
 * keeps it, for the suite that measures the first load, and for soak.
 */
const isEmbedded = process.env['E2E_STORE'] === 'embedded'

const folder = join(root, 'test-results', 'world')
const stateFile = join(folder, 'world.json')

/** The running world, for a test. */
export function readWorld(): World {
  return JSON.parse(readFileSync(stateFile, 'utf8')) as World
}

/** A file of this run's world, which the next run does not find. */
export function fileOfWorld(name: string): string {
  return join(folder, name)
}

/** Starts everything and returns a function that stops it. */
export async function startWorld(): Promise<() => Promise<void>> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const data = isEmbedded ? await aDataFolder('e2e') : mkdtempSync(join(tmpdir(), 'waxseal-e2e-'))
  const certificates = mailHostCertificates()
  const authority = join(folder, 'authority.pem')
  writeFileSync(authority, certificates.authority)
  const zones = await zonesOfTheWorld(host => certificates.pin(host))
  const postgres = isEmbedded ? null : await startPostgresServer()
  const store = { data, database: postgres?.url ?? null }
  const [lab] = await Promise.all([
    startLab([...zones, { name: hosted.zone, nameservers: [hosted.host] }], labOptions),
    rememberOpenRelay(store),
  ])
  const stopTaking = await takeChanges(lab, zones)
  const stopHosts = await startMailHosts(demoWorld.mailHosts, demoWorld.policyHosts, certificates)
  const url = `http://localhost:${port}`
  const server = spawn(join(root, 'bin', 'waxseal'), ['serve'], {
    env: { ...process.env, ...environment(lab, store), NODE_EXTRA_CA_CERTS: authority },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  server.stdout.on('data', chunk => (log += chunk))
  server.stderr.on('data', chunk => (log += chunk))
  const stop = async (): Promise<void> => {
    if (server.exitCode === null) writeCostOf('the product behind the browser tests', server.pid)
    await ended(server)
    writeCostOf('PostgreSQL of the browser tests', postgres?.pid())
    await postgres?.stop()
    await stopTaking()
    await stopHosts()
    await lab.stop()
    rmSync(data, { recursive: true, force: true })
    writeFileSync(join(folder, 'server.log'), log)
  }
  try {
    await ready(url, { server, data, log: () => log })
    const names = (Object.keys(plans) as AccountName[]).filter(name => onlyAccounts?.includes(name) !== false)
    // One after the other: passwords are hashed one at a time, and only so many may wait.
    const opened: [AccountName, AccountState][] = []
    for (const name of names) opened.push([name, await openAccount(url, name, data)])
    const accounts = Object.fromEntries(opened) as Record<AccountName, AccountState>
    const world: World = { url, resolver: lab.resolver, accounts }
    writeFileSync(stateFile, JSON.stringify(world))
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** The folder of the product's data, and the address of its database; null: the store is in the folder. */
interface Place {
  data: string
  database: string | null
}

function environment(lab: Lab, { data, database }: Place): Record<string, string> {
  return {
    PORT: String(port),
    DATA_DIR: data,
    ...(database !== null && {
      DATABASE_URL: database,
      AUTH_SECRET: 'a'.repeat(32),
      ENCRYPTION_KEY: 'b'.repeat(32),
    }),
    DNS_SERVERS: lab.resolver,
    DNS_DIRECT: 'on',
    LOG_LEVEL: 'warn',
    HOSTED_ZONE: hosted.zone,
    NAMESERVER_HOSTS: hosted.host,
    NAMESERVER_ADDRESS: hosted.address,
    NAMESERVER_PORT: '53',
    // The mail servers of this world are on this machine.
    PROBE_ALLOW_PRIVATE: worldNetwork,
    OUTBOUND_ALLOW_PRIVATE: worldNetwork,
  }
}

/** An open relay has accepted in two tests, six hours apart: stores a first test from seven hours ago. */
async function rememberOpenRelay({ data, database }: Place): Promise<void> {
  const at = new Date(Date.now() - 7 * 3_600_000)
  const store = database === null ? await openEmbedded(data) : await openPostgres(database, silent)
  await storedRelayMemory(store, () => at).put(openRelay.address, acceptedAt(openRelay, at))
  await store.close()
}

async function ready(
  url: string,
  { server, data, log }: { server: ChildProcess; data: string; log: () => string },
): Promise<void> {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline; ) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}:\n${log()}`)
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    // The operator's commands are heard a moment after the pages.
    if (answer?.ok && (await isServing(data))) return
    await new Promise(resolve => setTimeout(resolve, 200))
  }
  throw new Error(`the server was not ready within 90 s:\n${log()}`)
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const gone = new Promise(resolve => server.once('exit', resolve))
  server.kill('SIGTERM')
  const late = setTimeout(() => server.kill('SIGKILL'), 15_000)
  await gone
  clearTimeout(late)
}

async function openAccount(url: string, name: AccountName, data: string): Promise<AccountState> {
  const { tier, domains } = plans[name]
  const email = `${name}@waxseal.example`
  const signUp = await fetch(`${url}/api/identity/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ name: `Ada ${name}`, email, password }),
  })
  if (!signUp.ok) throw new Error(`sign-up of ${email}: ${signUp.status} ${await signUp.text()}`)
  const cookies = signUp.headers.getSetCookie()
  const storage = join(folder, `${name}.json`)
  writeFileSync(storage, JSON.stringify({ cookies: cookies.map(cookieOf), origins: [] }))

  const cookie = cookies.map(text => text.split(';')[0]).join('; ')
  const call = await caller(url, cookie)
  await call('GET', '/auth/me')
  if (tier !== 'free') {
    // As `waxseal account set-tier` asks, without a process for each account.
    const reply = await askServer(data, { command: 'account.set-tier', email, tier })
    if (!reply?.ok) throw new Error(`the plan of ${email}: ${reply?.message ?? 'no server listens'}`)
  }
  const ids = await Promise.all(
    Object.entries(domains).map(async ([domain, scans]) => {
      const { id } = (await call('POST', '/domains', { domain_name: domain })) as { id: string }
      const selector = selectors[domain]
      if (selector !== undefined) await call('POST', `/domains/${id}/selectors`, { selector })
      // One after the other: a second scan of a domain would join the running one.
      for (let scan = 0; scan < scans; scan++) await runScan(call, id)
      return [domain, id] as const
    }),
  )
  return { email, storage, domains: Object.fromEntries(ids) }
}

/** On a busy machine the server may answer that a scan takes longer than expected. It ends nevertheless. */
async function runScan(call: Call, id: string): Promise<void> {
  try {
    await call('POST', `/diagnostics/scan/${id}`, {})
  } catch (error) {
    if (!String(error).includes(': 503 ')) throw error
    const runs = async () =>
      ((await call('GET', '/domains')) as { id: string; scanning: boolean }[]).find(domain => domain.id === id)
        ?.scanning
    while (await runs()) await new Promise(resolve => setTimeout(resolve, 500))
  }
}

function cookieOf(text: string): object {
  const [pair = '', ...attributes] = text.split(';').map(part => part.trim())
  const at = pair.indexOf('=')
  const path = attributes.find(part => /^path=/i.test(part))?.slice('path='.length) ?? '/'
  return {
    name: pair.slice(0, at),
    value: pair.slice(at + 1),
    domain: 'localhost',
    path,
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: 'Lax',
  }
}
