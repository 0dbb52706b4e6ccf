import type { DecisionItem, HeaderAnalysisReply } from '@waxseal/contract'
import type { ScanReply } from '@waxseal/core/health'

/** What the report of a header analysis is made of. */
export interface HeaderReport {
  analysis: HeaderAnalysisReply
  /** ISO 8601 in UTC. */
  exportedAt: string
  identity?: ReportIdentity
}

/** Who a report is from. Absent: Waxseal alone. */
export interface ReportIdentity {
  /** Empty: the logo says it. */
  name: string
  /** A PNG or JPEG file. */
  logo?: Uint8Array
}

/** What the report of a domain's scan is made of. */
export interface DomainReport {
  scan: ScanReply
  /** The name in Unicode; null: it is ASCII. */
  unicode: string | null
  decisions: readonly DecisionItem[]
  /** ISO 8601 in UTC. */
  exportedAt: string
  identity?: ReportIdentity
}

/** Who wants a report. */
export interface ReportRequest {
  /** One report of a workspace is made at a time, and one more may wait: the others share the rest. */
  workspaceId: string
  /** Ends the work on the report. */
  signal: AbortSignal
}

/** A report could not be made. The message names the cause and quotes nothing of the report. */
export class ReportFailed extends Error {
  override readonly name = 'ReportFailed'
  /**
   * `busy`: too many reports are waiting; nothing was tried. `closed`: the server is stopping, or the request has ended.
   */
  readonly reason: 'busy' | 'failed' | 'closed'

  constructor(reason: ReportFailed['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}
