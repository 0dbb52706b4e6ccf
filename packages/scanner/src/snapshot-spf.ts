import type { Resolver } from '@waxseal/core/dns'
import { permerrorText, type SpfTree, spfTreeOfRecord } from '@waxseal/core/spf'
import {
  type DnsChange,
  descriptionMax,
  mendedWords,
  openWords,
  permerrorWords,
  severityOf,
  shown,
} from '@waxseal/core/watch'

/**
 * The changes of a check or a comparison, of which a new SPF record is critical that breaks through what it leads to: it
 * ends in permerror (over ten lookups, an include without a record, a loop: RFC 7208 section 4.6), or lets every server pass
 * (an include of `+all`, an `exists` that is always true). The record alone does not show that, so its tree is read, and the
 * old record's tree too: what was so before became no worse, and what is so no longer says that. Never rejects.
 */
export async function withTreeErrors(
  changes: readonly DnsChange[],
  domain: string,
  resolver: Resolver,
  signal?: AbortSignal,
): Promise<readonly DnsChange[]> {
  return Promise.all(
    changes.map(async change => {
      const { part, severity, change_description: words, old_value: before, new_value: after } = change
      if (part !== 'spf' || severity === 'critical' || typeof after !== 'string') return change
      const tree = await spfTreeOfRecord(resolver, domain, after, signal)
      const old = typeof before === 'string' ? await spfTreeOfRecord(resolver, domain, before, signal) : null
      const [is, was] = [faultOf(tree), old && faultOf(old)]
      if (is !== null && is.kind !== was?.kind) {
        const description = shown(is.words, descriptionMax)
        return { ...change, severity: severityOf('broken'), change_description: description }
      }
      if (is !== null || !tree.complete || !was) return change
      return { ...change, change_description: shown(mendedWords(was.kind, words), descriptionMax) }
    }),
  )
}

/** Why a record is broken by what it leads to. What ends in permerror lets no one pass. */
function faultOf({ permerrors, openTo }: SpfTree): { kind: 'permerror' | 'open'; words: string } | null {
  const [first] = permerrors
  if (first !== undefined) return { kind: 'permerror', words: permerrorWords(permerrorText(first)) }
  return openTo === null ? null : { kind: 'open', words: openWords(openTo) }
}
