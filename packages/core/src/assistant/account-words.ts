import { isAtLeast, type Role, roles } from '../plan/index.ts'
import type { AccountQuery } from './account-facts.ts'
import type { AccountQuestion } from './account-question.ts'
import type { Absence, Bounded } from './account-read.ts'
import { type Answer, andWords, list, paragraph } from './answer.ts'
import { dayOf } from './explain-finding.ts'

/** The most lines of one list in an answer. */
export const linesMax = 20

/** "1,009". */
export function numberWords(n: number): string {
  return n.toLocaleString('en-US')
}

/** "1 alert", "1,009 alerts", "no alerts"; `many` where the plural is not the word with an s. */
export function countWords(n: number, one: string, many = `${one}s`): string {
  return `${n === 0 ? 'no' : numberWords(n)} ${n === 1 ? one : many}`
}

/** The same for the number of all of a list: "over 1,000 alerts". */
export function totalWords({ total, isMore }: Bounded<unknown>, one: string, many = `${one}s`): string {
  return isMore ? `over ${numberWords(total)} ${many}` : countWords(total, one, many)
}

/** "There is 1 alert", "There are no alerts": how many a list has in all. */
export function thereAre(all: Bounded<unknown>, one: string, many = `${one}s`): string {
  const verb = all.total === 1 && !all.isMore ? 'is' : 'are'
  return `There ${verb} ${totalWords(all, one, many)}`
}

/** "Yes. " or "No. " for a question that asks whether there is one; else empty. */
export function verdictWords(form: AccountQuestion['form'], isSo: boolean): string {
  if (form !== 'yes-no') return ''
  return isSo ? 'Yes. ' : 'No. '
}

/** A text with its first letter in upper case. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const peopleOf: { readonly [R in Role]: string } = {
  viewer: 'viewers',
  editor: 'editors',
  admin: 'administrators',
  owner: 'owners',
}

/** "owners and administrators": who has at least this role. */
export function atLeastWords(least: Role): string {
  return andWords(
    roles
      .filter(role => isAtLeast(role, least))
      .toReversed()
      .map(role => peopleOf[role]),
  )
}

/** Why the answer cannot have facts, as a sentence. */
export function absenceWords(why: Absence): string {
  switch (why.kind) {
    case 'role':
      return `Only ${atLeastWords(why.least)} of the workspace see this.`
    case 'person':
      return 'An API key does not see this. Sign in to read it.'
    case 'billing':
      return 'This installation takes no payments, so there is no subscription.'
    default:
      return why satisfies never
  }
}

/** " since Nov 20, 2026", " on Nov 20, 2026", " from Nov 1, 2026 to Nov 20, 2026", " before Nov 20, 2026"; empty without a period. */
export function periodWords({ since, until }: Pick<AccountQuery, 'since' | 'until'>): string {
  if (since === undefined) return until === undefined ? '' : ` before ${dayOf(until)}`
  if (until === undefined) return ` since ${dayOf(since)}`
  // A period ends before its end: at midnight that is the day before.
  const last = dayOf(new Date(Date.parse(until) - 1).toISOString())
  return last === dayOf(since) ? ` on ${last}` : ` from ${dayOf(since)} to ${last}`
}

/** " of shop.example" for a question about one domain. */
export function domainWords({ domain }: Pick<AccountQuery, 'domain'>): string {
  return domain === undefined ? '' : ` of ${domain}`
}

/** The lines of a list, and a sentence that says what is left out. */
export function lines<T>(
  shown: Bounded<T>,
  line: (item: T) => string | { lead: string; text: string },
  what: string,
): Answer {
  const items = shown.items.slice(0, linesMax)
  const rest = shown.total - items.length
  const all = shown.isMore ? `over ${numberWords(shown.total)}` : numberWords(shown.total)
  return [
    ...list(items.map(line)),
    ...(rest > 0 || shown.isMore
      ? paragraph(`These are ${numberWords(items.length)} of ${all} ${what}.`, 'quiet')
      : []),
  ]
}

/** The items of a list that meet a condition. Where the list was cut, nothing is known of what was left out. */
export function those<T>(all: Bounded<T>, condition: (item: T) => boolean): Bounded<T> & { isCut: boolean } {
  const items = all.items.filter(condition)
  const isCut = all.isMore === true || all.total > all.items.length
  return { items, total: items.length, isCut }
}

/** What to add to an answer about `those` of a list that was cut. */
export function cutWords({ isCut }: { isCut: boolean }, read: number, what: string): Answer {
  return isCut ? paragraph(`I read only ${numberWords(read)} ${what}; others are not counted here.`, 'quiet') : []
}
