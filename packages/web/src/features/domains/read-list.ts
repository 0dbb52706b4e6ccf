import { limits } from '@waxseal/contract/limits'
import * as wording from '@waxseal/contract/wording'
import { readNameList } from '@waxseal/core/dns'
import { domainIn } from '../../lib/domain-name.ts'
import type { Domain } from '../../lib/queries.ts'

/** The content of a pasted list, as far as the browser can tell. The server decides about each name. */
export interface ListPreview {
  /** The number of names already in the account. */
  known: number
  /** The number of new names. */
  fresh: number
  /** The texts that are no names, as written. */
  notNames: readonly string[]
  /** Why it cannot be sent; null: it can. */
  problem: string | null
}

/** Parses a list as the server will (`readNameList`), before it is sent. */
export function previewOf(text: string, domains: readonly Domain[]): ListPreview {
  const nothing = { known: 0, fresh: 0, notNames: [] }
  if (new TextEncoder().encode(text).length > limits.bulkBytes) return { ...nothing, problem: wording.bulkTooLarge }
  const given = readNameList(text, limits.bulkNames + 1, domainIn)
  // Beyond the limit nothing is counted.
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
