import { type Resolver, zoneResolver } from '@waxseal/core/dns'
import { checkHost, permerrorText, type SpfNode, spfTreeOfRecord } from '@waxseal/core/spf'
import {
  type DnsChange,
  descriptionMax,
  mendedWords,
  openWords,
  permerrorWords,
  removedWords,
  reordered,
  reorderedInPermerror,
  severityOf,
  shown,
} from '@waxseal/core/watch'

/**
 * The changes of a check or a comparison, of which a new SPF record is critical that breaks through what it leads to: it
 * ends in permerror (over ten lookups, an include without a record, a loop: RFC 7208 section 4.6), or lets every server pass
 * (an include of `+all`, an `exists` that is always true). The record alone does not show that, so its tree is read, and the
 * old record's tree too: what was so before became no worse, and what is so no longer says that. So is that of a removed
 * record. Never rejects.
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
      const ask = { domain, resolver, ...(signal && { signal }) }
      if (part === 'spf' && severity === 'critical' && after === null && typeof before === 'string') {
        return removed(change, await lookAt(before, ask))
      }
      if (part !== 'spf' || severity === 'critical' || typeof after !== 'string') return change
      const is = await lookAt(after, ask)
      const was = typeof before === 'string' ? await lookAt(before, ask) : null
      if (is.fault !== null && is.fault.kind !== was?.fault?.kind) {
        const description = shown(is.fault.words, descriptionMax)
        return { ...change, severity: severityOf('broken'), change_description: description }
      }
      if (is.fault?.kind === 'permerror' && words === reordered) {
        return { ...change, severity: severityOf('risk'), change_description: reorderedInPermerror }
      }
      // A comparison of the texts has said already that the record can be read again.
      if (is.fault !== null || !is.complete || !was?.fault || was.fault.isOwn) return change
      return { ...change, change_description: shown(mendedWords(was.fault.kind, words), descriptionMax) }
    }),
  )
}

/**
 * A record that ended in permerror let no one pass, so its removal breaks nothing. It may be so only since what it led to was
 * removed with it, so it is not taken for nothing either.
 */
function removed(change: DnsChange, { fault }: Look): DnsChange {
  if (fault?.kind !== 'permerror') return change
  return {
    ...change,
    severity: severityOf('risk'),
    change_description: shown(removedWords(fault.words), descriptionMax),
  }
}

interface Asking {
  domain: string
  resolver: Resolver
  signal?: AbortSignal
}

/** What a record leads to, and why that breaks it. */
interface Look {
  /** What ends in permerror lets no one pass. `isOwn`: a syntax error of the record itself. */
  fault: { kind: 'permerror' | 'open'; words: string; isOwn: boolean } | null
  /** Every lookup was answered. */
  complete: boolean
}

async function lookAt(record: string, asking: Asking): Promise<Look> {
  const { domain, resolver, signal } = asking
  const { permerrors, openTo, complete, root } = await spfTreeOfRecord(resolver, domain, record, signal)
  const [first] = permerrors
  if (first !== undefined) {
    const isOwn = first.code === 'syntax' && 'path' in first && first.path.length === 0
    return { fault: { kind: 'permerror', words: permerrorWords(permerrorText(first)), isOwn }, complete }
  }
  const open = openTo ?? (await openToEveryone(record, root, asking))
  return { fault: open === null ? null : { kind: 'open', words: openWords(open), isOwn: false }, complete }
}

/** Addresses of no one, in networks far apart (RFC 5737): a service that answers for its own senders has none of them. */
const unlisted = ['192.0.2.141', '198.51.100.87', '203.0.113.209']

/**
 * The `exists` that lets every server pass, because the name that its macros make is there whoever sends (a wildcard). Its
 * tree does not show that, so three unlisted servers try. Null: none, or one of them does not pass.
 */
async function openToEveryone(record: string, root: SpfNode, asking: Asking): Promise<string | null> {
  const { domain, resolver, signal } = asking
  const term = dependingExists(root)
  if (term === null) return null
  const planned = zoneResolver({ [domain]: { TXT: [record] } })
  const asked: Resolver = {
    query: (name, type, ending) => (name === domain && type === 'TXT' ? planned : resolver).query(name, type, ending),
  }
  const results = await Promise.all(
    unlisted.map(ip => checkHost(asked, { ip, sender: `anyone@${domain}`, helo: domain }, signal)),
  )
  return results.every(({ result }) => result === 'pass') ? term : null
}

/** The first `exists` that depends on the sender, with the terms that lead to it. */
function dependingExists({ terms }: SpfNode): string | null {
  for (const { kind, text, depends, child } of terms) {
    if (kind === 'exists' && depends) return text
    const below = child === null ? null : dependingExists(child)
    if (below !== null) return `${text} → ${below}`
  }
  return null
}
