import { displayRecord } from '../dns/index.ts'
import { asPublished } from './as-published.ts'
import type { DmarcEffect } from './effects.ts'
import type { DmarcFault } from './faults.ts'
import { type LooseTag, readLoosely } from './loose.ts'
import { looseAddresses } from './loose-addresses.ts'
import { type DmarcTags, type PolicySubject, parseDmarc, policyOf, printDmarc, trimBlanks } from './record.ts'
import { givenPolicies, meantPolicies, strongest } from './repair-policies.ts'
import { type DmarcPolicy, type DmarcRecord, isWeaker } from './value.ts'

/** What is wrong with the form of a record, and the record it was meant to be. */
export interface DmarcRepair {
  causes: readonly DmarcFault[]
  /** The tags of the repaired record; null: its policy is unclear. */
  tags: DmarcTags | null
  /** The repaired record, printed; null with `tags`, and where the text has faults that no other text mends. */
  record: string | null
  /** What the repaired record newly does beside its policy. */
  effects: readonly DmarcEffect[]
}

/**
 * Repairs the form of a text that was meant as a DMARC record: separators, quotation marks, spelling, report addresses.
 * The policy is the one that the text means, and never weaker than the one that receivers read in it now. Where the
 * meaning of a policy is unclear there is no repaired record. Where no policy applies now, test mode is as it was meant,
 * too; where one applies, test mode and alignment remain as receivers read them.
 */
export function repairDmarc(text: string): DmarcRepair {
  const loose = readLoosely(text)
  if (loose.tags === null) return { causes: asPublished(loose.faults, text), tags: null, record: null, effects: [] }
  const faults: DmarcFault[] = [...loose.faults]
  const read = meaningOf(loose.tags, loose.words, faults)
  const causes = asPublished(decisiveFirst(faults).slice(0, 20), text)
  if (read === null) return { causes, tags: null, record: null, effects: [] }
  const { tags, ...newly } = inEffect(read, parseDmarc(text), faults)
  const effects = [...newly.effects, ...leftOut(faults)]
  const record = printDmarc(tags)
  return parseDmarc(record).errors.length > 0
    ? { causes, tags: null, record: null, effects: [] }
    : { causes, tags, record: causes.length > 0 && isSameTags(record, text) ? null : record, effects }
}

/** Whether receivers read a record that differs in blanks, the order of tags and a last semicolon only: it mends nothing. */
function isSameTags(record: string, text: string): boolean {
  return bareTags(record) === bareTags(text) && parseDmarc(text).errors.length === 0
}

function bareTags(text: string): string {
  const bare = text
    .split(/([;,=])/)
    .map(trimBlanks)
    .join('')
  return bare.split(';').filter(Boolean).toSorted().join(';')
}

function leftOut(faults: readonly DmarcFault[]): readonly DmarcEffect[] {
  const outside = faults.flatMap(fault => (fault.code === 'address_outside' ? [fault.tag] : []))
  return [...new Set(outside)].map(tag => ({ code: 'outside', tag }))
}

/**
 * Repairs several records at one name, of which receivers use none: one record with the strictest policy for each kind of
 * mail, and the report addresses of all.
 */
export function repairSeveral(texts: readonly string[]): DmarcRepair {
  const [only, another] = texts
  if (only !== undefined && another === undefined) return repairDmarc(only)
  const causes: DmarcFault[] = [{ code: 'several_records', count: texts.length }]
  const repairs = texts.slice(0, 10).map(repairDmarc)
  const all = repairs.flatMap(repair => repair.tags ?? [])
  const strictest = all.reduce<DmarcTags | null>(
    (best, tags) => (best === null || isWeaker(best.p ?? 'none', tags.p ?? 'none') ? tags : best),
    null,
  )
  if (strictest === null) return { causes, tags: null, record: null, effects: [] }
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
  const merged = gentle({ ...tags, np: tags.np === below ? null : tags.np }, [])
  const effects = [...merged.effects, ...leftOut(repairs.flatMap(repair => repair.causes))]
  return { causes, tags: merged.tags, record: printDmarc(merged.tags), effects }
}

function subdomains({ p, sp }: DmarcTags): DmarcPolicy {
  return sp ?? p ?? 'none'
}

function nonexistent(tags: DmarcTags): DmarcPolicy {
  return tags.np ?? subdomains(tags)
}

/** Raises what is weaker than what receivers read in the text as it is. */
function inEffect(
  tags: DmarcTags,
  atHand: DmarcRecord,
  faults: readonly DmarcFault[],
): { tags: DmarcTags; effects: readonly DmarcEffect[] } {
  const now = (subject: PolicySubject): DmarcPolicy => policyOf(atHand, subject) ?? 'none'
  const p = strongest([tags.p ?? 'none', now('domain')])
  const below = strongest([tags.sp ?? p, now('subdomain')])
  const none = strongest([tags.np ?? below, now('nonexistent')])
  const raised = {
    ...tags,
    p,
    sp: tags.sp === null && below === p ? null : below,
    np: tags.np === null && none === below ? null : none,
  }
  const acts = (['domain', 'subdomain', 'nonexistent'] as const).some(subject => now(subject) !== 'none')
  if (!acts) return gentle(raised, faults)
  const { t, pct, adkim, aspf } = atHand
  return { tags: { ...raised, t, pct: pct === 100 ? null : pct, adkim, aspf }, effects: [] }
}

/**
 * A record that newly takes effect. A `pct` below 100 meant a gentle start: receivers of RFC 9989 do not read it, so they
 * get test mode (RFC 9989 appendix A.6).
 */
function gentle(tags: DmarcTags, faults: readonly DmarcFault[]): Pick<DmarcRepair, 'effects'> & { tags: DmarcTags } {
  const effects: DmarcEffect[] = []
  const isNew = [tags.p, tags.sp, tags.np].some(policy => policy !== null && policy !== 'none')
  const isGentle = isNew && tags.pct !== null && !tags.t
  if (isGentle && tags.pct !== null) effects.push({ code: 'pct', pct: tags.pct })
  for (const tag of ['adkim', 'aspf'] as const) {
    const isWord = faults.some(fault => fault.code === 'value' && fault.tag === tag && fault.meant === 's')
    if (isNew && isWord) effects.push({ code: 'strict', tag })
  }
  return { tags: { ...tags, t: tags.t || isGentle }, effects }
}

/** Faults for which receivers ignore a policy come before those that only cost a report or an option. */
function decisiveFirst(faults: readonly DmarcFault[]): readonly DmarcFault[] {
  return [...faults.filter(fault => !isMinor(fault)), ...faults.filter(isMinor)]
}

function isMinor(fault: DmarcFault): boolean {
  return 'tag' in fault && others.includes(fault.tag)
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
    t: oneOf('t', { y: ['yes', 'true', 'on', '1'], n: ['no', 'false', 'off', '0'] }, values, faults) === 'y',
    pct: pctFrom(values.get('pct'), faults),
    adkim: oneOf('adkim', alignments, values, faults) ?? 'r',
    aspf: oneOf('aspf', alignments, values, faults) ?? 'r',
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
  return meant === null || meant === '100' ? null : Number(meant)
}

const alignments = { r: ['relaxed'], s: ['strict'] } as const

/** The value of a tag with few of them, also in other words; null where it is unclear. */
function oneOf<Value extends string>(
  tag: string,
  allowed: { readonly [V in Value]: readonly string[] },
  values: ReadonlyMap<string, string>,
  faults: DmarcFault[],
): Value | null {
  const value = values.get(tag)?.toLowerCase() ?? ''
  if (value === '') return null
  const words = Object.entries<readonly string[]>(allowed) as [Value, readonly string[]][]
  const meant = words.find(([each, also]) => value === each || also.includes(value))?.[0] ?? null
  if (meant !== value) faults.push({ code: 'value', tag, found: shown(value), meant })
  return meant
}

function shown(text: string): string {
  return displayRecord(text, 40)
}
