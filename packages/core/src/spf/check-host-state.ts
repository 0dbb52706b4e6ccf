import { isSubdomain } from '../dns/index.ts'
import { type Client, dottedAddress, hostType, isAmong, readableAddress, reverseNameOf } from './client.ts'
import { expandMacroString, type MacroLetter } from './macro.ts'
import { type PolicyReader, type Target, targetName } from './policy.ts'
import { queryOnce, type SentQueries } from './query-once.ts'
import type { Sender } from './sender.ts'

/** One running check_host(): the facts about the message, and the progress. */
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
  /** The term under evaluation is already counted as void; it counts once. */
  isVoid: boolean
  /** `%{p}` for the next target to expand; null until it was queried. */
  clientName: string | null
  /** Why the result is no pass, fail, softfail or neutral. */
  problem: string | null
  /**
   * The `exp=` that explains a fail: of the first record, or of the one that `redirect=` led to (RFC 7208 section 6.2).
   */
  explaining: Explaining | null
}

export interface Explaining {
  target: Target
  /** The domain of the record. */
  domain: string
}

/** RFC 7208 section 4.6.4: the maximum number of PTR names to check. */
const clientNamesMax = 10

/** Counts an empty answer of the term under evaluation (RFC 7208 section 4.6.4). */
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

/** Core's form writes a special byte as `\DDD`; a macro expands to the byte. */
function plainName(name: string): string {
  return name.includes('\\') ? name.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code))) : name
}

/** Whether a term needs a local-part that no name can contain: then it matches nothing (RFC 8616 section 4). */
export function isUnmatchable({ sender }: Check, { needsLocalPart }: Target): boolean {
  return needsLocalPart && /[^\0-\x7f]/.test(sender.localPart)
}

/**
 * The name of a term in the record at `domain`; null when its expansion is invalid. For a term with `%{p}`, call
 * `learnClientName` first.
 */
export function expandTarget(check: Check, { macros, name }: Target, domain: string): string | null {
  if (macros === null) return name
  const expanded = expandMacroString(macros, letter => macroValue(check, domain, letter))
  return expanded === null ? null : targetName(expanded)
}

/** The first of the client's names at or below `name` that resolves to the client (section 5.5). */
export async function clientNameBelow(check: Check, name: string): Promise<string | null> {
  const names = await clientNames(check)
  return firstValid(
    check,
    names.filter(found => isSubdomain(found, name)),
  )
}

/**
 * Queries `%{p}` (section 7.3): the domain itself if that is a valid name of the client, else one below it, else any.
 */
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
  // A failed lookup means no names (section 5.5): a client's own servers cannot cause a temperror.
  if (answer.kind !== 'failed') noteVoid(check)
  return []
}

async function firstValid(check: Check, names: readonly string[]): Promise<string | null> {
  const { client } = check
  for (const name of names) {
    const answer = await queryOnce(check, name, hostType(client))
    // A name whose lookup fails is skipped (section 5.5).
    if (answer.kind === 'records') {
      if (isAmong(client, answer.records, client.family === 4 ? 32 : 128)) return name
    } else if (answer.kind !== 'failed') noteVoid(check)
  }
  return null
}
