import { type DnsRecordToPublish, severityOf } from '../check/index.ts'
import { parseAddress } from '../dns/index.ts'
import { facts } from '../health/facts.fixture.ts'
import { actionOf, type FindingId, type FindingReply, presentScan, type ScanReply, wordsOf } from '../health/index.ts'
import { scanOf, zoneOf } from '../health/judged-zone.fixture.ts'
import type { Answer } from './answer.ts'
import type { DomainFacts, Facts, FindingFacts, HeaderFacts, ScanFacts } from './facts.ts'
import { recordFinder } from './records.ts'
import { findingFacts, scanFacts } from './scan-facts.ts'

export const findingIds = Object.keys(facts) as FindingId[]

/** A finding of this id, with the facts that the tests of findings use. */
export function findingOf(id: FindingId, parts: Partial<FindingReply> = {}): FindingFacts {
  const words = wordsOf({ id, facts: facts[id] })
  return findingFacts({
    id,
    check: words.check,
    subject: null,
    severity: words.points === null ? 'critical' : severityOf(words.points),
    points: words.points ?? 0,
    title: words.title,
    reason: words.reason,
    meaning: words.meaning,
    advice: words.advice,
    action: actionOf({ id, facts: facts[id] }, 'example.com'),
    score_after: null,
    remains: null,
    clause: words.clause,
    evidence: [],
    since: null,
    ...parts,
  })
}

/** The scan of `example.com` with these records. */
export async function replyOf(...zone: Parameters<typeof zoneOf>): Promise<ScanReply> {
  return presentScan(await scanOf(zoneOf(...zone)))
}

export async function scanFactsOf(...zone: Parameters<typeof zoneOf>): Promise<ScanFacts> {
  return scanFacts(await replyOf(...zone))
}

/** What a test does not speak of. */
export function factsWith(parts: Partial<Facts> = {}): Facts {
  const now = '2026-11-28T09:00:00.000Z'
  return {
    scope: 'pro',
    scan: null,
    header: null,
    domains: [],
    dnsChanges: [],
    scans: [],
    account: null,
    now,
    ...parts,
  }
}

/** All texts of an answer, one a line, with the published records, without the records and files to publish. */
export function textsOf(answer: Answer): readonly string[] {
  return answer.flatMap(block => {
    if ('text' in block) return [block.text]
    if (block.kind === 'published') return [recordLine(block.record)]
    if (block.kind !== 'list') return []
    return block.items.map(({ lead, text }) => (lead === null ? text : `${lead} ${text}`))
  })
}

/** The records of an answer as lines. */
export function recordsOf(answer: Answer): readonly string[] {
  return answer.flatMap(block => (block.kind === 'record' ? [recordLine(block.record)] : []))
}

export function recordLine({ name, type, value }: DnsRecordToPublish): string {
  return `${name} ${type} ${value}`
}

/**
 * The records that an answer has outside of its blocks, where no mark says who made them. Neither the version of a record
 * alone counts, nor an address after the word PTR.
 */
export function recordsInProse(answer: Answer): readonly string[] {
  const { records } = recordFinder({ made: [], published: [], texts: [] })
  return textsOf(answer.filter(({ kind }) => kind !== 'published'))
    .flatMap(records)
    .filter(({ type, source }) => source === 'unchecked' && type !== 'term' && type !== 'host')
    .filter(({ type, text }) => type !== 'PTR' || parseAddress(text) === null)
    .map(({ type, text }) => `${type} ${text}`)
}

/** A newsletter of example.com that passed every check. */
export function headerWith(parts: Partial<HeaderFacts> = {}): HeaderFacts {
  return {
    from: 'News <news@example.com>',
    fromDomain: 'example.com',
    returnPath: 'bounces@news.example.com',
    subject: 'Your summary',
    repeated: [],
    sendingAddress: '203.0.113.17',
    threatScore: 0,
    authentication: { spf: 'pass', dkim: 'pass', dmarc: 'pass' },
    identities: [
      { kind: 'spf', domain: 'news.example.com', result: 'pass', alignment: 'relaxed' },
      { kind: 'dkim', domain: 'example.com', result: 'pass', alignment: 'strict' },
    ],
    isAligned: true,
    hops: 3,
    slowest: null,
    verdicts: [],
    findings: [],
    rulesNotMet: [],
    ...parts,
  }
}

/** A domain of the user with one issue for each id. */
export function domainWith(name: string, score: number | null, ...ids: readonly FindingId[]): DomainFacts {
  return {
    name,
    unicode: null,
    tags: [],
    score,
    scannedAt: '2026-11-20T10:00:00.000Z',
    issues: ids.map(id => findingOf(id)),
    changes: null,
  }
}
