import { readMtaStsRecords } from '../transport/index.ts'
import type { ChangeWords, Effect } from './change.ts'
import { shown } from './sentence.ts'

/** The words of a change of the MTA-STS record (RFC 8461 section 3.1). Senders use no policy without one valid record. */
export function stsWords(before: readonly string[], after: readonly string[]): ChangeWords {
  const [was, is] = [isUsed(before), isUsed(after)]
  const verb = before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'modified'
  const change = (effect: Effect, description: string): ChangeWords => ({ verb, effect, description })
  // Without a policy before, senders treat mail as before.
  const lost = was ? 'risk' : 'neutral'
  if (after.length === 0) return change(lost, was ? 'MTA-STS record removed' : 'Invalid MTA-STS record removed')
  if (!is) {
    if (after.length > 1) return change(lost, `${after.length} MTA-STS records found, so senders use none`)
    if (before.length === 0) return change(lost, 'Invalid MTA-STS record added, which senders ignore')
    return change(
      lost,
      was ? 'MTA-STS record is now invalid, so senders ignore it' : 'MTA-STS record changed, still invalid',
    )
  }
  if (before.length === 0) return change('neutral', 'MTA-STS record added')
  if (!was)
    return change('better', before.length > 1 ? 'Only one MTA-STS record is left' : 'MTA-STS record is valid now')
  return change('neutral', 'MTA-STS record changed')
}

function isUsed(texts: readonly string[]): boolean {
  return readMtaStsRecords(texts).state === 'valid'
}

/** The stronger a mode, the higher. A policy that is invalid protects as little as `none`. */
const strengths: Readonly<Record<string, number>> = { none: 0, testing: 1, enforce: 2 }

/** The words of a change of the MTA-STS policy (RFC 8461 section 3.2). */
export function policyWords(before: readonly string[], after: readonly string[]): ChangeWords {
  const [was, is] = [modeOf(before), modeOf(after)]
  const verb = before.length === 0 ? 'added' : after.length === 0 ? 'removed' : 'modified'
  const change = (effect: Effect, description: string): ChangeWords => ({ verb, effect, description })
  if (before.length === 0) {
    return change('neutral', is === null ? 'Invalid MTA-STS policy published' : 'MTA-STS policy published')
  }
  const lost = strengthOf(was) > 0 ? 'risk' : 'neutral'
  if (after.length === 0)
    return change(lost, was === null ? 'Invalid MTA-STS policy is gone' : 'MTA-STS policy is gone')
  if (was === null && is === null) return change('neutral', 'MTA-STS policy changed, still invalid')
  if (is === null) return change(lost, `MTA-STS policy is now invalid, so senders ignore it, the mode was ${was}`)
  if (was === null) return change('better', `MTA-STS policy is valid now, mode ${is}`)
  if (was === is) {
    // Only the digest is kept, so another list of mail servers or a short lifetime looks like a rewrite. Senders that
    // enforce deliver to no server that the policy does not list.
    return is === 'enforce'
      ? change('risk', 'MTA-STS policy changed, mode enforce: check that it lists every mail server')
      : change('neutral', `MTA-STS policy changed, mode ${is}`)
  }
  const isWeaker = strengthOf(is) < strengthOf(was)
  return change(
    isWeaker ? 'risk' : 'better',
    `MTA-STS policy ${isWeaker ? 'weakened' : 'changed'} from ${was} to ${is}`,
  )
}

function strengthOf(mode: string | null): number {
  return mode === null ? 0 : (strengths[mode] ?? 0)
}

/** Null: the policy is invalid, or there is none. */
function modeOf([value = '']: readonly string[]): string | null {
  const mode = /^mode=([^;]*)/.exec(value)?.[1] ?? ''
  return Object.hasOwn(strengths, mode) ? shown(mode) : null
}
