import type { Alignment } from './alignment.ts'
import type { HeaderLine } from './field.ts'
import type { HeaderFinding } from './finding.ts'
import type { Hop } from './hop.ts'
import type { ProviderVerdict } from './provider-verdict.ts'
import type { RepeatedField } from './repeated-fields.ts'
import type { ArcSet, Authentication, RankedResults, ReceivedSpf, SignatureField } from './result.ts'
import type { SenderRule } from './sender-rules.ts'

/** The client that handed the message to the receiving organization. */
export interface SendingAddress {
  address: string
  at: HeaderLine
}

/** Everything that the header of a message tells. It says what systems reported, and proves nothing by itself. */
export interface HeaderAnalysis {
  from: string | null
  /** The line of From. */
  fromAt: HeaderLine | null
  to: string | null
  subject: string | null
  replyTo: string | null
  /** Without angle brackets; empty for a bounce. null: no Return-Path. */
  returnPath: string | null
  messageId: string | null
  /** Fields that a message has once and this header more often. */
  repeated: readonly RepeatedField[]
  sendingAddress: SendingAddress | null
  /** Oldest first. */
  path: readonly Hop[]
  authentication: Authentication
  /** Every `Authentication-Results` field from the top. */
  results: readonly RankedResults[]
  /** From the top. */
  receivedSpf: readonly ReceivedSpf[]
  /** By instance, the newest first. */
  arc: readonly ArcSet[]
  signatures: readonly SignatureField[]
  alignment: Alignment
  verdicts: readonly ProviderVerdict[]
  rules: readonly SenderRule[]
  findings: readonly HeaderFinding[]
  /** 0 to 100: the higher, the more likely a threat. */
  threatScore: number
}
