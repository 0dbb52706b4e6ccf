import type { UnservedSight } from '@waxseal/core/dns'
import type { FindingId, ScanResult } from '@waxseal/core/health'
import { openDns, scan } from '@waxseal/scanner'

export interface ScanSetup {
  /** `address:port`. */
  resolver: string
  /** Also asks the zones' own servers; true by default. */
  direct?: boolean
  /** The timeout of one query. */
  timeoutMs?: number
  previous?: ScanResult
  /** What monitoring saw of a zone that no name server serves. */
  unserved?: UnservedSight
}

/** Scans each name in the same way as the product, a few at a time, with shared sockets and no cache between scans. */
export async function scanAll(names: readonly string[], setup: ScanSetup): Promise<Map<string, ScanResult>> {
  const { resolver, direct = true, timeoutMs, previous = null, unserved = null } = setup
  const dns = openDns({ servers: [resolver], direct, ...(timeoutMs === undefined ? {} : { timeoutMs }) })
  const results = new Map<string, ScanResult>()
  const waiting = [...names]
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      results.set(name, await scan({ name, tier: 'business', dns, now: () => new Date(), previous, unserved, onError }))
    }
  }
  try {
    await Promise.all(Array.from({ length: 12 }, work))
  } finally {
    await dns.close()
  }
  return results
}

/** Scans one name. */
export async function scanOne(name: string, setup: ScanSetup): Promise<ScanResult> {
  const result = (await scanAll([name], setup)).get(name)
  if (result === undefined) throw new Error(`${name} was not scanned`)
  return result
}

/** A crashing check is a bug, whatever the answers were. */
function onError(check: string, error: unknown): void {
  throw new Error(`the ${check} check broke`, { cause: error })
}

/**
 * The ids of a scan's findings, sorted, without transport recommendations, which cost no points, and without the note
 * that all name servers are in one network: most zones of the lab have a single one.
 */
export function findingIds({ findings }: ScanResult): FindingId[] {
  const told = findings.filter(({ id, check }) => check !== 'transport' && id !== 'delegation_one_network')
  return told.map(({ id }) => id).sort()
}

/** The ids of a scan's transport recommendations, each once, sorted. */
export function recommendationIds({ findings }: ScanResult): FindingId[] {
  return [...new Set(findings.flatMap(({ id, check }) => (check === 'transport' ? [id] : [])))].sort()
}
