import { type Answer, type FailureReason } from '../dns/index.ts'
import type { Decoded } from './decode.ts'
import { decodeAnswer, matches } from './decode.ts'
import type { AskedList, Blocklist } from './list.ts'
import type { ListTrouble } from './value.ts'

/** Why a list gives no verdict, in words for people, and what can be done. */
export interface Trouble {
  trouble: ListTrouble
  reason: string
  advice: string | null
}

/** The addresses of an answer, null when it failed. */
export function addressesOf(answer: Answer<'A'>): readonly string[] | null {
  if (answer.kind === 'failed') return null
  return answer.kind === 'records' ? answer.records.map(({ address }) => address) : []
}

/**
 * The result of a list's self-test (RFC 5782 section 5): null when the entry that must be listed is, and the one that
 * must not be is not. Any other result quarantines the list, because its other answers are then worthless.
 */
export function judgeSelfTest(list: AskedList, listed: readonly Answer<'A'>[], clean: Answer<'A'>): Trouble | null {
  const { test } = list
  const atClean = addressesOf(clean)
  const atListed = listed.map(addressesOf)
  const decodedClean = atClean === null ? null : decodeAnswer(list, atClean)
  const decoded = atListed.flatMap(addresses => (addresses === null ? [] : [decodeAnswer(list, addresses)]))
  for (const each of [decodedClean, ...decoded]) if (each?.kind === 'rewritten') return rewritten(each.address)
  const passes = atListed.some(addresses =>
    (addresses ?? []).some(address => test.answers.some(match => matches(match, address))),
  )
  if (!passes || decodedClean?.kind === 'refused') {
    for (const each of [...decoded, decodedClean]) if (each?.kind === 'refused') return refused(list, each)
  }
  if (decodedClean?.kind === 'listed' || decodedClean?.kind === 'unknown') {
    return {
      trouble: 'lists-everything',
      reason: 'It lists a test entry that must never be listed, so it lists everything.',
      advice: 'Ignore its results until its operator repairs it.',
    }
  }
  const failed = [...listed, clean].find(answer => answer.kind === 'failed')
  if (failed?.kind === 'failed' && (!passes || decodedClean === null)) return noAnswer(list, failed.reason)
  if (passes) return null
  return {
    trouble: 'test-entry',
    reason: 'It does not list its own test entry, so it is out of service or silently refuses our queries.',
    advice: isCatalogued(list)
      ? (registrationOf(list) ?? 'If this does not change, turn the list off.')
      : 'If you run the list, add the test entries of RFC 5782 section 5.',
  }
}

/** What prevents a verdict of a healthy list; null when nothing does. */
export function troubleOf(list: AskedList, decoded: Decoded): Trouble | null {
  switch (decoded.kind) {
    case 'refused':
      return refused(list, decoded)
    case 'rewritten':
      return rewritten(decoded.address)
    case 'unknown':
      return {
        trouble: 'unknown-code',
        reason: isCatalogued(list)
          ? `It answered ${decoded.address}, a code that its operator does not document.`
          : `It answered ${decoded.address}, which is not among the codes of this list.`,
        advice: isCatalogued(list) ? null : 'If this code is a listing, add it to the list with its meaning.',
      }
    default:
      return null
  }
}

/** Some queries failed. */
export function unanswered(list: AskedList, failed: number, asked: number, reason: FailureReason): Trouble {
  const words = failureOf(list, reason)
  const which = failed === asked ? `All ${asked} lookups` : `${failed} of ${asked} lookups`
  return {
    trouble: 'unanswered',
    reason: asked === 1 ? words : `${which} failed. ${words}`,
    advice: null,
  }
}

/** All queries were answered without a listing, but a failed lookup hides further subjects. */
export const notAllAsked: Trouble = {
  trouble: 'unanswered',
  reason: 'It lists none of the addresses found, but other address lookups failed.',
  advice: null,
}

/** The domain has nothing of the kind that this list covers. `known` is false when a lookup of addresses failed. */
export function notApplicable(kind: 'ip' | 'domain', known: boolean): Trouble {
  if (!known) {
    return { trouble: 'unanswered', reason: 'The address lookups failed.', advice: null }
  }
  const what =
    kind === 'ip' ? 'the domain has no mail server address that the list covers' : 'it lists only domain names'
  return { trouble: 'not-applicable', reason: `Not applicable: ${what}.`, advice: null }
}

function noAnswer(list: AskedList, reason: FailureReason): Trouble {
  if (reason === 'timeout' || reason === 'cancelled' || reason === 'over-budget') {
    return {
      trouble: 'silent',
      reason: failureOf(list, reason),
      advice: registrationOf(list),
    }
  }
  if (reason === 'refused') {
    return {
      trouble: 'refused',
      reason: 'Its servers refused our query.',
      advice: registrationOf(list) ?? accessAdvice(list),
    }
  }
  return { trouble: 'dead', reason: inWords[reason], advice: null }
}

/** The code is in the evidence. */
function refused(list: AskedList, { meaning, key }: { meaning: string; key?: true }): Trouble {
  return {
    trouble: 'refused',
    reason: `It refused our query: ${meaning}.`,
    advice: key ? keyAdvice : (registrationOf(list) ?? accessAdvice(list)),
  }
}

const keyAdvice = 'Check the key that this installation uses for the list, or get a new one from its operator.'

function accessAdvice(list: AskedList): string {
  const key = isCatalogued(list) && list.keyedZone !== null ? ' Or set a key from its operator.' : ''
  return `Query it directly or through your own resolver, not through a public one.${key}`
}

function registrationOf(list: AskedList): string | null {
  if (!isCatalogued(list) || list.registration === null) return null
  const [first = '', ...rest] = list.registration
  return `${first.toUpperCase()}${rest.join('')}.`
}

function isCatalogued(list: AskedList): list is Blocklist {
  return 'operator' in list
}

function rewritten(address: string): Trouble {
  return {
    trouble: 'rewritten',
    reason: `A resolver rewrote the answer to ${address}, or the zone of the list has a new owner.`,
    advice: 'Use a resolver that does not rewrite answers.',
  }
}

/** A list with a published rate is left out when all scans of this installation together have used that up. */
function failureOf(list: AskedList, reason: FailureReason): string {
  const isRate = reason === 'over-budget' && isCatalogued(list) && list.rate !== null
  return isRate ? 'This installation reached the query rate that the list allows.' : inWords[reason]
}

const inWords: { readonly [R in FailureReason]: string } = {
  timeout: 'It did not answer in time.',
  servfail: 'Its servers returned an error.',
  refused: 'Its servers refused our query.',
  malformed: 'Its answer is unreadable.',
  unreachable: 'Its servers are unreachable.',
  lame: 'Its servers are not authoritative for its zone.',
  isolated: 'Our resolver has no access to the public DNS.',
  cancelled: 'The scan ended before it answered.',
  'over-budget': 'The scan reached its lookup limit.',
  'rate-limited': 'The daily lookup limit is reached.',
  internal: 'An internal error stopped the lookup.',
}
