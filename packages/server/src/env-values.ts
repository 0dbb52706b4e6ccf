import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { blocklists } from '@waxseal/core/blacklist'
import { isPublicAddress } from '@waxseal/core/dns'
import { z } from 'zod'

/** Parsers of single settings. Each adds its problem to the context, in words for the operator. */

/** Whether this host name or address is the machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** This machine, a private address, or a name that only a private network resolves, such as a service of Compose. */
export function isInside(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  if (isLoopback(name)) return true
  if (isIP(name) !== 0) return !isPublicAddress(name)
  return !name.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(name)
}

/** Scheme and host, nothing else. */
export function origin(value: string, context: z.RefinementCtx): string {
  const url = URL.canParse(value) ? new URL(value) : null
  const plain = url && (url.protocol === 'http:' || url.protocol === 'https:') && url.pathname === '/'
  if (plain && !url.search && !url.hash && !url.username && !url.password) return url.origin
  context.addIssue(`"${value}" is not a valid origin → use scheme and host only, such as https://waxseal.example.org`)
  return z.NEVER
}

/** `host:port,…` */
export function servers(value: string, context: z.RefinementCtx): { address: string; port: number }[] {
  const texts = list(value)
  if (texts.length === 0) context.addIssue('contains no server → use address:port, such as 127.0.0.1:53, or unset it')
  return texts.flatMap(text => {
    const parts = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text) ?? /^([^:]+)(?::(\d{1,5}))?$/.exec(text)
    const address = isIP(text) ? text : (parts?.[1] ?? '')
    const port = Number(parts?.[2] ?? 53)
    if (isIP(address) && port >= 1 && port <= 65_535) return [{ address, port }]
    context.addIssue(`"${text}" is not an IP address → use address:port, such as 127.0.0.1:53 or [::1]:53`)
    return []
  })
}

/** Addresses and networks of proxies, and the names that fastify knows. */
export function networks(value: string, context: z.RefinementCtx): string[] {
  return list(value).filter(text => {
    if (['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text)) return true
    context.addIssue(`"${text}" is not a network → use the proxy's address or network, such as 10.0.0.0/8`)
    return false
  })
}

/** Address ranges that are not public and may be reached all the same. */
export function ranges(value: string, context: z.RefinementCtx): string[] {
  return list(value).filter(text => {
    if (isNetwork(text)) return true
    context.addIssue(`"${text}" is not a network → use addresses or networks, such as 10.1.2.0/24`)
    return false
  })
}

/** Addresses of this machine, at most one of each family. */
export function sourceAddresses(value: string, context: z.RefinementCtx): string[] {
  const texts = list(value)
  const wrong = texts.filter(text => isIP(text) === 0)
  for (const text of wrong) context.addIssue(`"${text}" is not an IP address → use an address of this machine`)
  if (wrong.length === 0 && new Set(texts.map(isIP)).size < texts.length) {
    context.addIssue('contains two addresses of one family → use at most one IPv4 and one IPv6 address')
  }
  return texts
}

/** Blocklists by their ids. */
export function listIds(value: string, context: z.RefinementCtx): string[] {
  const ids = list(value).map(text => text.toLowerCase())
  for (const id of ids)
    if (!isListId(id)) context.addIssue(`"${id}" is not a known blocklist → run waxseal blacklist lists to see all`)
  return ids
}

function isListId(id: string): boolean {
  return blocklists.some(list => list.id === id)
}

/** Lists that have a separate zone for users with a key. */
const keyedIds: readonly string[] = blocklists.flatMap(({ id, keyedZone }) => (keyedZone === null ? [] : [id]))

function isNetwork(text: string): boolean {
  const [address = '', prefix, rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest !== undefined) return false
  if (prefix === undefined) return true
  try {
    new BlockList().addSubnet(address, /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1, family === 6 ? 'ipv6' : 'ipv4')
    return true
  } catch {
    return false
  }
}

export function isSmtpUrl(value: string): boolean {
  return isReadable(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== ''
}

/** A URL whose user name and password can be decoded: `#`, `/` and `%` in a password must be percent-encoded. */
export function isReadable(value: string): boolean {
  try {
    const { username, password, pathname } = new URL(value)
    decodeURIComponent(username + password + pathname)
    return true
  } catch {
    return false
  }
}

/** The parts between commas. */
export const list = (value: string): string[] =>
  value
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

/** `NAME_FILE`: the file with the secret. */
export function fromFile(
  name: string,
  isSet: boolean,
  variables: Readonly<Record<string, string | undefined>>,
  problems: string[],
): string | null {
  const file = variables[`${name}_FILE`]?.trim()
  if (!file) return null
  if (isSet) problems.push(`${name}_FILE: ${name} is also set → remove one of the two`)
  try {
    const value = readFileSync(file, 'utf8').trim()
    if (value) return value
    problems.push(`${name}_FILE: ${file} is empty → write the secret into it`)
  } catch (error) {
    problems.push(`${name}_FILE: ${file} cannot be read (${codeOf(error)}) → check its path and permissions`)
  }
  return null
}

/** `DNSBL_KEY_SPAMHAUS_ZEN`, or `DNSBL_KEY_SPAMHAUS_ZEN_FILE`: the key of the list `spamhaus-zen`. */
export function keysOfLists(
  variables: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Record<string, string> {
  const names = Object.keys(variables).flatMap(name => /^(DNSBL_KEY_\w+?)(?:_FILE)?$/.exec(name)?.[1] ?? [])
  const keys: Record<string, string> = {}
  for (const name of new Set(names)) {
    const given = variables[name]?.trim() || null
    const key = fromFile(name, given !== null, variables, problems) ?? given
    if (key === null) continue
    const id = name.slice('DNSBL_KEY_'.length).toLowerCase().replaceAll('_', '-')
    if (!isListId(id))
      problems.push(`${name}: "${id}" is not a known blocklist → run waxseal blacklist lists to see all`)
    else if (!keyedIds.includes(id))
      problems.push(`${name}: "${id}" does not use a key → remove it (only ${keyedIds.join(', ')} use one)`)
    else if (!/^[a-z0-9][a-z0-9-]{0,61}$/i.test(key))
      problems.push(`${name}: is not a valid key → use the key from the list operator`)
    else keys[id] = key
  }
  return keys
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}

/** One of these words. */
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: issue => `"${String(issue.input)}" is not a valid value → use ${orList(values)}` })

/** A secret that must be hard to guess. */
export const secret = z
  .string()
  .refine(value => Buffer.byteLength(value) >= 32, 'is shorter than 32 bytes → create one with openssl rand -base64 32')

/** The address of a person. */
export const emailAddress = z
  .email({ error: 'is not an email address → use an address such as postmaster@example.org' })
  .max(254, 'is longer than 254 characters → shorten it')

/** The sender of our mail, with or without a name: `Waxseal <waxseal@example.org>`. */
export const senderAddress = z
  .string()
  .regex(
    /^[^\r\n]*[^\s@<>]@[^\s@<>]+>?$/,
    'is not a sender address → use an address such as Waxseal <waxseal@example.org>',
  )

/** How long something is kept: 1 to 3,650 days. */
export const days = z
  .string()
  .regex(/^\d{1,4}$/, 'is not a number of days → use 1 to 3650')
  .transform(Number)
  .refine(count => count >= 1 && count <= 3650, 'is not a number of days → use 1 to 3650')

/** A number of things. */
export const wholeNumber = z
  .string()
  .regex(/^\d{1,7}$/, 'is not a whole number → use a number such as 1000')
  .transform(Number)

/** A TCP port. */
export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'is not a number → use a free port, such as 3000')
  .transform(Number)
  .refine(port => port >= 1 && port <= 65_535, 'is not a port → use 1 to 65535')

function orList(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
