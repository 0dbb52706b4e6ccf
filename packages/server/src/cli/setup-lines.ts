import { relative } from 'node:path'
import { type Blocklist, blocklists } from '@waxseal/core/blacklist'
import { filteringResolvers, threatLists } from '@waxseal/core/threat'
import type { Env } from '../env.ts'

/** The enabled and disabled parts, in a few lines for the operator. */
export function setupLines(env: Env): string[] {
  const rows: [string, string][] = [
    [
      'Data',
      env.databaseUrl === null ? `${shortPath(env.dataDir)} (embedded database)` : databaseName(env.databaseUrl),
    ],
    ['Sign-up', signUp(env)],
    ['Mail', env.smtp ? `through ${new URL(env.smtp.url).host}` : 'off (`waxseal account reset-password` gives links)'],
    ['Billing', billingLine(env)],
    ['DNS', dns(env)],
    ['Lists', lists(env)],
    ['Threats', threats(env)],
    ['Relay', relay(env)],
    ['AI', assistant(env)],
    ['Zone', zone(env)],
  ]
  if (env.role !== 'all') rows.unshift(['Role', env.role])
  if (env.trustProxy.length > 0) rows.push(['Proxy', `trusts forwarded headers from ${env.trustProxy.join(', ')}`])
  return rows.map(([name, value]) => `  ${`${name}:`.padEnd(9)}${value}`)
}

const signup: Record<Env['signup'], string> = {
  open: 'open to everyone',
  first: 'open for the first account, then by invitation',
  invite: 'by invitation',
  closed: 'closed, also for invited people',
}

function signUp({ auth, signup: allowed, visitorCheck }: Env): string {
  const who = auth.kind === 'clerk' ? 'as Clerk allows' : signup[allowed]
  return `${who}${visitorCheck ? '. Visitors may check domains without an account' : ''}`
}

function dns({ dnsServers, dnsDirect }: Env): string {
  const servers = dnsServers === null ? "the system's resolvers" : serverTexts(dnsServers)
  return `${servers}${dnsDirect ? " and the zones' own servers" : ' only'}`
}

/** Which blocklists are asked, and how; only whether there is a key, never the key. */
function lists({ dnsblServers, dnsblOff, dnsblKeys }: Env): string {
  const catalogue: readonly Blocklist[] = blocklists
  const asked = catalogue.filter(({ id }) => !dnsblOff.includes(id))
  if (asked.length === 0) return 'off'
  const off = catalogue.filter(({ id }) => dnsblOff.includes(id))
  const keyed = asked.filter(({ id }) => dnsblKeys[id] !== undefined)
  return [
    `${asked.length} of ${catalogue.length}, ${dnsblServers === 'direct' ? 'queried directly' : `through ${serverTexts(dnsblServers)}`}`,
    ...(keyed.length > 0 ? [`With a key: ${listNames(keyed)}`] : []),
    ...(off.length > 0 ? [`Off: ${listNames(off)}`] : []),
  ].join('. ')
}

const listNames = (rows: readonly Blocklist[]) => rows.map(({ name }) => name).join(', ')

/** The threat sources that learn the names of scanned domains, never a key. A disabled list learns nothing. */
function threats({ threatSources, dnsblOff, virusTotal }: Env): string {
  const named = [...threatLists.filter(({ list }) => !dnsblOff.includes(list)), ...filteringResolvers]
  const names: string[] = named.flatMap(({ id, name }) => (threatSources.includes(id) ? [name] : []))
  if (virusTotal !== null) names.push('VirusTotal')
  if (names.length === 0) return 'off'
  const quota =
    virusTotal && `VirusTotal: at most ${virusTotal.perMinute} requests a minute, ${virusTotal.perDay} a day`
  return `${names.join(', ')} (they see the scanned domains)${quota ? `. ${quota}` : ''}`
}

/** The targets and the source addresses of the relay test. */
function relay({ relay: { test, source, allowPrivate }, starttlsControl }: Env): string {
  if (!test) return 'off (no connections to mail servers)'
  return [
    'tests each mail server on port 25, at most once in six hours',
    ...(starttlsControl ? [] : ['asks no control server for STARTTLS']),
    ...(source.length > 0 ? [`from ${source.join(' and ')}`] : []),
    ...(allowPrivate.length > 0 ? [`also private addresses in ${allowPrivate.join(', ')}`] : []),
  ].join(', ')
}

/** The hosted zone, who answers for it, and where our name server listens. Never a key. */
function zone({ hostedZone, role }: Env): string {
  if (hostedZone === null) return 'off (flattened SPF records are previews)'
  const { name, publisher } = hostedZone
  if (publisher.kind === 'powerdns') return `${name}, published to PowerDNS at ${new URL(publisher.url).host}`
  if (publisher.kind === 'cloudflare') return `${name}, published to Cloudflare`
  const { hosts, addresses, port, secondaries } = publisher
  const listens = addresses === null ? `port ${port}` : serverTexts(addresses.map(address => ({ address, port })))
  const runs = role === 'all' || role === 'nameserver'
  return [
    `${name} at ${hosts.map(({ host }) => host).join(', ')}`,
    runs ? `its name server listens on ${listens}` : 'its name server is another process',
    ...(runs && secondaries.length > 0 ? [`secondaries: ${serverTexts(secondaries)}`] : []),
  ].join('; ')
}

/** The language model, and what its provider learns. Never the key. */
function assistant({ assistant }: Env): string {
  if (assistant === null) return 'the built-in analyst answers (no language model)'
  const { provider, model, baseUrl } = assistant
  const place = baseUrl === null ? '' : ` at ${new URL(baseUrl).host}`
  return `${provider} ${model}${place} (questions, scans and header fields are sent there)`
}

function serverTexts(servers: readonly { address: string; port: number }[]): string {
  return servers
    .map(({ address, port }) => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`))
    .join(', ')
}

/** The URL without its password. */
function databaseName(url: string): string {
  const { host, pathname } = new URL(url)
  return `PostgreSQL ${host}${pathname}`
}

function shortPath(path: string): string {
  const short = relative(process.cwd(), path)
  return short === '' || short.startsWith('..') ? path : `./${short}`
}

function billingLine({ billing, stripe, defaultTier, publicUrl }: Env): string {
  if (billing === 'off') return `off (every account has the plan ${defaultTier})`
  if (stripe === null) return 'test mode (no payments)'
  const mode = stripe.secretKey.includes('_test_') ? 'Stripe in its test mode (no payments)' : 'Stripe'
  return `${mode}, with ${stripe.apiBase ?? 'api.stripe.com'}; it sends events to ${publicUrl}/api/payments/webhook`
}
