import type { ChangeWords } from './change.ts'
import { differenceOf, listed, plural } from './sentence.ts'

export function nsWords(before: readonly string[], after: readonly string[]): ChangeWords {
  const { added, removed } = differenceOf(before, after)
  if (after.length === 0) {
    return { verb: 'removed', effect: 'broken', description: `All name servers removed: ${listed(before)}` }
  }
  if (removed.length === 0) {
    const description = `Name ${plural(added.length, 'server')} added: ${listed(added)}`
    return { verb: 'added', effect: 'neutral', description }
  }
  if (removed.length === before.length) {
    return { verb: 'modified', effect: 'broken', description: `All name servers replaced: now ${listed(after)}` }
  }
  const gone = `Name ${plural(removed.length, 'server')} removed: ${listed(removed)}`
  const description =
    added.length === 0 ? gone : `Name servers changed: ${listed(added, 1)} added, ${listed(removed, 1)} removed`
  return { verb: 'modified', effect: 'risk', description }
}
