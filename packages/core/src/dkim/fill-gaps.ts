import type { Filled, Gap } from '../check/index.ts'
import { sortedKeys } from './discover.ts'
import type { DkimKey, DkimName, DkimUnanswered, DkimValue } from './value.ts'

/**
 * Selectors whose lookup failed keep the result of an earlier scan, a key or none. Null: there is nothing to fill in.
 */
export function fillDkimGaps(now: DkimValue, gaps: readonly Gap[], before: DkimValue): Filled<DkimValue> | null {
  const selectors = filledValue(now, gaps, before)
  const around = filledAround(selectors ?? now, before)
  const value = around ?? selectors
  if (value === null) return null
  const open = new Set(value.unanswered.flatMap(({ hostname, cnames }) => [hostname, ...cnames]))
  const asked = new Set(now.unanswered.flatMap(({ hostname, cnames }) => [hostname, ...cnames]))
  return { value, gaps: gaps.filter(({ question: { name } }) => open.has(name) || !asked.has(name)) }
}

/** A failed query says nothing about the domain. A new answer always wins. */
function filledValue(now: DkimValue, gaps: readonly Gap[], before: DkimValue): DkimValue | null {
  if (now.unanswered.length === 0) {
    // All queries succeeded, except the second witness of an earlier certain result.
    const lacksWitness = gaps.some(({ question }) => question.name.startsWith('_domainkey.'))
    const isHeld = lacksWitness && now.state === 'none-unsure' && before.state === 'none-sure' && isEmpty(now)
    return isHeld ? { ...now, state: 'none-sure', sureBecause: before.sureBecause } : null
  }
  const open = new Set(before.unanswered.map(({ selector }) => selector))
  const settled = now.unanswered.filter(({ selector }) => !open.has(selector))
  if (settled.length === 0) return null
  const of = <T extends DkimName>(names: readonly T[]): readonly T[] =>
    names.filter(({ selector }) => settled.some(each => each.selector === selector))
  const keys: readonly DkimKey[] = sortedKeys([...now.keys, ...of(before.keys)])
  const dangling: readonly DkimName[] = [...now.dangling, ...of(before.dangling)]
  const unanswered: readonly DkimUnanswered[] = now.unanswered.filter(({ selector }) => open.has(selector))
  const joined: DkimValue = { ...now, keys, dangling, unanswered }
  if (keys.some(({ state }) => state === 'working' || state === 'weak')) {
    return { ...joined, state: 'found', sureBecause: null }
  }
  if (unanswered.length > 0) return { ...joined, state: 'unchecked', sureBecause: null }
  if (isEmpty(joined) && before.state === 'none-sure') {
    return { ...joined, state: 'none-sure', sureBecause: before.sureBecause }
  }
  return { ...joined, state: 'none-unsure', sureBecause: null }
}

/** What an earlier scan knew of the names around `_domainkey` and of the parent's keys. */
function filledAround(value: DkimValue, before: DkimValue): DkimValue | null {
  const { namesBelow = null, parent } = before
  const lacksNames = value.namesBelow === null && namesBelow !== null
  const lacksParent = value.parent?.state === 'unchecked' && parent?.domain === value.parent.domain
  const isParentKnown = lacksParent && parent?.state !== 'unchecked'
  if (!lacksNames && !isParentKnown) return null
  return { ...value, ...(lacksNames && { namesBelow }), ...(isParentKnown && { parent }) }
}

function isEmpty({ keys, dangling, wildcard }: DkimValue): boolean {
  return keys.length === 0 && dangling.length === 0 && wildcard === null
}
