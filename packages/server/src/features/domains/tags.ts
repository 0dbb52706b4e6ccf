import { limits, wording } from '@waxseal/contract'
import { isPrintable, isVisible } from '@waxseal/contract/printable'
import type { Deps } from '../../deps.ts'
import { Refusal } from '../../errors.ts'
import { type Actor, authorId } from '../workspaces/actor.ts'
import { refuseReadOnly } from './read-only.ts'
import { requireEditableDomain } from './require-domain.ts'
import { tagsForUpdate, updateTags, writeTags } from './store.ts'

/**
 * Sets the tags of a domain and returns them as stored.
 *
 * @throws Refusal `not_found`; `domain_read_only`; `validation` for too many, too long or unprintable ones
 */
export async function setTags(deps: Deps, actor: Actor, id: string, typed: readonly string[]) {
  const tags = readTags(typed)
  return deps.store.transaction(async tx => {
    const domain = await requireEditableDomain(tx, actor, id)
    await updateTags(tx, actor.workspace.id, domain.id, { tags, tagsAuthor: authorId(actor) })
    return { tags }
  })
}

interface Change {
  add: readonly string[]
  remove: readonly string[]
}

/**
 * Removes tags from many domains of the workspace and adds others, in one transaction. Tags compare without letter
 * case. Domains that would have too many do not change.
 *
 * @throws Refusal `not_found` when none of the ids is in the workspace; `domain_read_only` when one of them is; `validation` as `setTags`
 */
export async function changeTags(deps: Deps, actor: Actor, ids: readonly string[], change: Change) {
  const added = readTags(change.add)
  const removed = new Set(change.remove.map(tag => spelling(tag).toLowerCase()))
  return deps.store.transaction(async tx => {
    const rows = await tagsForUpdate(tx, actor.workspace.id, ids)
    if (rows.length === 0) throw new Refusal('not_found', wording.notFound)
    await refuseReadOnly(tx, actor.workspace, ...rows.map(({ id }) => id))
    const changed: { id: string; tags: string[] }[] = []
    const full: string[] = []
    for (const { id, tags: before } of rows) {
      const tags = distinct([...before.filter(tag => !removed.has(tag.toLowerCase())), ...added])
      if (tags.length > limits.tags) full.push(id)
      else if (tags.join('\n') !== before.join('\n')) changed.push({ id, tags })
    }
    await writeTags(tx, actor.workspace.id, changed, authorId(actor))
    return { changed, full }
  })
}

/** Each tag once, in its first spelling: trimmed, with single spaces inside, without empty ones. */
function readTags(typed: readonly string[]): string[] {
  const tags = typed.map(spelling).filter(tag => tag !== '')
  for (const tag of tags) {
    if (!isPrintable(tag) || !isVisible(tag)) throw new Refusal('validation', wording.tagUnprintable)
    if (Array.from(tag).length > limits.tagCharacters) throw new Refusal('validation', wording.tagTooLong)
  }
  const once = distinct(tags)
  if (once.length > limits.tags) throw new Refusal('validation', wording.tagLimit)
  return once
}

function spelling(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim()
}

function distinct(tags: readonly string[]): string[] {
  const once = new Map<string, string>()
  for (const tag of tags) if (!once.has(tag.toLowerCase())) once.set(tag.toLowerCase(), tag)
  return [...once.values()]
}
