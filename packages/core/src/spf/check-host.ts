import { type Resolver, type Signal, textOf } from '../dns/index.ts'
import {
  type Check,
  type Explaining,
  expandTarget,
  isUnmatchable,
  learnClientName,
  macroValue,
} from './check-host-state.ts'
import { readClient } from './client.ts'
import { evaluate } from './evaluation.ts'
import { lookupsMax } from './limits.ts'
import { expandExplanation, parseExplanation, usesMacro } from './macro.ts'
import { type PolicyReader, policyOf } from './policy.ts'
import { queryOnce } from './query-once.ts'
import type { SpfResult } from './result.ts'
import { readSender } from './sender.ts'

/** What a receiver knows about a message before it accepts it. */
export interface SpfQuery {
  /** The address of the SMTP client. */
  ip: string
  /** MAIL FROM; '' is the null sender, which counts as postmaster at the HELO name. Domains in ASCII. */
  sender: string
  /** The name that the client sent with HELO or EHLO, unvalidated. */
  helo: string
  /** The receiver's own name, for `%{r}`; `unknown` by default. */
  receiver?: string
  /** The explanation of a `fail` when the domain publishes none. */
  defaultExplanation?: string
  /** The maximum number of terms with lookups: 10 by default (RFC 7208 section 4.6.4). */
  maxLookups?: number
  /** The time of the message, for `%{t}`. */
  now?: Date
  /** The parser of records; `cachingPolicyReader` where many messages are checked. */
  policyOf?: PolicyReader
}

export interface SpfOutcome {
  result: SpfResult
  /** The explanation of the domain (ASCII, but hostile: it may name what the sender made up). Only with `fail`. */
  explanation: string | null
  /** The number of terms with lookups, including the one that exceeded the limit. */
  lookups: number
  /** The number of terms with an empty answer. */
  voidLookups: number
  /** The cause of none, temperror and permerror, in a few words. */
  problem: string | null
}

/** The maximum length of an explanation: no SMTP reply is longer. */
const longestExplanation = 4096
/** A name has at most 253 characters, but the client can send anything as HELO. */
const longestHelo = 1024

/**
 * check_host() of RFC 7208: whether a domain allows an address to send its mail. Evaluates terms from left to right and
 * sends no query twice. At most `maxLookups` terms cause lookups, each at most eleven queries.
 *
 * @throws RangeError when `ip` is no address
 */
export async function checkHost(resolver: Resolver, query: SpfQuery, signal?: Signal): Promise<SpfOutcome> {
  const client = readClient(query.ip)
  if (client === null) throw new RangeError('not an IP address')
  const maxLookups = query.maxLookups ?? lookupsMax
  const helo = query.helo.slice(-longestHelo)
  const check: Check = {
    resolver,
    signal,
    policyOf: query.policyOf ?? policyOf,
    asked: [],
    client,
    sender: readSender(query.sender, helo),
    helo,
    receiver: query.receiver ?? 'unknown',
    now: query.now,
    maxLookups,
    lookups: 0,
    voidLookups: 0,
    isVoid: false,
    clientName: null,
    problem: null,
    explaining: null,
  }
  const { name } = check.sender
  if (name === null) {
    return { result: 'none', explanation: null, lookups: 0, voidLookups: 0, problem: 'the sender has no domain' }
  }
  const evaluated = evaluate(check, name, await queryOnce(check, name, 'TXT'), false)
  const result = typeof evaluated === 'string' ? evaluated : await evaluated
  const { lookups, voidLookups, problem } = check
  const ended = result === 'none' || result === 'temperror' || result === 'permerror'
  const explanation = result === 'fail' && check.explaining !== null ? await explain(check, check.explaining) : null
  return {
    result,
    explanation: result === 'fail' ? (explanation ?? query.defaultExplanation ?? null) : null,
    lookups,
    voidLookups,
    problem: ended ? problem : null,
  }
}

/**
 * The explanation that a domain publishes (section 6.2); null when there is none, or it cannot be queried or parsed.
 */
async function explain(check: Check, { target, domain }: Explaining): Promise<string | null> {
  if (isUnmatchable(check, target)) return null
  if (target.needsClientName) await learnClientName(check, domain)
  const name = expandTarget(check, target, domain)
  if (name === null) return null
  const answer = await queryOnce(check, name, 'TXT')
  if (answer.kind !== 'records') return null
  const [record, second] = answer.records
  if (record === undefined || second !== undefined) return null
  const parts = parseExplanation(textOf(record))
  if (typeof parts === 'string') return null
  if (usesMacro(parts, 'p')) await learnClientName(check, domain)
  return expandExplanation(parts, letter => macroValue(check, domain, letter), longestExplanation)
}
