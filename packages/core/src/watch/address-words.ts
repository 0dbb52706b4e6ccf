import { isReachableAddress } from '../dns/index.ts'
import { aliasMark } from './canonical.ts'
import type { ChangeWords } from './change.ts'
import { differenceOf, listed, plural, shown } from './sentence.ts'
import { subjectOf, type WatchedPart } from './snapshot.ts'

/**
 * A change of addresses. It is more than information only at a mail server that senders no longer reach, or reach later: one
 * that lost all its addresses, or that got one which no sender on the internet can connect to.
 */
export function addressWords(
  part: WatchedPart,
  before: readonly string[],
  after: readonly string[],
  added: readonly string[] = differenceOf(before, after).added,
): ChangeWords {
  const isMailServer = part.kind === 'mx-address'
  const removed = differenceOf(before, after).removed
  const verb = after.length === 0 ? 'removed' : removed.length === 0 ? 'added' : 'modified'
  return {
    verb,
    ...(isMailServer
      ? mailServerChange(subjectOf(part), before, after, added, removed)
      : { effect: 'neutral', description: recordText(part, before, after, added) }),
  }
}

type Words = Pick<ChangeWords, 'effect' | 'description'>

function mailServerChange(
  host: string,
  before: readonly string[],
  after: readonly string[],
  added: readonly string[],
  removed: readonly string[],
): Words {
  const description = mailServerText(host, removed, after, added)
  if (after.length === 0) return { effect: 'risk', description }
  // Inside a network of its own, no address was public before either.
  const unreachable = before.some(isReachableAddress) ? added.filter(address => !isReachableAddress(address)) : []
  if (unreachable.length === 0) return { effect: 'neutral', description }
  const name = `mail server ${shown(host, 30)}`
  const what = after.some(isReachableAddress) ? `New address of ${name}` : capital(name)
  return { effect: 'risk', description: `${what} cannot be reached from the internet: ${listed(unreachable, 1)}` }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function mailServerText(
  host: string,
  removed: readonly string[],
  after: readonly string[],
  added: readonly string[],
): string {
  const name = `mail server ${listed([host])}`
  if (after.length === 0) return `All addresses of ${name} removed`
  if (added.length === 0)
    return `${plural(removed.length, 'Address', 'Addresses')} of ${name} removed: ${listed(removed)}`
  if (added.length < after.length)
    return `New ${plural(added.length, 'address', 'addresses')} of ${name}: ${listed(added)}`
  return `${after.length === 1 ? 'Address' : 'Addresses'} of ${name} changed to ${listed(after)}`
}

function recordText(
  { kind }: WatchedPart,
  before: readonly string[],
  after: readonly string[],
  added: readonly string[],
): string {
  const name = kind === 'www' ? 'www' : kind.toUpperCase()
  if (after.length === 0) return kind === 'www' ? 'www removed' : `All ${name} records removed`
  const target = listed(after.map(value => value.replace(aliasMark, '')))
  const { removed } = differenceOf(before, after)
  const isLoss = added.length === 0
  if (isLoss && kind === 'www')
    return `www no longer has the ${plural(removed.length, 'address', 'addresses')} ${listed(removed)}`
  if (isLoss) return `${name} ${plural(removed.length, 'record')} removed: ${listed(removed)}`
  const isAlias = after.some(value => value.startsWith(aliasMark))
  if (kind === 'www') {
    if (before.length === 0) return `www added: ${isAlias ? 'alias of ' : ''}${target}`
    if (added.length < after.length)
      return `www has ${plural(added.length, 'a new address', 'new addresses')}: ${listed(added)}`
    return `www now ${isAlias ? 'is an alias of' : 'points to'} ${target}`
  }
  if (before.length === 0 || added.length < after.length) {
    return `${name} ${plural(added.length, 'record')} added: ${listed(added)}`
  }
  return `${name} ${plural(after.length, 'record')} changed to ${target}`
}
