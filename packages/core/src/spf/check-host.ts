import { type Resolver, type Signal, textOf } from '../dns/index.ts'
import { ask } from './asking.ts'
import { type Check, type Explaining, expandTarget, isUnmatchable, learnClientName, macroValue } from './check.ts'
import { readClient } from './client.ts'
import { evaluate } from './evaluation.ts'
import { lookupsMax } from './limits.ts'
import { expandExplanation, parseExplanation, usesMacro } from './macro.ts'
import { type PolicyReader, policyOf } from './policy.ts'
import type { SpfResult } from './result.ts'
import { readSender } from './sender.ts'

/** What a receiver knows of a message before it has it. */
export interface SpfQuery {
  /** The address of the SMTP client. */
  ip: string
  /** MAIL FROM; '' is the null sender, for which postmaster at the HELO name stands. Domains in ASCII. */
  sender: string
  /** The name the client gave with HELO or EHLO, whatever it is. */
  helo: string
  /** The receiver's own name, for `%{r}`: `unknown` without. */
  receiver?: string
  /** Explains a `fail` where the domain gives no explanation of its own. */
  defaultExplanation?: string
  /** How many terms may ask: 10, as RFC 7208 section 4.6.4 has it. */
  maxLookups?: number
  /** When the message came, for `%{t}`. */
  now?: Date
  /** How records are read, where many messages are checked: `keepingPolicies`. */
  policyOf?: PolicyReader
}

export interface SpfOutcome {
  result: SpfResult
  /** Why, in the domain's own words (ASCII, but hostile: it may name what the sender made up). Only with `fail`. */
  explanation: string | null
  /** Terms that cost a lookup, one more than allowed where that was the end. */
  lookups: number
  /** Terms of which a question came back empty. */
  voidLookups: number
  /** What stands behind none, temperror and permerror, in a few words. */
  problem: string | null
}

/** Characters of an explanation: no SMTP reply is longer. */
const longestExplanation = 4096
/** A name has 253; HELO is what the client made up. */
const longestHelo = 1024

/**
 * check_host of RFC 7208: whether a domain lets an address send its mail. Asks term by term, from left to right, and
 * nothing twice; at most `maxLookups` terms ask, each at most eleven questions.
 *
 * @throws RangeError when `ip` is no address: there is nothing to check then
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
  const evaluated = evaluate(check, name, await ask(check, name, 'TXT'), false)
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

/** The explanation a domain publishes (section 6.2); null where there is none, or it cannot be had or read. */
async function explain(check: Check, { target, domain }: Explaining): Promise<string | null> {
  if (isUnmatchable(check, target)) return null
  if (target.needsClientName) await learnClientName(check, domain)
  const name = expandTarget(check, target, domain)
  if (name === null) return null
  const answer = await ask(check, name, 'TXT')
  if (answer.kind !== 'records') return null
  const [record, second] = answer.records
  if (record === undefined || second !== undefined) return null
  const parts = parseExplanation(textOf(record))
  if (typeof parts === 'string') return null
  if (usesMacro(parts, 'p')) await learnClientName(check, domain)
  return expandExplanation(parts, letter => macroValue(check, domain, letter), longestExplanation)
}
