import type { ChangeWords } from './change.ts'
import { shown } from './sentence.ts'

/** The words of a change of the MTA-STS record (RFC 8461 section 3.1). */
export function stsWords(before: readonly string[], after: readonly string[]): ChangeWords {
  if (before.length === 0) return { verb: 'added', effect: 'neutral', description: 'MTA-STS record added' }
  if (after.length === 0) return { verb: 'removed', effect: 'risk', description: 'MTA-STS record removed' }
  if (after.length > 1) {
    const description = `${after.length} MTA-STS records found, so senders use none`
    return { verb: 'modified', effect: 'risk', description }
  }
  return { verb: 'modified', effect: 'neutral', description: 'MTA-STS record changed' }
}

/** The stronger a mode, the higher. */
const strengths: Readonly<Record<string, number>> = { none: 0, testing: 1, enforce: 2 }

/** The words of a change of the MTA-STS policy (RFC 8461 section 3.2). */
export function policyWords(before: readonly string[], after: readonly string[]): ChangeWords {
  const [was, is] = [modeOf(before), modeOf(after)]
  if (before.length === 0) return { verb: 'added', effect: 'neutral', description: 'MTA-STS policy published' }
  if (after.length === 0) return { verb: 'removed', effect: 'risk', description: 'MTA-STS policy is gone' }
  if (was === is) return { verb: 'modified', effect: 'neutral', description: `MTA-STS policy changed, mode ${is}` }
  const isWeaker = (strengths[is] ?? 0) < (strengths[was] ?? 0)
  return {
    verb: 'modified',
    effect: isWeaker ? 'risk' : 'better',
    description: `MTA-STS policy ${isWeaker ? 'weakened' : 'changed'} from ${was} to ${is}`,
  }
}

function modeOf([value = '']: readonly string[]): string {
  return shown(/^mode=([^;]*)/.exec(value)?.[1] ?? '')
}
