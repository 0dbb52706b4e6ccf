import { isSubdomain } from '../dns/index.ts'
import { type DmarcTags, printDmarc } from './record.ts'
import { repairDmarc } from './repair.ts'
import { reportUriOf } from './report-uri.ts'
import { type DmarcPolicy, type DmarcRecord, type DmarcValue, isWeaker } from './value.ts'

/** Longer records are not spelled out in an advice. */
const longestSpelled = 1_000

/** The record of a domain that monitors and gets reports at `rua`. */
export function monitoringRecord(rua: readonly string[]): string {
  return printDmarc({ ...noTags, p: 'none', rua })
}

/** The record of a domain that sends no mail. */
export const refusingRecord = 'v=DMARC1; p=reject'

/** The tags of a record as they were meant, as a start for the record that replaces it. */
export function meantTags(record: DmarcRecord): DmarcTags {
  const { text: _text, errors: _errors, warnings: _warnings, ...read } = record
  return repairDmarc(record.text).tags ?? { ...read, pct: read.pct === 100 ? null : read.pct }
}

/**
 * A record with some tags changed; null when it is too long to spell out. An `sp` or `np` that was no exception to `p`
 * follows it up.
 */
export function recordWith(tags: DmarcTags, changes: Partial<DmarcTags>): string | null {
  const then = tags.p ?? 'none'
  const now = changes.p ?? then
  const follows = (policy: DmarcPolicy | null): boolean =>
    policy !== null && !isWeaker(policy, then) && isWeaker(policy, now)
  const sp = follows(tags.sp) ? null : tags.sp
  // Without np, sp counts, which may be the weaker exception.
  const np = !follows(tags.np) ? tags.np : isWeaker(sp ?? now, now) ? now : null
  return spelled(printDmarc({ ...tags, sp, np, ...changes }))
}

/** The record itself, null when it is too long to spell out. */
export function spelled(record: string | null): string | null {
  return record === null || record.length > longestSpelled ? null : record
}

/**
 * A record of its own for a name that inherits one: the given policy, with alignment and reports as inherited. The reports
 * of a public suffix (`psd=y`) are not the domain's: then `rua` instead.
 */
export function ownRecord(
  inherited: DmarcRecord,
  changes: { p: DmarcPolicy } & Partial<DmarcTags>,
  rua: readonly string[],
): string | null {
  const tags = meantTags(inherited)
  const own = inherited.psd === 'y' ? { rua, ruf: [], fo: [] } : tags.rua.length === 0 ? { rua } : {}
  return recordWith({ ...tags, ...own, sp: null, np: null, psd: 'u' }, changes)
}

/**
 * Where the record of a reading can be changed: its `_dmarc` name, or the name of the same organization that this is an
 * alias of. The target of an alias into someone else's zone is the `vendor`.
 */
export function placeOf(
  { alias = null, organizationalDomain }: Pick<DmarcValue, 'alias' | 'organizationalDomain'>,
  location: string,
): { name: string; vendor?: string } {
  const name = `_dmarc.${location}`
  if (alias === null) return { name }
  return isSubdomain(alias, organizationalDomain ?? location) ? { name: alias } : { name, vendor: alias }
}

/** The usual report address of a domain; none when it takes no mail. */
export function usualReports(domain: string, receivesMail: boolean | null): readonly string[] {
  return receivesMail === false ? [] : [reportUriOf(`dmarc@${domain}`)]
}

const noTags: DmarcTags = {
  p: 'none',
  sp: null,
  np: null,
  psd: 'u',
  t: false,
  pct: null,
  adkim: 'r',
  aspf: 'r',
  fo: [],
  rua: [],
  ruf: [],
}
