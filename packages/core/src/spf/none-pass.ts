import { displayText } from '../dns/index.ts'
import { silent } from './missing-words.ts'
import { parseSpf } from './record.ts'
import { listed } from './repair-words.ts'
import type { SpfTermNode, SpfValue } from './value.ts'

/** A record that receivers evaluate, and that lets no server pass. */
export interface NonePassFacts {
  domain: string
  /** The ending, as published. */
  ending: string
  /** The terms that refuse the servers they name, where they may have been meant to let them pass; as published. */
  refused: readonly string[]
  /** Whether the domain has an MX that receives mail. */
  receivesMail: boolean
}

/**
 * What of a record says that no server passes: it ends with `~all` or `-all`, and no term before that may let one pass.
 * Null for every other record, and for `v=spf1 -all`, which says so on purpose. A neutral term (`?`) is on purpose too.
 */
export function nonePass({ records, tree }: SpfValue): Pick<NonePassFacts, 'ending' | 'refused'> | null {
  const { terms } = parseSpf(records[0] ?? '')
  const narrow = new Set(tree?.root.terms.filter(isNarrow).map(({ text }) => text))
  const at = terms.findIndex(({ term }) => term.kind === 'all')
  const ending = terms[at]
  if (ending?.term.kind !== 'all' || !/^[-~]$/.test(ending.term.qualifier)) return null
  const named = terms.slice(0, at).filter(({ term }) => 'qualifier' in term)
  if (named.some(({ term }) => 'qualifier' in term && /^[+?]$/.test(term.qualifier))) return null
  if (named.length === 0 && ending.term.qualifier === '-') return null
  const refused = named.map(({ text }) => displayText(text, 300)).filter(text => narrow.has(text))
  return { ending: ending.text, refused: refused.slice(0, 5) }
}

/** Whether the term names servers that one owner may run: as far as known, no wide network. That is refused on purpose. */
function isNarrow({ kind, ipv4, ipv6Nets }: SpfTermNode): boolean {
  if (!/^(?:include|mx|a|ip4|ip6)$/.test(kind) || ipv4 === null || ipv6Nets === null) return false
  return ipv4 + ipv6Nets > 0 && ipv4 <= 2 ** 24 && ipv6Nets <= 2 ** 32
}

/** What receivers do. */
export function nonePassMeaning({ refused }: NonePassFacts): string {
  if (refused.length === 0) return 'No term of the record names a sender, so SPF passes for no server.'
  return `The first character of ${listed(refused)} refuses those servers. No other term names a sender, so SPF passes for no server.`
}

/** What to write, or to publish if the domain sends no mail. */
export function nonePassAdvice({ domain, ending, refused, receivesMail }: NonePassFacts): string {
  const ifSilent = `If ${domain} sends no mail, publish as the only SPF record (TXT) at ${domain}: ${silent}`
  if (!receivesMail) {
    return `Publish as the only SPF record (TXT) at ${domain}, if it sends no mail: ${silent}. If it sends mail, add its servers in front of ${ending}.`
  }
  if (refused.length === 0) {
    return `Add the servers that send your mail in front of ${ending}, with ip4, ip6, a, mx or include. ${ifSilent}`
  }
  const meant = refused.map(term => term.slice(1))
  return `Replace ${listed(refused)} with ${listed(meant)} if those servers send your mail. ${ifSilent}`
}
