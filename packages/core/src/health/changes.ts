import {
  type CheckId,
  checkIds,
  type Evidence,
  type Identity,
  identityKey,
  isCarried,
  type Question,
} from '../check/index.ts'
import { isSameBasis } from './basis.ts'
import { checks } from './checks.ts'
import { type Degree, degreeOf } from './finding-families.ts'
import { findingRows } from './findings.ts'
import type { FindingReply, ScanReply } from './reply.ts'
import type { Basis } from './scan.ts'

/** A finding that is gone or new: its identity and its check. Every text comes from the row last. */
export type ChangedFinding = Identity & { readonly check: CheckId }

/** A finding that took the place of another about the same problem, or is the next step after it; its id is `was`. */
export type DegreeChange = ChangedFinding & { readonly was: string; readonly degree: Degree }

/** How much of two scans can be compared: everything, the findings without the scores, or nothing. */
export type Compared = 'all' | 'findings' | 'nothing'

/** What changed since an earlier scan of the same domain. */
export interface Changes {
  /** ISO 8601 of the end of the earlier scan. */
  since: string
  compared: Compared
  /** null: it had no score, or the scores are not comparable. */
  scoreBefore: number | null
  fixed: readonly ChangedFinding[]
  added: readonly ChangedFinding[]
  /**
   * Problems that are in both scans and became worse or better: neither fixed nor new. Also what is left to do after a
   * finding that is fixed (`next`), which is not new either. Scans stored before it have none.
   */
  changed?: readonly DegreeChange[]
  /** The number of findings in both scans. */
  unchanged: number
  /** The number of findings in one scan that the other could not look for. */
  unknown: number
  /** The checks that one of the scans could not complete: their findings are neither fixed nor new. */
  notCompared: readonly CheckId[]
}

/** What a comparison reads of a scan. */
export type ComparedScan = Pick<ScanReply, 'finished_at' | 'health_score' | 'basis' | 'sections'> & {
  readonly evidence: readonly Pick<Evidence, 'id' | 'question'>[]
  readonly findings: readonly Pick<FindingReply, 'id' | 'subject' | 'check' | 'evidence' | 'since'>[]
}

type ComparedFinding = ComparedScan['findings'][number]

/**
 * Compares a scan with an earlier one of the same domain. A finding is fixed only if the later scan looked for it and got
 * an answer, and new only if the earlier one did. A finding carried over from an earlier scan is never new. A finding
 * is not fixed while its problem is there in another degree (`finding-families.data.ts`). What follows from doing as the
 * report said is no new finding but the next step.
 */
export function changesBetween(before: ComparedScan, after: ComparedScan): Changes {
  const compared = comparedOf(before.basis, after.basis)
  if (compared === 'nothing') return { ...nothing, since: before.finished_at }

  const notCompared = checkIds.filter(check => isUnchecked(check, before) || isUnchecked(check, after))
  const gone = missingIn(after, before.findings)
  const come = missingIn(before, after.findings)
  const soughtGone = gone.filter(finding => looksFor(finding, before, after, notCompared))
  const soughtCome = come.filter(finding => finding.since === null && looksFor(finding, after, before, notCompared))
  const changed = soughtCome.flatMap(finding => degreeChange(finding, soughtGone))
  const fixed = soughtGone.filter(finding => come.every(other => !isSameProblem(finding, other)))
  const added = soughtCome.filter(finding => soughtGone.every(other => degreeOf(other, finding) === null))
  const replaced = soughtGone.filter(finding => soughtCome.some(other => isSameProblem(finding, other)))
  return {
    since: before.finished_at,
    compared,
    scoreBefore: compared === 'all' ? before.health_score : null,
    fixed: fixed.map(identityOf),
    added: added.map(identityOf),
    changed,
    unchanged: before.findings.length - gone.length,
    unknown: gone.length + come.length - fixed.length - added.length - changed.length - replaced.length,
    notCompared,
  }
}

const nothing = {
  compared: 'nothing',
  scoreBefore: null,
  fixed: [],
  added: [],
  changed: [],
  unchanged: 0,
  unknown: 0,
  notCompared: [],
} as const satisfies Omit<Changes, 'since'>

/**
 * Which of a domain's earlier scans, the newest first, a scan is compared with: the last one on an equal basis. Nothing
 * before a change of the score model, the catalogues or the plan is looked at. Without a scan on an equal basis it is the
 * last one; null without any.
 */
export function comparedScan<T extends Basis>(earlier: readonly T[], basis: Basis): T | null {
  for (const scan of earlier) {
    if (isSameBasis(scan, basis)) return scan
    if (comparedOf(scan, basis) === 'nothing') break
  }
  return earlier[0] ?? null
}

function comparedOf(before: Basis, after: Basis): Compared {
  if (isSameBasis(before, after)) return 'all'
  return isSameBasis({ ...before, unchecked: [] }, { ...after, unchecked: [] }) ? 'findings' : 'nothing'
}

function degreeChange(finding: ComparedFinding, gone: readonly ComparedFinding[]): readonly DegreeChange[] {
  for (const other of gone) {
    const degree = degreeOf(other, finding)
    if (degree !== null) return [{ ...identityOf(finding), was: other.id, degree }]
  }
  return []
}

function isSameProblem(gone: ComparedFinding, come: ComparedFinding): boolean {
  const degree = degreeOf(gone, come)
  return degree === 'worse' || degree === 'better'
}

function identityOf({ id, subject, check }: ComparedFinding): ChangedFinding {
  return { id, subject, check }
}

function missingIn(other: ComparedScan, findings: ComparedScan['findings']): readonly ComparedFinding[] {
  const there = new Set(other.findings.map(identityKey))
  return findings.filter(finding => !there.has(identityKey(finding)))
}

function isUnchecked(check: CheckId, { basis, sections }: ComparedScan): boolean {
  return basis.unchecked.includes(check) || sections[check].state === 'unchecked'
}

/** By check: those that name the addresses and hosts it asks about. */
const hostSources: { readonly [K in CheckId]?: readonly CheckId[] } = {
  blacklist: ['mx', 'spf'],
  threat: ['mx'],
  relay: ['mx'],
  transport: ['mx'],
}

/** Whether `other` could have a finding of `scan`: its check and those it needs ran, and its questions were answered. */
function looksFor(
  finding: ComparedFinding,
  scan: ComparedScan,
  other: ComparedScan,
  notCompared: readonly CheckId[],
): boolean {
  const { check } = finding
  const needed = [check, ...(hostSources[check] ?? []), ...checkIds.filter(id => id in checks[check].needs)]
  if (needed.some(id => notCompared.includes(id)) || isUnscorable(other)) return false
  const rests = new Set(finding.evidence)
  const questions = scan.evidence.flatMap(({ id, question }) => (rests.has(id) ? [question] : []))
  const gaps = checkIds.flatMap(id => other.sections[id].gaps)
  if (gaps.some(gap => questions.some(question => isFailed(question, gap)))) return false
  // Without any session the other scan did not test mail servers.
  return !questions.some(isSmtp) || other.evidence.some(({ id, question }) => isSmtp(question) && !isCarried(id))
}

/** A finding that is alone ends the judging, so that such a scan says nothing about others. */
function isUnscorable({ findings }: ComparedScan): boolean {
  const rows: { readonly [id: string]: { alone?: true } } = findingRows
  return findings.some(({ id }) => Object.hasOwn(rows, id) && rows[id]?.alone === true)
}

/** Whether a question failed. That of a session is `host [address]:port`, and fails with the addresses of its host. */
function isFailed({ name, type }: Question, { question: failed }: { question: Question }): boolean {
  if (name === failed.name && type === failed.type) return true
  return type === 'SMTP' && failed.type !== 'SMTP' && name.startsWith(`${failed.name} `)
}

function isSmtp({ type }: Question): boolean {
  return type === 'SMTP'
}
