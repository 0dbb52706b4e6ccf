import { limits } from '@waxseal/contract/limits'
import { wording } from '@waxseal/contract/wording'
import { readNameList } from '@waxseal/core/dns'
import { domainIn } from '../../lib/domain-name.ts'
import type { Domain } from '../../lib/queries.ts'

/** What is in a pasted list, as far as the browser can tell: the server has the last word on each name. */
export interface ListPreview {
  /** Names that are in the account already. */
  known: number
  /** Names that are not. */
  fresh: number
  /** What is no name, as it was written. */
  notNames: readonly string[]
  /** Why it cannot be sent; null: it can. */
  problem: string | null
}

/** Reads a list as the server will (`readNameList`), before anything is sent. */
export function previewOf(text: string, domains: readonly Domain[]): ListPreview {
  const nothing = { known: 0, fresh: 0, notNames: [] }
  if (new TextEncoder().encode(text).length > limits.bulkBytes) return { ...nothing, problem: wording.bulkTooLarge }
  const given = readNameList(text, limits.bulkNames + 1, domainIn)
  // Nothing was counted beyond the limit.
  if (given.length > limits.bulkNames) return { ...nothing, problem: wording.bulkTooMany }
  const names = given.flatMap(({ name }) => name ?? [])
  const owned = new Set(domains.map(domain => domain.domain_name))
  const known = names.filter(name => owned.has(name)).length
  return {
    known,
    fresh: names.length - known,
    notNames: given.flatMap(({ input, name }) => (name === null ? [input] : [])),
    problem: given.length === 0 ? wording.enterDomain : null,
  }
}
