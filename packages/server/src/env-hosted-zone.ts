import { isIP } from 'node:net'
import { isSubdomain, normalName } from '@waxseal/core/dns'
import { z } from 'zod'
import { list, oneOf, port } from './env-values.ts'
import { parseSecondaries, type Secondary } from './nameserver/secondaries.ts'

/** The zone below which SPF records are hosted, and who answers for it. */
export interface HostedZone {
  /** The apex, as A-labels. */
  name: string
  /** The mail address in its SOA record. */
  contact: string
  publisher:
    | {
        kind: 'embedded'
        /** The name servers of the zone, the primary one first; those outside the zone without addresses. */
        hosts: readonly { host: string; addresses: readonly string[] }[]
        /** Where ours listens; null: on all addresses of the machine. */
        addresses: readonly string[] | null
        port: number
        secondaries: readonly Secondary[]
      }
    | { kind: 'powerdns'; url: string; apiKey: string }
    | { kind: 'cloudflare'; zoneId: string; token: string }
}

/** Hosted names have up to 63 characters and a dot before the apex, and short names leave room in each record. */
const zoneMax = 100
const visible = /^[!-~]{1,1000}$/

/** The variables of the hosted zone. */
export const hostedZoneSettings = {
  HOSTED_ZONE: z.string().transform(apex).optional(),
  ZONE_PUBLISHER: oneOf(['embedded', 'powerdns', 'cloudflare']).optional(),
  NAMESERVER_HOSTS: z.string().transform(hosts).optional(),
  NAMESERVER_ADDRESS: z.string().transform(addresses).optional(),
  NAMESERVER_PORT: port.optional(),
  NAMESERVER_SECONDARIES: z.string().transform(secondaries).optional(),
  POWERDNS_URL: z
    .string()
    .refine(
      isPlainUrl,
      'is not a URL of a web server → use http:// or https:// with a host, such as http://10.0.0.5:8081',
    )
    .optional(),
  POWERDNS_API_KEY: z
    .string()
    .regex(visible, 'has other characters than visible ASCII → use the value of api-key in pdns.conf')
    .optional(),
  CLOUDFLARE_ZONE_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'is not a zone identifier → use the "Zone ID" that the dashboard shows for the zone')
    .optional(),
  CLOUDFLARE_API_TOKEN: z
    .string()
    .regex(visible, 'has other characters than visible ASCII → use an API token with the permission to edit DNS')
    .optional(),
}

/** Those that may be in a file. */
export const hostedZoneSecrets = ['NAMESERVER_SECONDARIES', 'POWERDNS_API_KEY', 'CLOUDFLARE_API_TOKEN'] as const

const schema = z.object(hostedZoneSettings)
type Read = z.output<typeof schema> & {
  ROLE: string
  PORT: number
  METRICS_PORT?: number | undefined
  CONTACT_EMAIL?: string | undefined
}
type Setting = keyof typeof hostedZoneSettings

/** The settings of each publisher; the required ones first. */
const settingsOf = {
  embedded: ['NAMESERVER_HOSTS', 'NAMESERVER_ADDRESS', 'NAMESERVER_PORT', 'NAMESERVER_SECONDARIES'],
  powerdns: ['POWERDNS_URL', 'POWERDNS_API_KEY'],
  cloudflare: ['CLOUDFLARE_ZONE_ID', 'CLOUDFLARE_API_TOKEN'],
} as const satisfies Record<HostedZone['publisher']['kind'], readonly Setting[]>
const required: Readonly<Partial<Record<Setting, string>>> = {
  NAMESERVER_HOSTS: 'name the name servers of the zone, such as ns1.waxseal.example=192.0.2.1',
  POWERDNS_URL: 'set where its web server listens, such as http://10.0.0.5:8081',
  POWERDNS_API_KEY: 'set the value of api-key in pdns.conf',
  CLOUDFLARE_ZONE_ID: 'set the "Zone ID" that the dashboard shows for the zone',
  CLOUDFLARE_API_TOKEN: 'set an API token with the permission to edit DNS of the zone',
}

/** What the settings of the hosted zone lack or exclude, each as a line for the operator. */
export function hostedZoneProblems(read: Read): string[] {
  const publisher = read.ZONE_PUBLISHER ?? 'embedded'
  const isSet = (name: Setting): boolean => read[name] !== undefined
  const zone = read.HOSTED_ZONE
  const problems: string[] = []
  if (zone === undefined) {
    const names = Object.keys(hostedZoneSettings).filter((name): name is Setting => isSet(name as Setting))
    problems.push(...names.map(name => `HOSTED_ZONE: is required with ${name} → set the zone, or remove ${name}`))
    if (read.ROLE === 'nameserver') problems.push('HOSTED_ZONE: is required with ROLE=nameserver → set the zone')
    return problems
  }
  for (const name of settingsOf[publisher]) {
    const fix = required[name]
    if (fix !== undefined && !isSet(name))
      problems.push(`${name}: is required with ZONE_PUBLISHER=${publisher} → ${fix}`)
  }
  for (const other of ['embedded', 'powerdns', 'cloudflare'] as const) {
    if (other === publisher) continue
    for (const name of settingsOf[other].filter(isSet))
      problems.push(`${name}: is not used by ZONE_PUBLISHER=${publisher} → remove it, or set ZONE_PUBLISHER=${other}`)
  }
  if (publisher !== 'embedded' && read.ROLE === 'nameserver')
    problems.push(
      `ROLE: nameserver has no task with ZONE_PUBLISHER=${publisher} → set another role, or ZONE_PUBLISHER=embedded`,
    )
  for (const { host, addresses } of read.NAMESERVER_HOSTS ?? []) {
    const isInside = isSubdomain(host, zone)
    if (isInside && addresses.length === 0)
      problems.push(`NAMESERVER_HOSTS: ${host} is in the zone and has no address → add it, such as ${host}=192.0.2.1`)
    if (!isInside && addresses.length > 0)
      problems.push(
        `NAMESERVER_HOSTS: ${host} is not in the zone, so its own zone has its address → write ${host} alone`,
      )
  }
  const ownPorts = [read.ROLE === 'all' || read.ROLE === 'web' ? read.PORT : undefined, read.METRICS_PORT]
  if (publisher === 'embedded' && ['all', 'nameserver'].includes(read.ROLE) && ownPorts.includes(nameserverPort(read)))
    problems.push('NAMESERVER_PORT: is the same as PORT or METRICS_PORT → set another port')
  if ((contactOf(read, zone).lastIndexOf('@') ?? 0) > 63)
    problems.push(
      'CONTACT_EMAIL: has more than 63 characters before @, too many for a SOA record → set another address',
    )
  return problems
}

/** The hosted zone of settings without problems; null: none. */
export function hostedZoneOf(read: Read): HostedZone | null {
  const name = read.HOSTED_ZONE
  if (name === undefined) return null
  const contact = contactOf(read, name)
  switch (read.ZONE_PUBLISHER ?? 'embedded') {
    case 'powerdns':
      return {
        name,
        contact,
        publisher: { kind: 'powerdns', url: read.POWERDNS_URL ?? '', apiKey: read.POWERDNS_API_KEY ?? '' },
      }
    case 'cloudflare':
      return {
        name,
        contact,
        publisher: {
          kind: 'cloudflare',
          zoneId: read.CLOUDFLARE_ZONE_ID ?? '',
          token: read.CLOUDFLARE_API_TOKEN ?? '',
        },
      }
    default:
      return {
        name,
        contact,
        publisher: {
          kind: 'embedded',
          hosts: read.NAMESERVER_HOSTS ?? [],
          addresses: read.NAMESERVER_ADDRESS ?? null,
          port: nameserverPort(read),
          secondaries: read.NAMESERVER_SECONDARIES ?? [],
        },
      }
  }
}

const nameserverPort = (read: Read): number => read.NAMESERVER_PORT ?? 5300
const contactOf = (read: Read, zone: string): string => read.CONTACT_EMAIL ?? `hostmaster@${zone}`

/** A host name in lower case; undefined for what is none. */
function hostName(text: string): string | undefined {
  const name = normalName(text)
  return name !== null && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/.test(name)
    ? name
    : undefined
}

function apex(value: string, context: z.RefinementCtx): string {
  const name = hostName(value)
  if (name !== undefined && name.length <= zoneMax) return name
  context.addIssue(
    name === undefined
      ? `"${value}" is not a domain name → use a name of your own, such as spf.example.org (xn-- for other letters)`
      : `is longer than ${zoneMax} characters → use a shorter name`,
  )
  return z.NEVER
}

/** `host=address[+address],…` */
function hosts(value: string, context: z.RefinementCtx): { host: string; addresses: string[] }[] {
  const entries = list(value).flatMap(text => {
    const [hostText = '', addressText, rest] = text.split('=').map(part => part.trim())
    const host = hostName(hostText)
    const addresses = addressText?.split('+').map(address => address.trim()) ?? []
    if (host !== undefined && rest === undefined && addresses.every(address => isIP(address)))
      return [{ host, addresses }]
    context.addIssue(`"${text}" is not host=address[+address] → use such as ns1.example.org=192.0.2.1+2001:db8::1`)
    return []
  })
  const names = entries.map(({ host }) => host)
  if (new Set(names).size < names.length) context.addIssue('names a host twice → join its addresses with +')
  if (list(value).length === 0) context.addIssue('contains no host → use host=address, or unset it')
  return entries
}

function addresses(value: string, context: z.RefinementCtx): string[] {
  const texts = list(value)
  for (const text of texts)
    if (!isIP(text)) context.addIssue(`"${text}" is not an IP address → use addresses of this machine, or unset it`)
  if (texts.length === 0) context.addIssue('contains no address → use addresses of this machine, or unset it')
  return texts
}

function secondaries(value: string, context: z.RefinementCtx): Secondary[] {
  const { secondaries, problems } = parseSecondaries(value)
  for (const problem of problems) context.addIssue(problem)
  return secondaries
}

function isPlainUrl(value: string): boolean {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}
