import type { DmarcTags } from './record.ts'
import { meantTags, ownRecord, placeOf, recordWith, usualReports } from './remedy.ts'
import type { Place } from './remedy-words.ts'
import { type DmarcRepair, repairDmarc, repairSeveral } from './repair.ts'
import { strongest } from './repair-policies.ts'
import { readReportUri } from './report-uri.ts'
import { withoutUnread } from './unread.ts'
import { type DmarcPolicy, type DmarcReading, type DmarcRecord, type DmarcValue, isWeaker } from './value.ts'

/** What the findings about a policy that applies rest on. */
export interface Applying {
  value: DmarcValue
  reading: DmarcReading
  record: DmarcRecord
  location: string
  policy: DmarcPolicy
  domain: string
  nonMail: boolean | null
  receivesMail: boolean | null
  refusesMail: boolean | null
}

/** What a record that applies should become. */
export interface DmarcTarget {
  place: Place
  /** What is wrong with the form of the record at hand. */
  repair: DmarcRepair
  /** A policy tag of it is broken or missing, so that receivers apply none. */
  isBroken: boolean
  /** It has an address that reports can reach. */
  hasReports: boolean
}

/**
 * The record that a record should become. All findings about it spell out this one, so that the last advice someone
 * follows does not undo the one before. A domain with mail gets reports first, because no one sees without them which of
 * its own mail a stricter policy stops.
 */
export function targetOf(applying: Applying): DmarcTarget {
  const target = meantTarget(applying)
  return { ...target, place: withoutUnread(target.place, applying) }
}

function meantTarget(applying: Applying): DmarcTarget {
  const { value, reading, record, location, nonMail } = applying
  const repair = repairDmarc(record.text)
  const isBroken = record.warnings.some(({ code }) => brokenPolicy.includes(code)) && !meansNone(repair)
  const hasReports = record.rua.some(uri => isReachable(uri, applying))
  const told = { repair, isBroken, hasReports }
  const refuses = nonMail === true
  const own = ownOf(applying)
  if (own?.tags != null && !refuses && isWeaker(applying.policy, own.tags.p ?? 'none')) {
    const effects = own.effects.length > 0 ? { effects: own.effects } : {}
    const record = recordWith(own.tags, applying.policy === 'none' ? {} : testingOf(applying))
    return {
      ...told,
      isBroken: false,
      place: { location, ...placeHere(applying), first: 'repair', record, ...effects },
    }
  }
  if (own?.tags === null && !refuses) {
    return { ...told, isBroken: false, place: { location, ...placeHere(applying), first: 'repair', record: null } }
  }
  if (isBroken && !refuses && own === null) {
    const rua = usableOf(repair.tags, applying)
    const tags = repair.tags === null || reading.inherited || rua.length === 0 ? repair.tags : { ...repair.tags, rua }
    const effects = repair.effects.length > 0 ? { effects: repair.effects } : {}
    return {
      ...told,
      place: { location, ...placeOf(value, location), record: tags && recordWith(tags, {}), ...effects },
    }
  }
  const place = { location, ...placeHere(applying) }
  const weaker = weakerTags(applying)
  // What subdomains of a domain without mail send is seen in reports first.
  if (refuses && isWeakNow(applying))
    return { ...told, place: { ...place, record: changed(applying, { p: 'reject', ...inFull }) } }
  // The reports of a public suffix are not the domain's.
  const isSuffix = reading.inherited && record.psd === 'y'
  if (!refuses && (!hasReports || isSuffix)) {
    const rua = usableOf(own?.tags ?? (isSuffix ? null : meantTags(record)), applying)
    const next = rua.length === 0 ? null : changed(applying, { rua })
    return { ...told, place: { ...place, first: 'reports', record: next } }
  }
  const p = applying.policy === 'none' ? 'quarantine' : applying.policy
  const changes = { p, ...inFull, ...Object.fromEntries(weaker.map(({ tag }) => [tag, null])) }
  const without = [
    ...(record.t ? ['t=y'] : []),
    ...(record.pct !== null && record.pct < 100 ? [`pct=${record.pct}`] : []),
    ...weaker.map(({ tag, policy }) => `${tag}=${policy}`),
  ]
  return {
    ...told,
    place: { ...place, record: changed(applying, changes), ...(without.length > 0 ? { without } : {}) },
  }
}

const brokenPolicy: readonly string[] = ['p-missing', 'p-invalid', 'sp-invalid', 'np-invalid']
const inFull = { t: false, pct: null }

/** The policy is not reject in full, as that of a domain without mail should be. */
export function isWeakNow({ policy, reading }: Pick<Applying, 'policy' | 'reading'>): boolean {
  return policy !== 'reject' || reading.testing
}

/** A record that means none, where receivers read none, needs no repair before a stronger policy. */
function meansNone({ tags }: DmarcRepair): boolean {
  return tags !== null && [tags.p, tags.sp, tags.np].every(policy => policy === null || policy === 'none')
}

/** The tags that protect names below the domain less than the domain itself. */
export function weakerTags({
  value,
  reading,
  location,
  record,
}: Applying): { tag: 'sp' | 'np'; policy: DmarcPolicy }[] {
  const { p, sp, np } = record
  // Elsewhere receivers ignore sp.
  if (reading.inherited || location !== value.organizationalDomain || p === null) return []
  return (
    [
      ['sp', sp],
      ['np', np],
    ] as const
  ).flatMap(([tag, policy]) => (policy !== null && isWeaker(policy, p) ? [{ tag, policy }] : []))
}

/** The place of the record at hand; for a name that inherits one, the place of a record of its own. */
function placeHere(applying: Applying): Omit<Place, 'location' | 'record'> {
  const { value, reading, record, location, domain } = applying
  if (!reading.inherited) return placeOf(value, location)
  const own = ownOf(applying)
  return {
    domain,
    name: `_dmarc.${domain}`,
    ...(record.psd === 'y' ? { suffix: true } : {}),
    ...(own === null ? {} : { ignored: own.causes.slice(0, 3) }),
  }
}

/**
 * The repair of the domain's own record, which receivers ignore, so that it inherits one. Without a report address, it gets
 * the inherited one. Null: there is none.
 */
function ownOf(applying: Applying): DmarcRepair | null {
  const { reading, record, value } = applying
  const { ignored = [] } = value
  if (!reading.inherited || ignored.length === 0) return null
  const repair = repairSeveral(ignored)
  if (repair.tags === null) return repair
  const usable = repair.tags.rua.filter(uri => isReachable(uri, applying))
  const rua = usable.length > 0 ? usable : usableOf(record.psd === 'y' ? null : meantTags(record), applying)
  return { ...repair, tags: { ...repair.tags, rua, psd: 'u' } }
}

/** The record at hand with some tags changed; for a name that inherits one, a record of its own. */
function changed(applying: Applying, changes: Partial<DmarcTags>): string | null {
  const { reading, record, policy, domain, receivesMail } = applying
  if (!reading.inherited) return recordWith(meantTags(record), changes)
  const p = changes.p ?? policy
  const own = ownOf(applying)?.tags ?? null
  if (own === null) return ownRecord(record, { ...changes, p }, usualReports(domain, receivesMail))
  return recordWith(own, { ...testingOf(applying), ...changes, p: strongest([p, own.p ?? 'none']) })
}

/** Test mode as it applies now. */
function testingOf({ record: { t, pct } }: Applying): Pick<DmarcTags, 't' | 'pct'> {
  return { t, pct: pct === 100 ? null : pct }
}

/** The addresses that reports can reach; without any, the usual one. */
function usableOf(tags: DmarcTags | null, applying: Applying): readonly string[] {
  const usable = (tags?.rua ?? []).filter(uri => isReachable(uri, applying))
  return usable.length > 0 ? usable : usualReports(applying.domain, applying.receivesMail)
}

/** Receivers report to `mailto:` only. An address at the domain itself gets nothing when that refuses all mail. */
export function isReachable(uri: string, { domain, refusesMail }: Pick<Applying, 'domain' | 'refusesMail'>): boolean {
  const read = readReportUri(uri)
  return read?.domain != null && (refusesMail !== true || read.domain !== domain)
}
