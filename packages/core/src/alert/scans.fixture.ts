import type { Section } from '../check/index.ts'
import { blacklistOf, threatOf } from '../health/healthy-checks.fixture.ts'
import { presentScan, type ScanReply, type Sections } from '../health/index.ts'
import { scanOf, zoneOf } from '../health/judged-zone.fixture.ts'

export const unanswered: Section<never> = { ran: false, reason: 'timeout', evidence: [] }

export const listing = { spamcop: { severity: 'high' as const, subject: '93.184.216.35' } }

/** A scan of example.com as the server presents it. `record`: of DMARC; null: none. */
export async function scanWith(
  { record, ...sections }: { record?: string | null } & Partial<Sections> = {},
  changes: Partial<ScanReply> = {},
): Promise<ScanReply> {
  const zone = zoneOf(record === undefined ? {} : { dmarc: record })
  const healthy = { blacklist: blacklistOf(), threat: threatOf() }
  return { ...presentScan(await scanOf(zone, null, 0, { ...healthy, ...sections })), ...changes }
}
