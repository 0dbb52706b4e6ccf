import type { FailureReason, RecordedAnswer, RecordType } from '../dns/index.ts'

/** Names one piece of evidence inside a scan; findings rest on these. */
export type EvidenceId = string

/** One DNS question and what came back. */
export type DnsEvidence = RecordedAnswer

/** One SMTP session: who said what. */
export interface SmtpEvidence {
  id: EvidenceId
  kind: 'smtp'
  /** `name` is `host [address]:port`. */
  question: { name: string; type: 'SMTP' }
  outcome: 'session' | 'failed'
  /** Set when `outcome` is `failed`. */
  reason?: FailureReason
  /** `S: ` and `C: ` lines in their order, printable, cut after 64 KB. */
  lines: readonly string[]
  ms: number
  /** Milliseconds since 1970. A session may be up to six hours older than the scan that shows it. */
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
  /** What was read of the response that matters, printable, cut after 64 KB. */
  lines: readonly string[]
  ms: number
  /** Milliseconds since 1970. */
  askedAt: number
}

/** What a finding rests on. */
export type Evidence = DnsEvidence | SmtpEvidence | HttpEvidence

/** The DNS questions among the evidence. */
export function dnsEvidence(evidence: readonly Evidence[]): readonly DnsEvidence[] {
  return evidence.filter(piece => piece.kind === 'dns')
}

/** Got with CD=1 only: DNSSEC is broken. */
export function isBogus(piece: Evidence): boolean {
  return piece.kind === 'dns' && piece.via.authentic === 'bogus'
}

/** A finding rests on one piece of evidence at the least. */
export type EvidenceIds = readonly [EvidenceId, ...EvidenceId[]]

/** A question as evidence names it: of DNS, or what was asked over SMTP or HTTP. */
export interface Question {
  name: string
  type: RecordType | 'SMTP' | 'HTTP'
}

/**
 * The evidence about these questions, in the order of the section; all the section's evidence when none of them was
 * asked in so many words. Throws on a section without any evidence: what was never asked cannot be judged.
 */
export function restsOn(evidence: readonly Evidence[], ...questions: readonly Question[]): EvidenceIds {
  const about = evidence.filter(({ question }) =>
    questions.some(({ name, type }) => name === question.name && type === question.type),
  )
  const [first, ...others] = (about.length > 0 ? about : evidence).map(({ id }) => id)
  if (first === undefined) throw new Error('a finding needs evidence, and the section has none')
  return [first, ...others]
}

/** The id of evidence that is carried over from the scan that ended at `at` (ISO 8601): one that no later scan gives. */
export function carriedId(id: EvidenceId, at: string): EvidenceId {
  return `${id} of ${at}`
}

const carried = / of \d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Is this evidence carried over from an earlier scan? */
export function isCarried(id: EvidenceId): boolean {
  return carried.test(id)
}

/** The id the evidence had in its own scan. */
export function originalId(id: EvidenceId): EvidenceId {
  return id.replace(carried, '')
}
