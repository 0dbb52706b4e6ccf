import { type Answer, brokenZoneOfHost, isNegative, isReachableAddress, parseAddress } from '@waxseal/core/dns'
import { hasOwnLetters, hostInALabels, type MxHost, undoubledHost } from '@waxseal/core/mx'
import type { CheckResolver } from './check.ts'

/** The limits of a scan: the most preferred mail exchangers to resolve, and the addresses of each. */
export const hostsMax = 20
export const addressesMax = 4

/**
 * The maximum number of hosts to keep by name. One answer of 64 KB can name 3,000, and the work for each adds up. The
 * note of the MX check has the total number.
 */
const namedMax = 100

/** The destinations of mail to a name. Every check that needs them makes the same queries, which are sent once. */
export type MailHosts =
  /** The MX lookup failed. */
  | { kind: 'failed'; answer: Extract<Answer<'MX'>, { kind: 'failed' }> }
  /** The most preferred MX hosts with all their addresses, and the total number of hosts. */
  | { kind: 'mx'; hosts: readonly MxHost[]; total: number }
  /** RFC 5321 section 5.1: without any MX, the address of the name itself receives mail. */
  | { kind: 'implicit'; addresses: readonly string[] }

/** The mail exchangers and their addresses; without an MX, the addresses that receive mail. */
export async function mailHosts(dns: CheckResolver, name: string): Promise<MailHosts> {
  const answer = await dns.query(name, 'MX')
  if (answer.kind === 'failed') return { kind: 'failed', answer }
  if (answer.kind !== 'records') {
    const { addresses } = await addressesOf(dns, name)
    return { kind: 'implicit', addresses }
  }
  const exchanges = answer.records.toSorted(
    (a, b) => a.preference - b.preference || (a.exchange < b.exchange ? -1 : Number(a.exchange > b.exchange)),
  )
  const hosts = await Promise.all(
    exchanges
      .slice(0, namedMax)
      .map(({ preference, exchange }, index) => hostOf(dns, name, { preference, host: exchange }, index < hostsMax)),
  )
  return { kind: 'mx', hosts, total: exchanges.length }
}

async function hostOf(
  dns: CheckResolver,
  name: string,
  { preference, host }: Pick<MxHost, 'preference' | 'host'>,
  within: boolean,
): Promise<MxHost> {
  const bare = (state: MxHost['state']): MxHost => ({ preference, host, addresses: [], state, alias: null })
  if (host === '.') return bare('null')
  if (!within) return bare('cut')
  if (parseAddress(host) !== null) return bare('ip-literal')
  const { addresses, alias, complete, bogus } = await addressesOf(dns, host)
  // Whatever the octets resolve to: mail programs refuse such a host name.
  if (addresses.length === 0 || hasOwnLetters(host)) {
    const meant = complete ? await meantHost(dns, host, name) : null
    const state = complete || hasOwnLetters(host) ? 'unresolvable' : 'unchecked'
    const target = hasOwnLetters(host) ? null : alias
    return { ...bare(state), alias: target, ...(meant !== null && { meant }) }
  }
  const state = addresses.some(isReachableAddress) ? 'resolved' : 'private'
  return { preference, host, addresses, state, alias, ...(bogus === null ? {} : { bogus }) }
}

/**
 * The host that a doubled name, or one in its own letters, means, if it has an address that senders reach. A failed lookup is
 * no gap: no finding rests on it.
 */
async function meantHost(dns: CheckResolver, host: string, name: string): Promise<string | null> {
  const meant = hostInALabels(host) ?? undoubledHost(host, name)
  if (meant === null) return null
  for (const type of ['A', 'AAAA'] as const) {
    const answer = await dns.peek(meant, type)
    if (answer.kind !== 'records' || !answer.records.some(({ address }) => isReachableAddress(address))) continue
    await dns.query(meant, type)
    return meant
  }
  return null
}

/** IPv4 before IPv6. The absence of both is confirmed. */
async function addressesOf(dns: CheckResolver, name: string) {
  const peeked = await Promise.all([dns.peek(name, 'A'), dns.peek(name, 'AAAA')])
  const answers: [Answer<'A'>, Answer<'AAAA'>] = peeked.every(isNegative)
    ? await Promise.all([dns.confirm(name, 'A'), dns.confirm(name, 'AAAA')])
    : await Promise.all([dns.query(name, 'A'), dns.query(name, 'AAAA')])
  const addresses = answers.flatMap(answer =>
    answer.kind === 'records' ? answer.records.map(record => record.address) : [],
  )
  const alias = answers.map(answer => answer.via.cnames.at(-1)).find(target => target !== undefined) ?? null
  const complete = answers.every(answer => answer.kind !== 'failed')
  return { addresses, alias, complete, bogus: brokenZoneOfHost(name, answers) }
}
