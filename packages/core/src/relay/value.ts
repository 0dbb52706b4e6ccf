import { couldNotBeChecked, type Gap, notAskedOfVisitors } from '../check/index.ts'
import type { MailHostReport, RelayState } from './probe.ts'

/** The result of the test of one mail host; its transcripts are in the section's evidence. */
export type RelayHost = Omit<MailHostReport, 'transcript' | 'earlier' | 'ehlo'>

/** A report without its transcripts. */
export function relayHostOf(report: MailHostReport): RelayHost {
  const { host, address, testedAt, contacted, failure, greeting, starttls, tls, relay, undecided, reason } = report
  return { host, address, testedAt, contacted, failure, greeting, starttls, tls, relay, undecided, reason }
}

/** The value that the open relay check collects. */
export interface RelayValue {
  /**
   * `not-applicable`: the domain receives no mail. `off`: the operator disabled the test. `not-for-visitors`: the
   * installation tests relays, but not for people without an account.
   */
  state: 'tested' | 'not-applicable' | 'off' | 'not-for-visitors'
  /** By preference; empty unless `tested`. */
  hosts: readonly RelayHost[]
}

/**
 * The result for the domain: true when one of its hosts is an open relay, false when every host to be tested refuses to
 * relay, null when that is unknown for some, or only suspected.
 *
 * @param gaps the section's gaps; a host whose address lookup failed is only there
 */
export function isOpenRelay({ hosts }: RelayValue, gaps: readonly Gap[]): boolean | null {
  if (hosts.some(({ relay }) => relay === 'open')) return true
  return gaps.length === 0 && hosts.length > 0 && hosts.every(({ relay }) => relay === 'closed') ? false : null
}

/** A host that was left out of the relay test by rule, such as a large provider's: nothing about it is unknown. */
export function isLeftOutByRule({ relay, undecided }: Pick<RelayHost, 'relay' | 'undecided'>): boolean {
  return relay === 'unknown' && undecided === null
}

/** What we connected to a server for, before the time of it. One that is not tested for relaying still shows its TLS. */
export function contactWords(host: Pick<RelayHost, 'relay' | 'undecided'>): string {
  if (isLeftOutByRule(host)) return 'Contacted for STARTTLS and the certificate only,'
  return host.undecided === null ? 'Tested' : 'Contacted'
}

/** The name of each result. */
export const relayWords: { readonly [S in RelayState]: string } = {
  open: 'open relay',
  suspected: 'possible open relay, not yet confirmed',
  closed: 'does not relay',
  unknown: couldNotBeChecked,
}

/** The result as lines for people: `test_details` of the specification's scan result. */
export function relayDetails(value: RelayValue): readonly string[] {
  if (value.state === 'off') return ['The open relay test is turned off on this installation.']
  if (value.state === 'not-for-visitors') return [`${notAskedOfVisitors}.`]
  if (value.state === 'not-applicable') return ['Not applicable: the domain has no mail server to test.']
  if (value.hosts.length === 0) return ['No mail server has a known address, so none could be tested.']
  return value.hosts.map(each => {
    const { host, address, relay, reason, testedAt, contacted } = each
    const words = contactWords(each)
    const what = `${words.charAt(0).toLowerCase()}${words.slice(1)}`
    const when = contacted ? ` (${what} ${testedAt.slice(0, 16).replace('T', ' ')} UTC)` : ''
    const word = isLeftOutByRule(each) ? 'not applicable' : relayWords[relay]
    return `${host} [${address}]: ${word}. ${reason}${when}`
  })
}
