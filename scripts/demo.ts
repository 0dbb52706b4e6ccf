/**
 * `npm run demo`: the product in a world of its own, offline, with accounts on every plan and a past.
 *
 *   npm run demo -- --port 3001          where it listens; PORT, or 3000, when left out
 *   npm run demo -- --zones zones.txt    zones to start with; they are written there when the file is missing
 *   npm run demo -- --no-build           serve the pages as they were built last
 */
import { watchFile } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { plans } from '@waxseal/core/plan'
import { openLog } from '../packages/server/src/cli/log.ts'
import { stopSignal } from '../packages/server/src/cli/stop-signal.ts'
import { buildPages, pagesAreStale } from '../packages/server/src/cli/web-build.ts'
import { whyNot } from '../packages/server/src/cli/why-not.ts'
import { EnvProblems } from '../packages/server/src/env.ts'
import { demoAccounts, guest } from './demo/accounts.ts'
import { type Demo, startDemo } from './demo/start-demo.ts'
import { BadZoneText } from './demo/zone-text.ts'

const values = options()
const port = Number(values.port ?? process.env['PORT'] ?? 3000)
const ownZones = join(import.meta.dirname, '..', 'data', 'demo', 'zones.txt')
const zonesFile = values.zones ?? ownZones
const shownFile = relative(process.cwd(), zonesFile)
/** How often the zones' file is checked. */
const lookMs = 500

const signal = stopSignal()
signal.addEventListener('abort', () => console.log('Stopping …'), { once: true })
// The terminal was closed, so no message can be shown.
process.once('SIGHUP', () => process.exit(1))

function options() {
  try {
    const text = { type: 'string' } as const
    return parseArgs({ options: { port: text, zones: text, 'no-build': { type: 'boolean', default: false } } }).values
  } catch (error) {
    console.error(messageOf(error))
    return process.exit(2)
  }
}

function describe({ env, password, resolver }: Demo): string {
  const [address = '', at = ''] = resolver.split(':')
  const width = Math.max(...demoAccounts.map(({ email }) => email.length))
  const accounts = demoAccounts.map(
    ({ email, tier, domains }) =>
      `  ${email.padEnd(width)}  ${plans[tier].label.padEnd(8)}  ${domains.length} ${domains.length === 1 ? 'domain' : 'domains'}`,
  )
  return `
The demo is ready at ${env.publicUrl} (it took ${Math.round(performance.now() / 1000)} s)

${accounts.join('\n')}
  The password of all three is ${password}
  Ada ${plans[guest.tier].label} is also an ${guest.role} in the workspace of Ada ${plans[guest.of].label}.

  Zones:    ${shownFile}; change a line, save, press Scan
  Resolver: dig @${address} -p ${at} perfect.example TXT
  Nothing leaves this machine: name servers, mail hosts, blocklists and their listings are the demo's own.
  Filtering resolvers are not among its sources of threats. No mail is sent, no money moves.

Ctrl-C ends it and removes its data.`
}

function follow(demo: Demo): void {
  watchFile(zonesFile, { interval: lookMs }, now => {
    if (now.mtimeMs === 0) return
    try {
      demo.readZones()
      console.log('The zones were read again.')
    } catch (error) {
      console.error(`${shownFile}: ${messageOf(error)}. The zones stay as they were.`)
    }
  }).unref()
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function main(): Promise<number> {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    console.error('--port: is not a port → use 1 to 65535')
    return 2
  }
  const log = openLog({ logLevel: 'warn' })
  if (!values['no-build'] && pagesAreStale()) {
    console.log('Building the web application. This takes a few seconds …')
    if (!(await buildPages())) return 1
  }
  try {
    // The world is the same at every start; a file given with --zones is kept.
    const freshZones = values.zones === undefined
    const demo = await startDemo({ port, log, zonesFile, freshZones, signal, say: line => console.log(line) })
    console.log(describe(demo))
    follow(demo)
    if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
    await demo.stop()
    return 0
  } catch (error) {
    if (signal.aborted) return 0
    const place = { port, host: '127.0.0.1', dataDir: tmpdir(), databaseUrl: null }
    if (error instanceof BadZoneText) console.error(`${shownFile}: ${error.message}`)
    else console.error(error instanceof EnvProblems ? error.message : whyNot(error, place))
    return 1
  }
}

process.exitCode = await main()
