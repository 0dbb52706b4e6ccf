import { wording } from '@waxseal/contract'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { isPrintable, isVisible } from './printable.ts'
import { updateTags } from './store.ts'

const tagsMax = 10
/** In characters. */
const tagMax = 32

/**
 * Sets the tags of a domain, and answers with them as they are kept.
 *
 * @throws Refusal `not_found`; `validation` for too many, too long or unprintable ones
 */
export async function setTags(deps: Deps, accountId: string, id: string, typed: readonly string[]) {
  const tags = readTags(typed)
  if (!(await updateTags(deps.store.db, accountId, id, tags))) throw new Refusal('not_found', wording.notFound)
  return { tags }
}

/** Each tag once, as it was spelt first: without blanks around it, with single ones inside, empty ones dropped. */
function readTags(typed: readonly string[]): string[] {
  const tags = new Map<string, string>()
  for (const text of typed) {
    const tag = text
      .normalize('NFC')
      .replace(/[\p{Zs}\t]+/gu, ' ')
      .trim()
    if (tag === '') continue
    if (!isPrintable(tag) || !isVisible(tag)) throw new Refusal('validation', wording.tagUnprintable)
    if (Array.from(tag).length > tagMax) throw new Refusal('validation', wording.tagTooLong)
    const key = tag.toLowerCase()
    if (!tags.has(key)) tags.set(key, tag)
  }
  if (tags.size > tagsMax) throw new Refusal('validation', wording.tagLimit)
  return [...tags.values()]
}
