import type { Filled, Gap } from '../check/index.ts'
import type { RelayValue } from './value.ts'

/**
 * A host without a result keeps that of an earlier scan: a failed test says nothing about the server. Null: there is
 * nothing to fill in.
 */
export function fillRelayGaps(now: RelayValue, gaps: readonly Gap[], before: RelayValue): Filled<RelayValue> | null {
  if (now.state !== 'tested') return null
  const filled = new Set<string>()
  const hosts = now.hosts.map(host => {
    const older = before.hosts.find(item => item.host === host.host && item.address === host.address)
    if (host.undecided === null || older === undefined || older.relay === 'unknown') return host
    filled.add(host.host)
    return { ...host, relay: older.relay, undecided: null, reason: older.reason, testedAt: older.testedAt }
  })
  if (filled.size === 0) return null
  return {
    value: { ...now, hosts },
    gaps: gaps.filter(({ question }) => !filled.has(question.name.split(' ')[0] ?? '')),
  }
}
