import type { BlacklistFacts } from './blacklist-findings.data.ts'
import type { DkimFacts } from './dkim-findings.data.ts'
import type { DnsRecordFacts } from './record-findings.data.ts'
import type { RelayFacts } from './relay-findings.data.ts'
import type { ThreatFacts } from './threat-findings.data.ts'
import type { TransportFacts } from './transport-findings.data.ts'

/** What the wording of each finding needs to know. Every value is short, printable text or a count. */
export interface FindingFacts
  extends DnsRecordFacts,
    DkimFacts,
    BlacklistFacts,
    ThreatFacts,
    RelayFacts,
    TransportFacts {}

export type FindingId = keyof FindingFacts
