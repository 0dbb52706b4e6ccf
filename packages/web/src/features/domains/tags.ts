import { limits } from '@waxseal/contract/limits'
import { isPrintable, isVisible } from '@waxseal/contract/printable'
import * as wording from '@waxseal/contract/wording'
import type { Domain } from '../../lib/queries.ts'
import { inAlphabet } from './alphabet.ts'

/** The tag filter: null for all, '' for domains without a tag, else the domains with this tag. */
export type TagChoice = string | null

/** A tag with its number of domains. */
export interface TagCount {
  tag: string
  count: number
}

/** A tag in the server's form: trimmed, with single spaces inside. */
export function tagOf(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim()
}

/** The key for comparing tags, without regard to letter case. */
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

/** All tags of these domains, in alphabetical order, in the spelling that occurs first. */
export function tagsOf(domains: readonly Domain[]): readonly TagCount[] {
  const counts = new Map<string, TagCount>()
  for (const { tags } of domains) {
    for (const tag of tags) {
      const known = counts.get(tag.toLowerCase())
      if (known) known.count += 1
      else counts.set(tag.toLowerCase(), { tag, count: 1 })
    }
  }
  return [...counts.values()].sort((a, b) => inAlphabet(a.tag, b.tag))
}

/** A change of the tags of some domains. */
export interface TagChange {
  add: readonly string[]
  remove: readonly string[]
}

export const unchanged: TagChange = { add: [], remove: [] }

/** The change that also adds this tag to all. */
export function adding({ add, remove }: TagChange, tag: string): TagChange {
  const others = (tags: readonly string[]) => tags.filter(one => tagKey(one) !== tagKey(tag))
  return { add: [...others(add), tagOf(tag)], remove: others(remove) }
}

/** The change that also removes this tag from all. */
export function removing({ add, remove }: TagChange, tag: string): TagChange {
  const others = (tags: readonly string[]) => tags.filter(one => tagKey(one) !== tagKey(tag))
  return { add: others(add), remove: [...others(remove), tagOf(tag)] }
}

/** The tags of the domains after the change, each with its number of domains. */
export function tagsAfter(domains: readonly Domain[], { add, remove }: TagChange): readonly TagCount[] {
  const changed = new Set([...add, ...remove].map(tagKey))
  const kept = tagsOf(domains).filter(({ tag }) => !changed.has(tagKey(tag)))
  return [...kept, ...add.map(tag => ({ tag, count: domains.length }))]
}

/** Why this tag cannot be added on top of the change; null when it can. */
export function tagProblem(domains: readonly Domain[], change: TagChange, text: string): string | null {
  if (!isPrintable(tagOf(text)) || !isVisible(tagOf(text))) return wording.tagUnprintable
  if (Array.from(tagOf(text)).length > limits.tagCharacters) return wording.tagTooLong
  const [only] = domains
  if (domains.length !== 1 || only === undefined) return null
  // For several domains, the server reports those that have no room.
  return tagsAfter([only], adding(change, text)).length > limits.tags ? wording.tagLimit : null
}
