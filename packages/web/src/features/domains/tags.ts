import { limits } from '@waxseal/contract/limits'
import { isPrintable, isVisible } from '@waxseal/contract/printable'
import { wording } from '@waxseal/contract/wording'
import type { Domain } from '../../lib/queries.ts'

/** What the list is narrowed to: null everything, '' the domains without a tag, else those with this one. */
export type TagChoice = string | null

/** A tag with how many of the domains have it. */
export interface TagCount {
  tag: string
  count: number
}

/** As the server keeps it: without blanks around it, with single ones inside. */
export function tagOf(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim()
}

/** What two tags have in common that are the same: letter case makes no other one. */
export function tagKey(text: string): string {
  return tagOf(text).toLowerCase()
}

export function hasTag(domain: Domain, tag: string): boolean {
  const key = tagKey(tag)
  return domain.tags.some(own => own.toLowerCase() === key)
}

export function withTag(domains: readonly Domain[], choice: TagChoice): readonly Domain[] {
  if (choice === null) return domains
  return domains.filter(domain => (choice === '' ? domain.tags.length === 0 : hasTag(domain, choice)))
}

const alphabet = new Intl.Collator('en', { numeric: true })

/** Every tag of these domains, in alphabetical order, in the spelling that came first. */
export function tagsOf(domains: readonly Domain[]): readonly TagCount[] {
  const counts = new Map<string, TagCount>()
  for (const { tags } of domains) {
    for (const tag of tags) {
      const known = counts.get(tag.toLowerCase())
      if (known) known.count += 1
      else counts.set(tag.toLowerCase(), { tag, count: 1 })
    }
  }
  return [...counts.values()].sort((a, b) => alphabet.compare(a.tag, b.tag))
}

/** How the tags of some domains are to change. */
export interface TagChange {
  add: readonly string[]
  remove: readonly string[]
}

export const unchanged: TagChange = { add: [], remove: [] }

/** The change with this tag put on all. */
export function adding({ add, remove }: TagChange, tag: string): TagChange {
  const others = (tags: readonly string[]) => tags.filter(one => tagKey(one) !== tagKey(tag))
  return { add: [...others(add), tagOf(tag)], remove: others(remove) }
}

/** The change with this tag taken off all. */
export function removing({ add, remove }: TagChange, tag: string): TagChange {
  const others = (tags: readonly string[]) => tags.filter(one => tagKey(one) !== tagKey(tag))
  return { add: others(add), remove: [...others(remove), tagOf(tag)] }
}

/** The tags the domains would have after the change, each with how many of them have it. */
export function tagsAfter(domains: readonly Domain[], { add, remove }: TagChange): readonly TagCount[] {
  const changed = new Set([...add, ...remove].map(tagKey))
  const kept = tagsOf(domains).filter(({ tag }) => !changed.has(tagKey(tag)))
  return [...kept, ...add.map(tag => ({ tag, count: domains.length }))]
}

/** Why this tag cannot be put on the domains besides what is changed already; null when it can. */
export function tagProblem(domains: readonly Domain[], change: TagChange, text: string): string | null {
  if (!isPrintable(tagOf(text)) || !isVisible(tagOf(text))) return wording.tagUnprintable
  if (Array.from(tagOf(text)).length > limits.tagCharacters) return wording.tagTooLong
  const [only] = domains
  if (domains.length !== 1 || only === undefined) return null
  // Of many, those that have no room are told by the server, one by one.
  return tagsAfter([only], adding(change, text)).length > limits.tags ? wording.tagLimit : null
}
