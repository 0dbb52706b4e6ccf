import { type DmarcPolicy, isDmarcRecord, isWeaker, parseDmarc, policyOf } from '../dmarc/index.ts'
import type { ChangeWords, Effect } from './change.ts'
import { shown } from './sentence.ts'

/*
 * A DMARC record decides only beside the policy of the organizational domain, which applies where a name has no record of its
 * own (RFC 9989 section 4.10). The canonical values of a change do not hold that policy. A check reads it, and who puts several
 * changes into one finds it in the words of the check.
 */

/** The policy that receivers apply at a name without a record of its own, and the domain that publishes it. */
export interface ParentPolicy {
  policy: DmarcPolicy
  location: string
}

/** So that the whole sentence fits a description (`descriptionMax`). */
const locationMax = 40

type Words = Pick<ChangeWords, 'effect' | 'description'>

/**
 * What a change of the record of one name does beside this policy. Null: the policy decides nothing, or the change by itself
 * says as much.
 */
export function wordsBesideParent(
  before: readonly string[],
  after: readonly string[],
  { policy, location }: ParentPolicy,
): Words | null {
  const [was, is] = [ownPolicy(before), ownPolicy(after)]
  const from = shown(location, locationMax)
  if (is === 'inherited' && was !== null && was !== 'inherited') {
    const count = after.filter(isDmarcRecord).length
    const what =
      after.length === 0
        ? `DMARC record with policy ${was} removed`
        : count > 1
          ? `${count} DMARC records found, which receivers ignore`
          : 'DMARC record is now invalid'
    return { effect: effectOf(was, policy), description: `${what}, so policy ${policy} of ${from} applies` }
  }
  if (was !== 'inherited' || is === 'inherited' || policy === 'none') return null
  if (is === null) {
    const description = `Invalid DMARC record, so policy ${policy} of ${from} no longer applies`
    return { effect: 'broken', description }
  }
  if (!isWeaker(is, policy)) return null
  return {
    effect: effectOf(policy, is),
    description: `DMARC record with policy ${is} added, weaker than policy ${policy} of ${from}`,
  }
}

/** The policy that these words of `wordsBesideParent` name, with its domain as they show it; null for other words. */
export function parentIn(description: string): ParentPolicy | null {
  const [, policy, location] =
    /, (?:so|weaker than) policy (none|quarantine|reject) of (\S{1,60})(?: applies| no longer applies)?$/.exec(
      description,
    ) ?? []
  return policy === undefined || location === undefined ? null : { policy: policy as DmarcPolicy, location }
}

/**
 * The policy of the name's own record. `inherited`: receivers use none of the texts, because none is a record or several are.
 * Null: the one record has no valid policy, so they apply DMARC not at all.
 */
function ownPolicy(texts: readonly string[]): DmarcPolicy | 'inherited' | null {
  const [record, ...others] = texts.filter(isDmarcRecord)
  return record === undefined || others.length > 0 ? 'inherited' : policyOf(parseDmarc(record), 'domain')
}

/** Whether receivers take the policy of a parent domain before or after a change. */
export function mayInherit(before: readonly string[], after: readonly string[]): boolean {
  return (ownPolicy(before) === 'inherited') !== (ownPolicy(after) === 'inherited')
}

function effectOf(was: DmarcPolicy, is: DmarcPolicy): Effect {
  if (is === was) return 'neutral'
  return isWeaker(is, was) ? (is === 'none' ? 'broken' : 'risk') : 'better'
}
