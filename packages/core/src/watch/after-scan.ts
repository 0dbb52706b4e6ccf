import type { RecordedAnswer, RecordType } from '../dns/index.ts'
import { type DnsChange, kindLabels, type Severity, severityOf, valuesOf } from './change.ts'
import { valuesOfEvidence } from './evidence-values.ts'
import { parentIn, wordsBesideParent } from './parent-words.ts'
import type { ScanSight } from './scan-sight.ts'
import { descriptionMax, shown } from './sentence.ts'
import type { PartKind, WatchedPart } from './snapshot.ts'
import { isFromTree, isTreeMended } from './tree-words.ts'
import { wordsOf } from './words.ts'

/**
 * The kinds of records that a scan shows and monitoring watches. A change of one of them makes the last scan old; other
 * changes are in the history only.
 */
export const scannedRecords = ['name', 'dnssec', 'mx', 'spf', 'dmarc', 'dkim', 'ns', 'mta-sts'] as const
export type ScannedRecord = (typeof scannedRecords)[number]

/** A change that monitoring found after the last scan, for people and programs. */
export interface ChangeAfterScan {
  record: ScannedRecord
  /** One sentence without a period. */
  description: string
  /** ISO 8601 of the check that found it. */
  detected_at: string
  severity: Severity
  /** No scan that starts by itself is due: two days are over, or the domain became read-only. */
  given_up?: true | undefined
}

/** The same as it is stored, until a scan has seen it. JSON. */
export interface UnseenChange extends ChangeAfterScan {
  /** The ids of the stored changes: of one part the first one that no scan has seen, and those since. */
  ids: readonly string[]
  part: string
  kind: PartKind
  /** What a scan asks to see it; of a policy its host. */
  question: { name: string; type: RecordType }
  /** The canonical values that the scan may still show, and those that a scan must see. */
  before: readonly string[]
  after: readonly string[]
}

/** A stored change with its id. */
export type FoundChange = Pick<DnsChange, 'change_description' | 'severity' | 'old_value' | 'new_value' | 'part'> & {
  id: string
}

const recordOfKind: Readonly<Partial<Record<PartKind, ScannedRecord>>> = {
  name: 'name',
  dnssec: 'dnssec',
  mx: 'mx',
  spf: 'spf',
  dmarc: 'dmarc',
  dkim: 'dkim',
  ns: 'ns',
  'mta-sts': 'mta-sts',
  'mta-sts-policy': 'mta-sts',
}

/** The most unseen changes that are kept of one domain, the newest: a domain has a few watched records. */
const unseenMax = 40

/**
 * The unseen changes of a domain after a check found these. Of one part only what differs from the last scan counts: what
 * was taken back is none.
 *
 * @param domain as A-labels
 * @param scan the last scan, which may have seen a change before monitoring did; null: it cannot be read
 */
export function withFound(
  unseen: readonly UnseenChange[],
  found: readonly FoundChange[],
  { domain, at, scan }: { domain: string; at: string; scan: ScanSight | null },
): readonly UnseenChange[] {
  const parts = new Map(unseen.map(change => [change.part, change]))
  for (const change of found) {
    const kind = kindOf(change.part)
    const record = recordOfKind[kind]
    if (record === undefined) continue
    const earlier = parts.get(change.part)
    parts.delete(change.part)
    const [before, after] = [earlier?.before ?? valuesOf(change.old_value), valuesOf(change.new_value)]
    if (isEqual(before, after)) continue
    const question = questionOf(change.part, kind, domain)
    const part = { key: change.part, kind, name: question.name }
    parts.set(change.part, {
      record,
      ...(earlier === undefined ? wordsOfStep(change) : wordsOfSteps(earlier, change, { part, before, after })),
      detected_at: at,
      ids: [...(earlier?.ids ?? []), change.id].slice(-10),
      part: change.part,
      kind,
      question,
      before,
      after,
    })
  }
  const changes = [...parts.values()].slice(-unseenMax)
  return scan === null ? changes : stillUnseen(changes, scan)
}

type Words = Pick<UnseenChange, 'description' | 'severity'>

/** What the scan shows of a part, and what is there now. */
interface Joined {
  part: WatchedPart
  before: readonly string[]
  after: readonly string[]
}

function wordsOfStep({ change_description: description, severity }: FoundChange): Words {
  return { description, severity }
}

/**
 * Several changes of one part in one: what the scan shows became what is there now. The last step alone may say the
 * opposite: none → quarantine is stricter, but of reject → none → quarantine the scan still shows reject. Two things that a
 * check read are not in the values. The policy of a parent domain is taken from the words of a step. Of what is below an SPF
 * record, the words of the check stay until a check saw it mended.
 */
function wordsOfSteps(earlier: Words, step: FoundChange, { part, before, after }: Joined): Words {
  const last = wordsOfStep(step)
  const parent = part.kind === 'dmarc' ? (parentIn(last.description) ?? parentIn(earlier.description)) : null
  const beside = parent === null ? null : wordsBesideParent(before, after, parent)
  const { effect, description } = beside ?? wordsOf(part, before, after)
  const whole = { description: shown(description, descriptionMax), severity: severityOf(effect) }
  if (whole.severity === 'critical') return whole
  if (isFromTree(last.description)) return last
  return isFromTree(earlier.description) && !isTreeMended(last.description) ? earlier : whole
}

/**
 * Those that a scan has not seen. It has seen a change where it saw the values that monitoring saw, or newer ones: those
 * that all own servers of the zone gave after that check, or others than before and after. One server with the value of
 * before may be a secondary that is behind. What it could not look up it has not seen; a name that it does not ask about it
 * cannot see, so being later is enough.
 */
export function stillUnseen(changes: readonly UnseenChange[], scan: ScanSight): readonly UnseenChange[] {
  return changes.filter(change => !hasSeen(scan, change))
}

function hasSeen(
  { startedAt, evidence, states }: ScanSight,
  { kind, question, before, after, detected_at }: UnseenChange,
): boolean {
  const detected = Date.parse(detected_at)
  if (kind === 'name' || kind === 'dnssec') {
    const seen = states[kind]
    return Date.parse(startedAt) >= detected || (seen !== null && isEqual(seen, after))
  }
  if (kind === 'mta-sts-policy') {
    return evidence.some(
      piece =>
        piece.kind === 'http' &&
        piece.outcome === 'response' &&
        piece.askedAt >= detected &&
        piece.question.name.startsWith(`https://${question.name}/`),
    )
  }
  const asked = answersTo(question, evidence)
  if (asked.length === 0) return Date.parse(startedAt) >= detected
  return asked.some(piece => {
    if (piece.outcome === 'failed') return false
    const { authoritative, unanimous, askedAt } = piece.via
    if (authoritative && unanimous && askedAt >= detected) return true
    const values = valuesOfEvidence(kind, piece)
    if (values === null) return askedAt >= detected
    return isEqual(values, after) || (askedAt >= detected && !isEqual(values, before))
  })
}

/** The seconds for which resolvers may keep the answers that hide these changes, as the scan saw them; 0: unknown. */
export function oldTtl(changes: readonly UnseenChange[], { evidence }: ScanSight): number {
  const answers = changes.flatMap(({ question }) => answersTo(question, evidence))
  return Math.max(0, ...answers.flatMap(({ outcome, via }) => (outcome === 'failed' ? [] : [via.ttl])))
}

function answersTo(
  { name, type }: UnseenChange['question'],
  evidence: ScanSight['evidence'],
): readonly RecordedAnswer[] {
  return evidence
    .filter(piece => piece.kind === 'dns')
    .filter(({ question, service }) => service === undefined && question.type === type && question.name === name)
}

function questionOf(part: string, kind: PartKind, domain: string): UnseenChange['question'] {
  // They are no record set: what counts is what the scan says of the name (`ScanSight.states`).
  if (kind === 'name' || kind === 'dnssec') return { name: domain, type: 'SOA' }
  if (kind === 'mx') return { name: domain, type: 'MX' }
  if (kind === 'ns') return { name: domain, type: 'NS' }
  if (kind === 'spf') return { name: domain, type: 'TXT' }
  if (kind === 'dkim') return { name: `${part.slice('dkim '.length)}._domainkey.${domain}`, type: 'TXT' }
  if (kind === 'dmarc') return { name: `_dmarc.${domain}`, type: 'TXT' }
  return { name: kind === 'mta-sts' ? `_mta-sts.${domain}` : `mta-sts.${domain}`, type: 'TXT' }
}

function kindOf(part: string): PartKind {
  const [word = ''] = part.split(' ', 1)
  return word as PartKind
}

const isEqual = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n')

/** A scan with what monitoring saw since. */
export interface ScanAndSince {
  /** ISO 8601 of its end; null: never scanned. */
  finished_at: string | null
  changed_after_scan?: readonly ChangeAfterScan[] | undefined
}

/** What is known of a record, and as of when. */
export interface Known {
  /** ISO 8601 of the newest sight: of the scan, or of the check that saw it replaced; null: never seen. */
  asOf: string | null
  /** The changes after the scan, the newest first. Empty: what the scan saw is the newest that is known. */
  changes: readonly ChangeAfterScan[]
}

/**
 * What do we know of this record, and as of when? Every screen, report and answer asks this before it shows what a scan
 * saw as the present state.
 *
 * @param record absent: all that a scan shows
 */
export function knownOf(scan: ScanAndSince, record?: ScannedRecord): Known {
  const changes = (scan.changed_after_scan ?? [])
    .filter(change => record === undefined || change.record === record)
    .toSorted((one, other) => Date.parse(other.detected_at) - Date.parse(one.detected_at))
  return { asOf: changes[0]?.detected_at ?? scan.finished_at, changes }
}

/** What every place says of a record that was replaced after the scan. */
export const changedAfterScan = 'Changed after this scan'

/** After a change that monitoring saw: no one needs to start the scan. */
const scanFollows = 'A new scan starts automatically and shows the result.'

/** Whether a scan starts by itself after these changes of one domain, and what a report shows meanwhile. */
export function resultWords(changes: readonly ChangeAfterScan[]): string {
  return `${scanWords(changes)} This report has the state before.`
}

/** Whether a scan starts by itself after these changes of one or more domains. Where it is due for some, theirs counts. */
export function scanWords(changes: readonly ChangeAfterScan[]): string {
  return changes.every(each => each.given_up) ? 'No new scan starts automatically.' : scanFollows
}

/** Each change in one sentence without a period. @param timeWords words a time as the place does */
export function changeLines(
  changes: readonly ChangeAfterScan[],
  timeWords: (iso: string) => string,
): readonly string[] {
  return changes.map(({ description, detected_at }) => `${description} (${timeWords(detected_at)})`)
}

/** The changes as they go over the wire. `isScanDue`: a scan of the domain starts by itself, or runs. */
export function changesToShow(
  unseen: readonly UnseenChange[],
  { isScanDue }: { isScanDue: boolean },
): ChangeAfterScan[] {
  return unseen.map(({ record, description, detected_at, severity }) => ({
    record,
    description,
    detected_at,
    severity,
    ...(!isScanDue && { given_up: true as const }),
  }))
}

/** "MX, SPF": the records of changes, each once. */
export function changedRecords(changes: readonly ChangeAfterScan[]): string {
  return [...new Set(changes.map(({ record }) => kindLabels[record]))].join(', ')
}
