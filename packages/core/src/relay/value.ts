import type { Gap } from '../check/index.ts'
import type { MailHostReport, RelayState } from './probe.ts'

/** What the test of one mail host came to; its transcripts are the section's evidence. */
export type RelayHost = Omit<MailHostReport, 'transcript' | 'earlier'>

/** A report without its transcripts. */
export function relayHostOf(report: MailHostReport): RelayHost {
  const { host, address, testedAt, contacted, failure, greeting, starttls, tls, relay, undecided, reason } = report
  return { host, address, testedAt, contacted, failure, greeting, starttls, tls, relay, undecided, reason }
}

/** What the open relay check collected. */
export interface RelayValue {
  /** `not-applicable`: no mail comes to the domain. `off`: the operator has switched the test off. */
  state: 'tested' | 'not-applicable' | 'off'
  /** By preference; empty unless `tested`. */
  hosts: readonly RelayHost[]
}

/**
 * The one word for the domain: true when one of its hosts is an open relay, false when every host that was to be tested
 * refuses to relay, null when that is not known of all, or only suspected.
 *
 * @param gaps the section's open questions: a host whose address could not be learned stands among them alone
 */
export function isOpenRelay({ hosts }: RelayValue, gaps: readonly Gap[]): boolean | null {
  if (hosts.some(({ relay }) => relay === 'open')) return true
  return gaps.length === 0 && hosts.length > 0 && hosts.every(({ relay }) => relay === 'closed') ? false : null
}

/** What each outcome is called. */
export const relayWords: { readonly [S in RelayState]: string } = {
  open: 'open relay',
  suspected: 'accepted relaying at RCPT, to be confirmed',
  closed: 'does not relay',
  unknown: 'could not be checked',
}

/** The result as lines for people: `test_details` of the specification's scan result. */
export function relayDetails(value: RelayValue): readonly string[] {
  if (value.state === 'off') return ['The open relay test is switched off on this installation.']
  if (value.state === 'not-applicable') return ['Not applicable: no mail server to test.']
  if (value.hosts.length === 0) return ['No mail server could be tested: no address was had.']
  return value.hosts.map(({ host, address, relay, reason, testedAt, contacted }) => {
    const when = contacted ? ` (tested ${testedAt.slice(0, 16).replace('T', ' ')} UTC)` : ''
    return `${host} [${address}]: ${relayWords[relay]}. ${reason}${when}`
  })
}

/**
 * Fills in what an earlier scan knew of hosts that told nothing now: a failed test says nothing about the server. Null
 * when there was nothing to fill in. The hosts that were filled in are named.
 */
export function completeRelay(
  now: RelayValue,
  before: RelayValue,
): { value: RelayValue; filled: ReadonlySet<string> } | null {
  if (now.state !== 'tested') return null
  const filled = new Set<string>()
  const hosts = now.hosts.map(host => {
    const older = before.hosts.find(item => item.host === host.host && item.address === host.address)
    if (host.undecided === null || older === undefined || older.relay === 'unknown') return host
    filled.add(host.host)
    return { ...host, relay: older.relay, undecided: null, reason: older.reason, testedAt: older.testedAt }
  })
  return filled.size === 0 ? null : { value: { ...now, hosts }, filled }
}
