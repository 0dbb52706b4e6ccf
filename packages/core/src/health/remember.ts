import { type CheckId, checkIds, type Evidence, type Gap } from '../check/index.ts'
import type { DmarcValue } from '../dmarc/index.ts'
import type { MxHost, MxValue } from '../mx/index.ts'
import { assessSpf, type SpfValue } from '../spf/index.ts'
import { completeThreat } from '../threat/index.ts'
import { completeTransport } from '../transport/index.ts'
import { type Completed, completeBlacklist, completeDkim, completeRelay } from './complete.ts'
import type { CheckValues, Remembered, RememberedSections, ScanResult, Sections } from './scan.ts'

/** How long an answer stands in for one that cannot be had. */
const keepMs = 30 * 86_400_000

/** What is known of one check: this scan's answers, and for what it could not ask those of an earlier one. */
interface Known<T> {
  value: T
  gaps: readonly Gap[]
  evidence: readonly Evidence[]
}

export type KnownSections = { readonly [K in CheckId]: Known<CheckValues[K]> | null }

/**
 * Puts what earlier scans had learned in the place of what could not be asked now, for 30 days: that a question failed
 * says nothing about the domain, so it must not change what is said of it. What was answered now always wins.
 */
export function recall(
  sections: Sections,
  previous: ScanResult | null,
  startedAt: string,
): { known: KnownSections; remembered: RememberedSections } {
  const recalled = {
    dns: recallOne('dns', sections, previous, startedAt, () => null),
    mx: recallOne('mx', sections, previous, startedAt, completeMx),
    spf: recallOne('spf', sections, previous, startedAt, completeSpf),
    dmarc: recallOne('dmarc', sections, previous, startedAt, completeDmarc),
    dkim: recallOne('dkim', sections, previous, startedAt, (now, gaps, { value }) => completeDkim(now, gaps, value)),
    blacklist: recallOne('blacklist', sections, previous, startedAt, (now, gaps, { value }) =>
      completeBlacklist(now, gaps, value),
    ),
    threat: recallOne('threat', sections, previous, startedAt, completeThreat),
    relay: recallOne('relay', sections, previous, startedAt, (now, gaps, { value }) => completeRelay(now, gaps, value)),
    transport: recallOne('transport', sections, previous, startedAt, (now, gaps, { value }) =>
      completeTransport(now, gaps, value),
    ),
  } satisfies { [K in CheckId]: Recalled<CheckValues[K]> }
  const remembered = checkIds.flatMap(check => {
    const { remembered } = recalled[check]
    return remembered === null ? [] : [[check, remembered] as const]
  })
  return {
    known: {
      dns: recalled.dns.known,
      mx: recalled.mx.known,
      spf: recalled.spf.known,
      dmarc: recalled.dmarc.known,
      dkim: recalled.dkim.known,
      blacklist: recalled.blacklist.known,
      threat: recalled.threat.known,
      relay: recalled.relay.known,
      transport: recalled.transport.known,
    },
    remembered: Object.fromEntries(remembered),
  }
}

interface Recalled<T> {
  known: Known<T> | null
  remembered: Remembered<T> | null
}

/** Fills the holes of a value from an older one; null when there was nothing to fill in. */
type Complete<T> = (now: T, gaps: readonly Gap[], before: Remembered<T>) => Completed<T> | null

function recallOne<K extends CheckId>(
  check: K,
  sections: Sections,
  previous: ScanResult | null,
  startedAt: string,
  complete: Complete<CheckValues[K]>,
): Recalled<CheckValues[K]> {
  const section = sections[check]
  const before = lastKnown(check, previous, startedAt)
  if (!section.ran) return { known: before, remembered: before }
  const { value, gaps, evidence } = section
  const asAnswered = { known: { value, gaps, evidence }, remembered: null }
  if (before === null) return asAnswered
  const completed = complete(value, gaps, before)
  if (completed === null) return asAnswered
  const { disbelieved = () => false, ...filled } = completed
  const answered = evidence.filter(piece => piece.outcome !== 'failed' && !disbelieved(piece))
  const older = before.evidence.filter(piece => !answered.some(now => sameQuestion(now, piece)))
  const open = evidence.filter(piece => piece.outcome === 'failed' && !older.some(old => sameQuestion(old, piece)))
  return {
    known: { ...filled, evidence: [...answered, ...open, ...older] },
    remembered: { ...filled, evidence: older, answeredAt: before.answeredAt },
  }
}

/** What the previous scan knew of a check, from its own answers or from still earlier ones; null when too old. */
function lastKnown<K extends CheckId>(
  check: K,
  previous: ScanResult | null,
  startedAt: string,
): Remembered<CheckValues[K]> | null {
  if (previous === null) return null
  const section = previous.sections[check]
  const older = previous.remembered[check]
  const own = section.ran ? dated(section.evidence, previous.finishedAt) : []
  if (older !== undefined) {
    // What it remembered it had no answer to, or none to be believed.
    const evidence = [...older.evidence, ...own.filter(piece => !older.evidence.some(old => sameQuestion(old, piece)))]
    return isFresh(older.answeredAt, startedAt) ? { ...older, evidence } : null
  }
  if (!section.ran || !isFresh(previous.finishedAt, startedAt)) return null
  return { value: section.value, gaps: section.gaps, evidence: own, answeredAt: previous.finishedAt }
}

function isFresh(answeredAt: string, now: string): boolean {
  return Date.parse(now) - Date.parse(answeredAt) <= keepMs
}

/** Evidence of an earlier scan, under ids that no later scan gives. Failed questions are left out: they told nothing. */
function dated(evidence: readonly Evidence[], at: string): readonly Evidence[] {
  return evidence.filter(({ outcome }) => outcome !== 'failed').map(piece => ({ ...piece, id: `${piece.id} of ${at}` }))
}

/** The same question to the same kind of server: what one filtering service says is no answer of another. */
function sameQuestion(one: Evidence, other: Evidence): boolean {
  const { question: asked } = one
  return asked.name === other.question.name && asked.type === other.question.type && serviceOf(one) === serviceOf(other)
}

function serviceOf(piece: Evidence): string | undefined {
  return piece.kind === 'dns' ? piece.service : undefined
}

function completeMx(
  now: MxValue,
  gaps: readonly Gap[],
  { value: before, gaps: gapsBefore }: Remembered<MxValue>,
): ReturnType<Complete<MxValue>> {
  if (now.hosts.length === 0) {
    // Without an MX the addresses of the name itself count; the only gaps of such a section are about them.
    const isKnown = before.implicit !== null && (before.implicit.length > 0 || gapsBefore.length === 0)
    if (gaps.length === 0 || (now.implicit ?? []).length > 0 || !isKnown) return null
    return { value: { ...now, implicit: before.implicit }, gaps: [] }
  }
  const filled = new Set<string>()
  const known = new Map(before.hosts.filter(item => !isOpen(item, gapsBefore)).map(item => [item.host, item]))
  const hosts = now.hosts.map((host): MxHost => {
    const older = known.get(host.host)
    if (!isOpen(host, gaps) || older === undefined) return host
    filled.add(host.host)
    return { ...older, preference: host.preference }
  })
  if (filled.size === 0) return null
  return { value: { ...now, hosts }, gaps: gaps.filter(({ question }) => !filled.has(question.name)) }
}

/** Nothing can be said of the host: not asked for, or a private address that may have a public one beside it. */
function isOpen({ host, state }: MxHost, gaps: readonly Gap[]): boolean {
  if (state === 'unchecked' || state === 'cut') return true
  return state === 'private' && gaps.some(({ question }) => question.name === host)
}

/**
 * An unchanged record whose tree is not complete keeps what its last tree showed: all of it where that was complete, and
 * of one that was not what it already proved. What was answered now stands before it.
 */
function completeSpf(
  now: SpfValue,
  gaps: readonly Gap[],
  { value: before }: Remembered<SpfValue>,
): ReturnType<Complete<SpfValue>> {
  const { tree } = now
  const older = before.tree
  if (gaps.length === 0 || tree === null || tree.complete || older === null) return null
  const isSame =
    now.records.length === before.records.length && now.records.every((text, at) => text === before.records[at])
  if (!isSame) return null
  const isSettled = tree.permerrors.length > 0 || tree.openTo !== null
  if (older.complete && !isSettled) return { value: { ...now, tree: older }, gaps: [] }
  const joined: SpfValue = {
    ...now,
    tree: {
      ...tree,
      permerrors: tree.permerrors.length > 0 ? tree.permerrors : older.permerrors,
      openTo: tree.openTo ?? older.openTo,
      ending: tree.ending === 'unknown' ? older.ending : tree.ending,
      lookups: Math.max(tree.lookups, older.lookups),
      ipv4AtLeast: Math.max(tree.ipv4AtLeast, older.ipv4AtLeast),
    },
  }
  return findingsOf(joined) === findingsOf(now) ? null : { value: joined, gaps }
}

/** What a tree gives rise to, whatever is known of DMARC. */
function findingsOf(value: SpfValue): string {
  const context = { domain: '.', evidence: ['.'], dmarcEnforced: false } as const
  return assessSpf(value, context)
    .map(({ id }) => id)
    .join(' ')
}

function completeDmarc(
  now: DmarcValue,
  gaps: readonly Gap[],
  { value: before }: Remembered<DmarcValue>,
): ReturnType<Complete<DmarcValue>> {
  if (gaps.length === 0) return null
  if (now.reading.unchecked) return { value: before, gaps: [] }
  const consent = new Map(before.external.map(({ name, authorized }) => [name, authorized]))
  const external = now.external.map(destination => ({
    ...destination,
    authorized: destination.authorized ?? consent.get(destination.name) ?? null,
  }))
  // Which domain is the organizational one decides whether `sp` of the record means anything.
  const sameRecord = now.reading.location === before.reading.location
  const organizationalDomain = now.organizationalDomain ?? (sameRecord ? before.organizationalDomain : null)
  const isFilled =
    organizationalDomain !== now.organizationalDomain ||
    external.some(({ authorized }, at) => authorized !== now.external[at]?.authorized)
  return isFilled ? { value: { ...now, organizationalDomain, external }, gaps } : null
}
