import type { ChangeWords } from './change.ts'
import { unserved } from './snapshot.ts'

/** The name itself: it is in DNS, its parent zone denies it, or no name server serves its zone. */
export function nameWords(before: readonly string[], after: readonly string[]): ChangeWords {
  if (after.length === 0) {
    return {
      verb: 'removed',
      effect: 'broken',
      description: 'The domain is no longer in DNS: its parent zone denies it',
    }
  }
  if (after.includes(unserved)) {
    const description = 'No name server serves the zone of the domain'
    return { verb: 'modified', effect: 'broken', description }
  }
  const description =
    before.length === 0 ? 'The domain is in DNS now' : 'Name servers serve the zone of the domain again'
  return { verb: before.length === 0 ? 'added' : 'modified', effect: 'better', description }
}

/** Whether DNSSEC keeps validating receivers from every answer about the domain. */
export function dnssecWords(after: readonly string[]): ChangeWords {
  return after.length > 0
    ? { verb: 'modified', effect: 'broken', description: 'DNSSEC is broken: receivers that validate get no answer' }
    : { verb: 'modified', effect: 'better', description: 'DNSSEC is no longer broken' }
}
