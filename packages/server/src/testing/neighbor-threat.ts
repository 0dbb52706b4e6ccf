import type { StoredVirusTotal } from '@waxseal/scanner'
import * as schema from '../db/schema/index.ts'
import type { Database } from '../db/store.ts'

const hour = 3_600_000

/** An answer of VirusTotal that came at this moment, about a domain that one engine reports. */
export function aVirusTotalAnswer(at: Date, overrides: Partial<StoredVirusTotal['report']> = {}): StoredVirusTotal {
  return {
    report: {
      counts: { malicious: 1, suspicious: 0, harmless: 60, undetected: 30, timeout: 0 },
      engines: [{ vendor: 'Fortinet', category: 'malicious', tier: 2, detail: 'phishing' }],
      country: null,
      asOwner: null,
      categories: ['business'],
      isKnown: true,
      ...overrides,
    },
    evidence: {
      id: 'http 1',
      kind: 'http',
      question: { name: 'https://www.virustotal.com/api/v3/domains/own.example', type: 'HTTP' },
      outcome: 'response',
      status: 200,
      lines: ['{"data":{}}'],
      ms: 120,
      askedAt: at.getTime(),
    },
  }
}

/** What VirusTotal said, and the quota of its key: both belong to no workspace. */
export async function fillThreatMemory(db: Database, now: Date): Promise<void> {
  const answer = (subjectKind: 'domain' | 'address', subjectName: string, hours: number) => {
    const askedAt = new Date(now.getTime() - hours * hour)
    return { source: 'virustotal' as const, subjectKind, subjectName, answer: aVirusTotalAnswer(askedAt), askedAt }
  }
  await db
    .insert(schema.threatCache)
    .values([
      answer('domain', 'own.example', 1),
      answer('address', '192.0.2.25', 23),
      answer('domain', 'old.example', 25),
    ])
  const day = new Date(Math.floor(now.getTime() / (24 * hour)) * 24 * hour)
  await db
    .insert(schema.threatQuota)
    .values({ source: 'virustotal', minute: now, minuteRequests: 1, day, dayRequests: 20 })
}
