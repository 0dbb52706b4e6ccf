import { resolve } from 'node:path'
import { canonicalTier, type Tier, tiers } from '@waxseal/core/plan'
import { z } from 'zod'
import * as assistant from './env-assistant.ts'
import * as billing from './env-billing.ts'
import { type AuthSettings, authOf, authProblems, authSecrets, authSettings } from './env-clerk.ts'
import {
  type HostedZone,
  hostedZoneOf,
  hostedZoneProblems,
  hostedZoneSecrets,
  hostedZoneSettings,
} from './env-hosted-zone.ts'
import { type RelaySettings, relayOf, relaySettings } from './env-relay.ts'
import { type SignUpSettings, signUpOf, signUpSettings } from './env-sign-up.ts'
import { type ThreatSettings, threatOf, threatProblems, threatSecrets, threatSettings } from './env-threat.ts'
import {
  days,
  emailAddress,
  fromFile,
  isLoopback,
  isReadable,
  isSmtpUrl,
  keysOfLists,
  listIds,
  networks,
  oneOf,
  origin,
  port,
  ranges,
  secret,
  senderAddress,
  servers,
} from './env-values.ts'

export type { StripeSettings } from './env-billing.ts'
export { clerkHost } from './env-clerk.ts'
export { isLoopback } from './env-values.ts'

/** The configuration, read once at startup. For names and meanings see docs/architecture.md, Configuration. */
export interface Env
  extends SignUpSettings,
    ThreatSettings,
    RelaySettings,
    assistant.AssistantSettings,
    billing.BillingSettings {
  port: number
  host: string
  /** An origin, without a trailing slash; never taken from a request. */
  publicUrl: string
  /** Absolute. */
  dataDir: string
  databaseUrl: string | null
  role: 'all' | 'web' | 'worker' | 'nameserver'
  /** null: the system's resolvers. */
  dnsServers: readonly { address: string; port: number }[] | null
  /** Whether a zone's own servers may be asked. */
  dnsDirect: boolean
  /** Where blocklists are asked: at their own servers, or at these. */
  dnsblServers: 'direct' | readonly { address: string; port: number }[]
  /** Ids of disabled lists. */
  dnsblOff: readonly string[]
  /** Keys of keyed lists, by list id. */
  dnsblKeys: Readonly<Record<string, string>>
  /** Ranges that outbound HTTPS may reach although they are not public. */
  outboundAllowPrivate: readonly string[]
  /** null: flattened SPF records are previews. */
  hostedZone: HostedZone | null
  defaultTier: Tier
  auth: AuthSettings
  /** null: generated once into `dataDir`. */
  authSecret: string | null
  encryptionKey: string | null
  /** The key before it, while keys are rotated. */
  encryptionKeyPrevious: string | null
  smtp: { url: string; from: string } | null
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  /** Addresses and networks whose forwarded headers are trusted. */
  trustProxy: readonly string[]
  apiDocs: 'signed-in' | 'public'
  metrics: {
    /** null: no token is asked for. */
    token: string | null
    /** Addresses and networks that may read the metrics; empty: all of them. */
    allowed: readonly string[]
    /** null: the metrics are on the server's own port, and a worker serves none. */
    port: number | null
  }
  operatorName: string | null
  contactEmail: string | null
  /** Header analyses are deleted after this number of days. */
  retentionDaysHeaders: number
}

/** The configuration is invalid; `problems` are lines for the operator: `NAME: what is wrong → how to fix`. */
export class EnvProblems extends Error {
  override readonly name = 'EnvProblems'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

const secretNames = [
  'DATABASE_URL',
  ...authSecrets,
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'SMTP_URL',
  'METRICS_TOKEN',
  ...threatSecrets,
  ...assistant.assistantSecrets,
  ...hostedZoneSecrets,
  ...billing.billingSecrets,
] as const

const schema = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.string().transform(origin).optional(),
  ...signUpSettings,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      value => /^postgres(ql)?:\/\/./.test(value) && isReadable(value),
      'is not a PostgreSQL URL → use postgres://user:password@host:5432/name and percent-encode special characters',
    )
    .optional(),
  ROLE: oneOf(['all', 'web', 'worker', 'nameserver']).default('all'),
  DNS_SERVERS: z.string().transform(servers).optional(),
  DNS_DIRECT: oneOf(['on', 'off']).optional(),
  DNSBL_SERVERS: z
    .string()
    .transform((value, context) => (value === 'direct' ? value : servers(value, context)))
    .optional(),
  DNSBL_OFF: z.string().transform(listIds).default([]),
  ...threatSettings,
  ...assistant.assistantSettings,
  ...relaySettings,
  OUTBOUND_ALLOW_PRIVATE: z.string().transform(ranges).default([]),
  ...hostedZoneSettings,
  DEFAULT_TIER: z
    .preprocess(value => (typeof value === 'string' ? (canonicalTier(value) ?? value) : value), oneOf(tiers))
    .default('free'),
  ...billing.billingSettings,
  ...authSettings,
  ENCRYPTION_KEY: secret.optional(),
  ENCRYPTION_KEY_PREVIOUS: secret.optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'is not an SMTP URL → use smtp://user:password@host:587 and percent-encode special characters')
    .optional(),
  MAIL_FROM: senderAddress.optional(),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: z.string().transform(networks).default([]),
  API_DOCS: oneOf(['signed-in', 'public']).default('signed-in'),
  METRICS_TOKEN: secret.optional(),
  METRICS_ALLOWED: z.string().transform(ranges).optional(),
  METRICS_PORT: port.optional(),
  OPERATOR_NAME: z.string().max(200, 'is longer than 200 characters → shorten it').optional(),
  CONTACT_EMAIL: emailAddress.optional(),
  RETENTION_DAYS_HEADERS: days.default(90),
})

type Variables = z.output<typeof schema>

/**
 * Reads the configuration from environment variables (`NAME_FILE` names a file with a secret). An empty variable counts
 * as unset. @throws EnvProblems with every problem at once
 */
export function readEnv(variables: Readonly<Record<string, string | undefined>> = process.env): Env {
  const problems: string[] = []
  const values = given(variables, problems)
  const dnsblKeys = keysOfLists(variables, problems)
  const parsed = schema.safeParse(values)
  if (parsed.success) problems.push(...contradictions(parsed.data))
  else problems.push(...parsed.error.issues.map(issue => `${String(issue.path[0])}: ${issue.message}`))
  if (!parsed.success) problems.push(...contradictionsBeside(values, parsed.error))
  if (problems.length > 0 || !parsed.success) throw new EnvProblems(problems)
  return settle(parsed.data, dnsblKeys)
}

/** Contradictions between the valid variables; nothing is assumed about the invalid ones. */
function contradictionsBeside(values: Record<string, string>, error: z.ZodError): string[] {
  const bad = new Set(error.issues.map(issue => String(issue.path[0])))
  const rest = schema.safeParse(Object.fromEntries(Object.entries(values).filter(([name]) => !bad.has(name))))
  if (!rest.success) return []
  return contradictions(rest.data).filter(line => ![...bad].some(name => line.includes(name)))
}

function given(variables: Readonly<Record<string, string | undefined>>, problems: string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const value = variables[name]?.trim()
    if (value) values[name] = value
  }
  for (const name of secretNames) {
    const value = fromFile(name, values[name] !== undefined, variables, problems)
    if (value !== null) values[name] = value
  }
  return values
}

/** Problems of several variables together: settings that require or exclude others. */
function contradictions(read: Variables): string[] {
  const problems = [
    ...authProblems(read),
    ...hostedZoneProblems(read),
    ...threatProblems(read),
    ...assistant.assistantProblems(read),
    ...billing.billingProblems(read),
  ]
  const say = (condition: boolean, line: string) => condition && problems.push(line)
  say(
    !isLoopback(read.HOST) && read.PUBLIC_URL === undefined,
    `PUBLIC_URL: is required when HOST is ${read.HOST} → set the public address of this server, such as https://waxseal.example.org`,
  )
  say(
    read.AUTH === 'embedded' && read.DATABASE_URL !== undefined && read.AUTH_SECRET === undefined,
    'AUTH_SECRET: is required with DATABASE_URL → set the same value for every process (create it with openssl rand -base64 32)',
  )
  say(
    read.DATABASE_URL !== undefined && read.ENCRYPTION_KEY === undefined,
    'ENCRYPTION_KEY: is required with DATABASE_URL → set the same value for every process (create it with openssl rand -base64 32)',
  )
  say(
    read.ENCRYPTION_KEY_PREVIOUS !== undefined && read.ENCRYPTION_KEY === undefined,
    'ENCRYPTION_KEY: is required with ENCRYPTION_KEY_PREVIOUS → set the new key, or remove ENCRYPTION_KEY_PREVIOUS',
  )
  say(
    read.DATABASE_URL === undefined && read.ROLE !== 'all',
    `ROLE: ${read.ROLE} requires PostgreSQL → set DATABASE_URL, or unset ROLE`,
  )
  say(
    read.METRICS_PORT !== undefined && read.METRICS_PORT === read.PORT && ['all', 'web'].includes(read.ROLE),
    'METRICS_PORT: is the same as PORT → set another port, or unset it to serve the metrics on PORT',
  )
  say(
    read.SMTP_URL !== undefined && read.MAIL_FROM === undefined,
    'MAIL_FROM: is required with SMTP_URL → set the sender, such as Waxseal <waxseal@example.org>',
  )
  say(
    read.MAIL_FROM !== undefined && read.SMTP_URL === undefined,
    'SMTP_URL: is required with MAIL_FROM → set the mail server, or remove MAIL_FROM',
  )
  return problems
}

function settle(read: Variables, dnsblKeys: Env['dnsblKeys']): Env {
  return {
    port: read.PORT,
    host: read.HOST,
    publicUrl: read.PUBLIC_URL ?? `http://localhost:${read.PORT}`,
    ...signUpOf(read),
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL ?? null,
    role: read.ROLE,
    dnsServers: read.DNS_SERVERS ?? null,
    dnsDirect: (read.DNS_DIRECT ?? (read.DNS_SERVERS === undefined ? 'on' : 'off')) === 'on',
    dnsblServers: read.DNSBL_SERVERS ?? read.DNS_SERVERS ?? 'direct',
    dnsblOff: read.DNSBL_OFF,
    dnsblKeys,
    ...threatOf(read, { resolverNamed: read.DNS_SERVERS !== undefined }),
    ...assistant.assistantOf(read),
    ...relayOf(read),
    outboundAllowPrivate: read.OUTBOUND_ALLOW_PRIVATE,
    hostedZone: hostedZoneOf(read),
    defaultTier: read.DEFAULT_TIER,
    ...billing.billingOf(read),
    auth: authOf(read),
    authSecret: read.AUTH_SECRET ?? null,
    encryptionKey: read.ENCRYPTION_KEY ?? null,
    encryptionKeyPrevious: read.ENCRYPTION_KEY_PREVIOUS ?? null,
    smtp:
      read.SMTP_URL !== undefined && read.MAIL_FROM !== undefined ? { url: read.SMTP_URL, from: read.MAIL_FROM } : null,
    logLevel: read.LOG_LEVEL,
    trustProxy: read.TRUST_PROXY,
    apiDocs: read.API_DOCS,
    metrics: {
      token: read.METRICS_TOKEN ?? null,
      allowed: read.METRICS_ALLOWED ?? (read.METRICS_TOKEN === undefined ? ['127.0.0.0/8', '::1'] : []),
      port: read.METRICS_PORT ?? null,
    },
    operatorName: read.OPERATOR_NAME ?? null,
    contactEmail: read.CONTACT_EMAIL ?? null,
    retentionDaysHeaders: read.RETENTION_DAYS_HEADERS,
  }
}
