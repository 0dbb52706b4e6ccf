import { displayText } from '../dns/index.ts'
import type { DmarcFault } from './faults.ts'
import { type LooseTag, readLoosely } from './loose.ts'
import { looseAddresses } from './loose-addresses.ts'
import { type DmarcTags, parseDmarc, policyOf, printDmarc } from './record.ts'
import { givenPolicies, meantPolicies, strongest } from './repair-policies.ts'
import { type DmarcPolicy, type DmarcRecord, isWeaker } from './value.ts'

/** What is wrong with the form of a record, and the record it was meant to be. */
export interface DmarcRepair {
  causes: readonly DmarcFault[]
  /** The tags of the repaired record; null: its policy is unclear. */
  tags: DmarcTags | null
  /** The repaired record, printed; null with `tags`. */
  record: string | null
}

/**
 * Repairs the form of a text that was meant as a DMARC record: separators, quotation marks, spelling, report addresses.
 * The policy is the one that the text means, and never weaker than the one that receivers read in it now. Where the
 * meaning of a policy is unclear there is no repaired record.
 */
export function repairDmarc(text: string): DmarcRepair {
  const loose = readLoosely(text)
  if (loose.tags === null) return { causes: loose.faults, tags: null, record: null }
  const faults: DmarcFault[] = [...loose.faults]
  const read = meaningOf(loose.tags, loose.words, faults)
  const causes = faults.slice(0, 20)
  if (read === null) return { causes, tags: null, record: null }
  const tags = notWeaker(read, parseDmarc(text))
  const record = printDmarc(tags)
  return parseDmarc(record).errors.length > 0 ? { causes, tags: null, record: null } : { causes, tags, record }
}

/**
 * Repairs several records at one name, of which receivers use none: one record with the strictest policy for each kind of
 * mail, and the report addresses of all.
 */
export function repairSeveral(texts: readonly string[]): DmarcRepair {
  const [only, another] = texts
  if (only !== undefined && another === undefined) return repairDmarc(only)
  const causes: DmarcFault[] = [{ code: 'several_records', count: texts.length }]
  const all = texts.slice(0, 10).flatMap(text => repairDmarc(text).tags ?? [])
  const strictest = all.reduce<DmarcTags | null>(
    (best, tags) => (best === null || isWeaker(best.p ?? 'none', tags.p ?? 'none') ? tags : best),
    null,
  )
  if (strictest === null) return { causes, tags: null, record: null }
  const below = strongest(all.map(subdomains))
  const tags: DmarcTags = {
    ...strictest,
    sp: below === strictest.p ? null : below,
    np: strongest(all.map(nonexistent)),
    t: all.every(({ t }) => t),
    pct: all.some(({ pct }) => pct === null) ? null : Math.max(...all.map(({ pct }) => pct ?? 100)),
    rua: [...new Set(all.flatMap(({ rua }) => rua))],
    ruf: [...new Set(all.flatMap(({ ruf }) => ruf))],
  }
  const merged = { ...tags, np: tags.np === below ? null : tags.np }
  return { causes, tags: merged, record: printDmarc(merged) }
}

function subdomains({ p, sp }: DmarcTags): DmarcPolicy {
  return sp ?? p ?? 'none'
}

function nonexistent(tags: DmarcTags): DmarcPolicy {
  return tags.np ?? subdomains(tags)
}

/** Raises what is weaker than what receivers read in the text as it is. */
function notWeaker(tags: DmarcTags, atHand: DmarcRecord): DmarcTags {
  const now = (subject: Parameters<typeof policyOf>[1]): DmarcPolicy => policyOf(atHand, subject) ?? 'none'
  const p = strongest([tags.p ?? 'none', now('domain')])
  const below = strongest([tags.sp ?? p, now('subdomain')])
  const none = strongest([tags.np ?? below, now('nonexistent')])
  const applies = atHand.errors.length === 0
  return {
    ...tags,
    p,
    sp: tags.sp === null && below === p ? null : below,
    np: tags.np === null && none === below ? null : none,
    t: tags.t && (!applies || atHand.t),
    pct: applies ? (atHand.pct === 100 ? null : atHand.pct) : tags.pct,
  }
}

/** The meaning of tags as written; null when that of a policy is unclear. Adds what is wrong with them to `faults`. */
function meaningOf(loose: readonly LooseTag[], words: readonly string[], faults: DmarcFault[]): DmarcTags | null {
  const given = givenPolicies(loose, words, faults)
  const values = new Map<string, string>()
  for (const { name, value } of loose) {
    if (!others.includes(name)) continue
    if (value === '') faults.push({ code: 'tag_empty', tag: name })
    const before = values.get(name)
    if (before !== undefined && before !== value) faults.push({ code: 'duplicate', tag: name })
    values.set(name, joined(name, before, value))
  }
  const rua = listOf('rua', values, faults)
  const ruf = listOf('ruf', values, faults)
  const policies = meantPolicies(given, rua.length > 0, faults)
  if (policies === null) return null
  const psd = values.get('psd')?.toLowerCase()
  const fo = (values.get('fo') ?? '').toLowerCase().split(/[:, ]+/)
  return {
    ...policies,
    psd: psd === 'y' || psd === 'n' ? psd : 'u',
    t: values.get('t')?.toLowerCase() === 'y',
    pct: pctFrom(values.get('pct'), faults),
    adkim: alignment(values.get('adkim')),
    aspf: alignment(values.get('aspf')),
    fo: ruf.length === 0 ? [] : ['0', '1', 'd', 's'].filter(option => fo.includes(option)),
    rua,
    ruf,
  }
}

const others: readonly string[] = ['psd', 't', 'adkim', 'aspf', 'fo', 'rua', 'ruf', 'pct']

/** Two values of a tag as one: the addresses of both, else the one that lets receivers enforce more. */
function joined(name: string, before: string | undefined, value: string): string {
  if (before === undefined) return value
  if (name === 'rua' || name === 'ruf') return `${before},${value}`
  if (name === 't') return before.toLowerCase() === value.toLowerCase() ? value : 'n'
  return name === 'pct' && Number(before) > Number(value) ? before : value
}

function listOf(tag: 'rua' | 'ruf', values: ReadonlyMap<string, string>, faults: DmarcFault[]): readonly string[] {
  const read = looseAddresses(tag, values.get(tag) ?? '')
  faults.push(...read.faults)
  return read.uris
}

function pctFrom(value: string | undefined, faults: DmarcFault[]): number | null {
  if (value === undefined || value === '') return null
  const pct = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN
  if (pct <= 100) return pct === 100 ? null : pct
  const meant = /^(?:100|[1-9]?\d) ?%$/.test(value) ? value.replace(/ ?%/, '') : null
  faults.push({ code: 'value', tag: 'pct', found: shown(value), meant })
  // Receivers that know pct take an unreadable one as 100.
  return null
}

function alignment(value: string | undefined): 'r' | 's' {
  return value !== undefined && /^s(?:trict)?$/i.test(value) ? 's' : 'r'
}

function shown(text: string): string {
  return displayText(text, 40)
}
