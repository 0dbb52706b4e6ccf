import type { ChangeWords } from './change.ts'
import { differenceOf, listed, plural } from './sentence.ts'

export function nsWords(before: readonly string[], after: readonly string[]): ChangeWords {
  const { added, removed } = differenceOf(before, after)
  if (after.length === 0) {
    return { verb: 'removed', severity: 'critical', description: `All name servers removed: ${listed(before)}` }
  }
  if (removed.length === 0) {
    const description = `Name ${plural(added.length, 'server')} added: ${listed(added)}`
    return { verb: 'added', severity: 'info', description }
  }
  if (removed.length === before.length) {
    return { verb: 'modified', severity: 'critical', description: `All name servers replaced: now ${listed(after)}` }
  }
  const gone = `Name ${plural(removed.length, 'server')} removed: ${listed(removed)}`
  const description =
    added.length === 0 ? gone : `Name servers changed: ${listed(added, 1)} added, ${listed(removed, 1)} removed`
  return { verb: 'modified', severity: 'warning', description }
}
