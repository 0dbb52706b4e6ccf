import { type Evidence, restsOn } from '../check/index.ts'
import { keptForMs } from './confirm.ts'
import { type RelayFinding, relayFinding } from './findings.data.ts'
import { smtpQuestion } from './probe.ts'
import type { RelayValue } from './value.ts'

export interface RelayContext {
  /** The section's evidence. */
  evidence: readonly Evidence[]
}

/**
 * Judges the value of the relay check: a confirmed open relay costs points, a first acceptance none. A host that could
 * not be tested gives no finding.
 */
export function assessRelay(value: RelayValue, { evidence }: RelayContext): readonly RelayFinding[] {
  return value.hosts.flatMap(({ host, address, relay, testedAt }): RelayFinding[] => {
    if (relay !== 'open' && relay !== 'suspected') return []
    const rests = restsOn(evidence, smtpQuestion(host, address))
    if (relay === 'open') return [relayFinding('relay_open', { host, address }, rests)]
    const again = new Date(Date.parse(testedAt) + keptForMs).toISOString().slice(0, 16).replace('T', ' ')
    return [relayFinding('relay_suspected', { host, address, again }, rests)]
  })
}
