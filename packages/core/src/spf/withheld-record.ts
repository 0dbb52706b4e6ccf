import { type AddressSet, intersection, noAddress, setOfCidrs, union } from './address-set.ts'
import { addressTerms } from './flatten-assemble.ts'
import type { HostedRecord } from './flatten-pack.ts'

/** Addresses and terms that pass in a hosted record. */
export interface SpfBesides {
  addresses: AddressSet
  /** Terms that only a message decides, as in `kept`; none of them refuses. */
  kept: readonly string[]
}

/**
 * The part of a hosted record that lets some addresses and terms pass, as a record: these between all terms that refuse,
 * in their order. So a message passes by it where it passed by them. Null when there is nothing to let pass.
 */
export function withheldRecord(hosted: readonly HostedRecord[], { addresses, kept }: SpfBesides): string | null {
  const before = termsOf(hosted)
  const terms: string[] = []
  let set = noAddress
  const flush = () => {
    terms.push(...addressTerms(set, ''))
    set = noAddress
  }
  for (const term of before) {
    if (isAddressTerm(term)) {
      set = union(set, intersection(setOfCidrs([term.slice('ip4:'.length)]) ?? noAddress, addresses))
    } else if (refuses(term) || kept.includes(term)) {
      flush()
      terms.push(term)
    }
  }
  flush()
  // An include that could be replaced by its addresses meanwhile is not in the hosted record.
  terms.push(...kept.filter(term => !before.includes(term)))
  const needed = terms.slice(0, terms.findLastIndex(term => !refuses(term)) + 1)
  return needed.length === 0 ? null : ['v=spf1', ...needed, '-all'].join(' ')
}

/** A record with what is withheld, in some forms of the same meaning, the best one first: one of them is to be proved. */
export interface WithheldForms {
  /** The meaning: what passes by the withheld record, at `name`, passes first. */
  original: string
  forms: readonly string[]
}

/** The forms of a record with a withheld one (see `withheldRecord`), which can be looked up at `name`. */
export function withheldForms(record: string, withheld: string, name: string): WithheldForms {
  const [version = '', ...terms] = record.split(' ').filter(Boolean)
  const original = [version, `include:${name}`, ...terms].join(' ')
  const kept = withheld.split(' ').slice(1, -1)
  if (kept.every(term => !refuses(term) && !term.startsWith('include:'))) return { original, forms: [original] }
  const leading = kept.findIndex(term => !isAddressTerm(term))
  const allAt = terms.findIndex(term => /^[-+~?]?all$/i.test(term))
  const before = allAt === -1 ? terms : terms.slice(0, allAt)
  const behind = [
    version,
    ...kept.slice(0, leading),
    ...before,
    ...kept.slice(leading).filter(term => !refuses(term)),
    ...terms.slice(before.length),
  ].join(' ')
  // Behind the others an include that ends with an error harms the least.
  return { original, forms: kept.some(refuses) ? [original, behind] : [behind, original] }
}

/** The terms of all parts, without the includes that join them and without the ending. */
function termsOf(hosted: readonly HostedRecord[]): string[] {
  const joints = new Set(hosted.slice(1).map(({ name }) => `include:${name}`))
  return hosted.flatMap(({ value }) =>
    value
      .split(' ')
      .slice(1)
      .filter(term => term !== '-all' && !joints.has(term)),
  )
}

function isAddressTerm(term: string): boolean {
  return /^ip[46]:/.test(term)
}

function refuses(term: string): boolean {
  return /^[-~?]/.test(term)
}
