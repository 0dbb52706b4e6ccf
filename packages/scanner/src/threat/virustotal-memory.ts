import type { HttpEvidence } from '@waxseal/core/check'
import type { VirusTotalReport } from '@waxseal/core/threat'

/** A domain (A-labels, lower case) or an address. */
export interface VirusTotalSubject {
  kind: 'domain' | 'address'
  name: string
}

/** An answer of VirusTotal with the request that brought it; `evidence.askedAt` is its time. */
export interface StoredVirusTotal {
  report: VirusTotalReport
  evidence: HttpEvidence
}

/** Port: what all processes of an installation share about VirusTotal: its answers, the quota of the key, a pause. */
export interface VirusTotalMemory {
  /** The stored answer about a subject; null: none of the last 24 hours. */
  recall(subject: VirusTotalSubject): Promise<StoredVirusTotal | null>
  keep(subject: VirusTotalSubject, answer: StoredVirusTotal): Promise<void>
  /** Takes one request from the quota of the key; false: the minute or the day is used up, or a pause runs. */
  take(): Promise<boolean>
  /** VirusTotal refused with status 429: no process sends a request before `until`. */
  pause(until: Date): Promise<void>
}
