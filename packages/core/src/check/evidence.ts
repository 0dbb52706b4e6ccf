import type { FailureReason, RecordedAnswer, RecordType } from '../dns/index.ts'

/** Identifies one piece of evidence in a scan; findings refer to it. */
export type EvidenceId = string

/** One DNS query and its answer. */
export type DnsEvidence = RecordedAnswer

/** The transcript of one SMTP session. */
export interface SmtpEvidence {
  id: EvidenceId
  kind: 'smtp'
  /** `name` is `host [address]:port`. */
  question: { name: string; type: 'SMTP' }
  outcome: 'session' | 'failed'
  /** Set when `outcome` is `failed`. */
  reason?: FailureReason
  /** `S: ` and `C: ` lines in order, printable, cut after 64 KB. */
  lines: readonly string[]
  ms: number
  /** Milliseconds since 1970. A session may be up to six hours older than its scan. */
  askedAt: number
}

/** One HTTP exchange. Secrets are masked in it. */
export interface HttpEvidence {
  id: EvidenceId
  kind: 'http'
  /** `name` is the URL. */
  question: { name: string; type: 'HTTP' }
  outcome: 'response' | 'failed'
  /** Set when `outcome` is `failed`. */
  reason?: FailureReason
  /** The status of the response, null when there was none. */
  status: number | null
  /** The relevant part of the response, printable, cut after 64 KB. */
  lines: readonly string[]
  ms: number
  /** Milliseconds since 1970. */
  askedAt: number
}

/** The evidence of a finding. */
export type Evidence = DnsEvidence | SmtpEvidence | HttpEvidence

/** The DNS queries among the evidence. */
export function dnsEvidence(evidence: readonly Evidence[]): readonly DnsEvidence[] {
  return evidence.filter(piece => piece.kind === 'dns')
}

/** Obtained only with CD=1: DNSSEC is broken. */
export function isBogus(piece: Evidence): boolean {
  return piece.kind === 'dns' && piece.via.authentic === 'bogus'
}

/** A finding rests on at least one piece of evidence. */
export type EvidenceIds = readonly [EvidenceId, ...EvidenceId[]]

/** The question of a piece of evidence, over DNS, SMTP or HTTP. */
export interface Question {
  name: string
  type: RecordType | 'SMTP' | 'HTTP'
}

/**
 * The evidence for these questions, in the order of the section; all of the section's evidence when none of them was
 * sent exactly. Throws on a section without evidence: it cannot be judged.
 */
export function restsOn(evidence: readonly Evidence[], ...questions: readonly Question[]): EvidenceIds {
  const about = evidence.filter(({ question }) =>
    questions.some(({ name, type }) => name === question.name && type === question.type),
  )
  const [first, ...others] = (about.length > 0 ? about : evidence).map(({ id }) => id)
  if (first === undefined) throw new Error('a finding needs evidence, and the section has none')
  return [first, ...others]
}

/** The id of evidence carried over from the scan that ended at `at` (ISO 8601). No later scan uses this id. */
export function carriedId(id: EvidenceId, at: string): EvidenceId {
  return `${id} of ${at}`
}

const carried = / of \d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Whether this evidence is carried over from an earlier scan. */
export function isCarried(id: EvidenceId): boolean {
  return carried.test(id)
}

/** The id of the evidence in its own scan. */
export function originalId(id: EvidenceId): EvidenceId {
  return id.replace(carried, '')
}
