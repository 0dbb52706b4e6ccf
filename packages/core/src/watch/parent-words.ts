import {
  type DmarcPolicy,
  isDmarcRecord,
  isWeaker,
  limitOf,
  parseDmarc,
  policyInEffect,
  policyOf,
} from '../dmarc/index.ts'
import type { ChangeWords, Effect } from './change.ts'
import { descriptionMax, shown } from './sentence.ts'

/*
 * A DMARC record decides only beside the policy of the organizational domain, which applies where a name has no record of its
 * own (RFC 9989 section 4.10). The canonical values of a change do not hold that policy. A check reads it, and who puts several
 * changes into one finds it in the words of the check.
 */

/** A policy with the tag that limits it, as `t=y` or `pct=50`; null: receivers apply it to all mail. */
interface Policy {
  policy: DmarcPolicy
  limit: string | null
}

/** The policy that receivers apply at a name without a record of its own, and the domain that publishes it. */
export interface ParentPolicy extends Policy {
  location: string
}

const locationMax = 40

type Words = Pick<ChangeWords, 'effect' | 'description'>

/**
 * What a change of the record of one name does beside this policy. Policies are compared as receivers apply them: `reject`
 * in test mode is no more than `quarantine`. Null: the policy decides nothing, or the change by itself says as much.
 */
export function wordsBesideParent(
  before: readonly string[],
  after: readonly string[],
  parent: ParentPolicy,
): Words | null {
  const [was, is] = [ownPolicy(before), ownPolicy(after)]
  const above = strengthOf(parent)
  if (is === 'inherited' && was !== null && was !== 'inherited') {
    const count = after.filter(isDmarcRecord).length
    const what =
      after.length === 0
        ? `DMARC record with ${named(was)} removed`
        : count > 1
          ? `${count} DMARC records found, which receivers ignore`
          : 'DMARC record is now invalid'
    return {
      effect: effectOf(strengthOf(was), above),
      description: withParent(`${what}, so`, parent, ' applies'),
    }
  }
  if (was !== 'inherited' || is === 'inherited' || above === 'none') return null
  if (is === null)
    return { effect: 'broken', description: withParent('Invalid DMARC record, so', parent, ' no longer applies') }
  if (!isWeaker(strengthOf(is), above)) return null
  return {
    effect: effectOf(above, strengthOf(is)),
    description: withParent(`DMARC record with ${named(is)} added, weaker than`, parent, ''),
  }
}

const strengthOf = ({ policy, limit }: Policy): DmarcPolicy => policyInEffect(policy, limit !== null)

/** `policy reject (t=y)` */
const named = ({ policy, limit }: Policy): string => `policy ${policy}${limit === null ? '' : ` (${limit})`}`

/** The sentence with the policy of the parent domain, whose name is cut so that the whole fits a description. */
function withParent(start: string, parent: ParentPolicy, end: string): string {
  const words = `${start} ${named(parent)} of `
  const room = descriptionMax - words.length - end.length
  return `${words}${shown(parent.location, Math.min(locationMax, room))}${end}`
}

/** The policy that these words of `wordsBesideParent` name, with its domain as they show it; null for other words. */
export function parentIn(description: string): ParentPolicy | null {
  const [, policy, limit = null, location] =
    /, (?:so|weaker than) policy (none|quarantine|reject)(?: \((t=y|pct=\d{1,2})\))? of (\S{1,60})(?: applies| no longer applies)?$/.exec(
      description,
    ) ?? []
  if (policy === undefined || location === undefined) return null
  return { policy: policy as DmarcPolicy, limit, location }
}

/**
 * The policy of the name's own record. `inherited`: receivers use none of the texts, because none is a record or several are.
 * Null: the one record has no valid policy, so they apply DMARC not at all.
 */
function ownPolicy(texts: readonly string[]): Policy | 'inherited' | null {
  const [text, ...others] = texts.filter(isDmarcRecord)
  if (text === undefined || others.length > 0) return 'inherited'
  const record = parseDmarc(text)
  const policy = policyOf(record, 'domain')
  return policy && { policy, limit: limitOf(record) }
}

/** Whether receivers take the policy of a parent domain before or after a change. */
export function mayInherit(before: readonly string[], after: readonly string[]): boolean {
  return (ownPolicy(before) === 'inherited') !== (ownPolicy(after) === 'inherited')
}

function effectOf(was: DmarcPolicy, is: DmarcPolicy): Effect {
  if (is === was) return 'neutral'
  return isWeaker(is, was) ? (is === 'none' ? 'broken' : 'risk') : 'better'
}
