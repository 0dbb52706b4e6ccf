import { isSubdomain } from '../dns/index.ts'
import { type Client, dottedAddress, hostType, isAmong, readableAddress, reverseNameOf } from './client.ts'
import { expandMacroString, type MacroLetter } from './macro.ts'
import { type PolicyReader, type Target, targetName } from './policy.ts'
import { queryOnce, type SentQueries } from './query-once.ts'
import type { Sender } from './sender.ts'

/** One check_host in progress: what it knows of the message, and how far it has come. */
export interface Check extends SentQueries {
  policyOf: PolicyReader
  client: Client
  sender: Sender
  helo: string
  receiver: string
  /** `%{t}`: when the check began. */
  now: Date | undefined
  maxLookups: number
  lookups: number
  voidLookups: number
  /** The term under evaluation has been counted as void: it counts once. */
  isVoid: boolean
  /** `%{p}` for the target to be expanded next; null until it is asked for. */
  clientName: string | null
  /** Why it is no pass, fail, softfail or neutral. */
  problem: string | null
  /** The `exp=` that explains a fail: of the first record, or of the one `redirect=` led to (RFC 7208 section 6.2). */
  explaining: Explaining | null
}

export interface Explaining {
  target: Target
  /** Where the record stands. */
  domain: string
}

/** RFC 7208 section 4.6.4: that many PTR names are looked at, and no more. */
const clientNamesMax = 10

/** A question of the term under evaluation came back empty (RFC 7208 section 4.6.4). */
export function noteVoid(check: Check): void {
  if (!check.isVoid) check.voidLookups++
  check.isVoid = true
}

/** The value of a macro for a record at `domain` (RFC 7208 section 7.2). */
export function macroValue(check: Check, domain: string, letter: MacroLetter): string {
  switch (letter) {
    case 's':
      return `${check.sender.localPart}@${check.sender.domain}`
    case 'l':
      return check.sender.localPart
    case 'o':
      return check.sender.domain
    case 'd':
      return plainName(domain)
    case 'i':
      return dottedAddress(check.client)
    case 'p':
      return check.clientName ?? 'unknown'
    case 'v':
      return check.client.family === 4 ? 'in-addr' : 'ip6'
    case 'h':
      return check.helo
    case 'c':
      return readableAddress(check.client)
    case 'r':
      return check.receiver
    case 't':
      return String(Math.floor((check.now ?? new Date()).getTime() / 1000))
    default:
      return letter satisfies never
  }
}

/** Core's form writes an octet that could confuse as `\DDD`; a macro stands for the octet. */
function plainName(name: string): string {
  return name.includes('\\') ? name.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code))) : name
}

/** Whether a term names a local-part that cannot stand in a name: then it matches nothing (RFC 8616 section 4). */
export function isUnmatchable({ sender }: Check, { needsLocalPart }: Target): boolean {
  return needsLocalPart && /[^\0-\x7f]/.test(sender.localPart)
}

/**
 * The name a term of the record at `domain` is about, null when what its macros give is none. Where the term holds `%{p}`,
 * `learnClientName` comes first.
 */
export function expandTarget(check: Check, { macros, name }: Target, domain: string): string | null {
  if (macros === null) return name
  const expanded = expandMacroString(macros, letter => macroValue(check, domain, letter))
  return expanded === null ? null : targetName(expanded)
}

/** The first of the client's names that lies at or below `name` and leads back to the client (section 5.5). */
export async function clientNameBelow(check: Check, name: string): Promise<string | null> {
  const names = await clientNames(check)
  return firstValid(
    check,
    names.filter(found => isSubdomain(found, name)),
  )
}

/** Asks for `%{p}` (section 7.3): the domain itself if that is a valid name of the client, else one below it, else any. */
export async function learnClientName(check: Check, domain: string): Promise<void> {
  const rank = (name: string): number => (name === domain ? 0 : isSubdomain(name, domain) ? 1 : 2)
  const names = await clientNames(check)
  check.clientName = await firstValid(
    check,
    names.toSorted((one, other) => rank(one) - rank(other)),
  )
}

async function clientNames(check: Check): Promise<readonly string[]> {
  const answer = await queryOnce(check, reverseNameOf(check.client), 'PTR')
  if (answer.kind === 'records') return answer.records.slice(0, clientNamesMax).map(({ target }) => target)
  // No answer means no names (section 5.5): a client's own servers cannot make a temperror.
  if (answer.kind !== 'failed') noteVoid(check)
  return []
}

async function firstValid(check: Check, names: readonly string[]): Promise<string | null> {
  const { client } = check
  for (const name of names) {
    const answer = await queryOnce(check, name, hostType(client))
    // A name that cannot be asked for is skipped (section 5.5).
    if (answer.kind === 'records') {
      if (isAmong(client, answer.records, client.family === 4 ? 32 : 128)) return name
    } else if (answer.kind !== 'failed') noteVoid(check)
  }
  return null
}
