/** The servers of example.com in any state, and the evidence of a scan that asked them, for tests. */
import type { DnsEvidence } from '../check/index.ts'
import type { FailureReason } from '../dns/index.ts'
import type { DelegatedServer, Delegation, ServerState } from './delegation.ts'

export const zone = 'example.com'

/** A server whose addresses are in these states. */
export function server(host: string, states: Readonly<Record<string, ServerState>>): DelegatedServer {
  const addresses = Object.entries(states).map(([address, state]) => ({ address, server: `${address}:53`, state }))
  return { host, lookup: 'answered', addresses }
}

export function delegation(servers: readonly DelegatedServer[], more: Partial<Delegation> = {}): Delegation {
  const hosts = servers.map(({ host }) => host).toSorted()
  return {
    zone,
    parent: 'com',
    atRegistrar: true,
    delegated: { hosts, server: '192.0.2.1:53' },
    listed: { hosts, server: '127.0.0.1:53' },
    servers,
    cut: 0,
    ...more,
  }
}

export function piece(
  type: DnsEvidence['question']['type'],
  name: string,
  at: { server: string; own?: boolean; failed?: FailureReason | undefined },
): DnsEvidence {
  return {
    id: `${type} ${name} @${at.server}`,
    kind: 'dns',
    question: { name, type },
    outcome: at.failed === undefined ? 'records' : 'failed',
    ...(at.failed !== undefined && { reason: at.failed }),
    ...(at.own === true && { service: at.server }),
    answers: [],
    via: {
      server: at.server,
      authoritative: at.own ?? false,
      rcode: null,
      ede: [],
      authentic: 'no',
      cnames: [],
      ttl: 300,
      ms: 1,
      askedAt: 0,
      cached: false,
    },
  }
}

const failures: { readonly [S in ServerState]?: FailureReason } = {
  refused: 'refused',
  failing: 'servfail',
  'not-authoritative': 'lame',
  silent: 'timeout',
  'no-route': 'unreachable',
}

/** The evidence of a scan of these servers; `failed`: why resolvers get no answer about the domain. */
export function evidenceOf({ servers, delegated }: Delegation, failed?: FailureReason): DnsEvidence[] {
  const at = { server: '127.0.0.1:53', ...(failed !== undefined && { failed }) }
  return [
    ...(['A', 'AAAA', 'TXT', 'NS'] as const).map(type => piece(type, zone, at)),
    ...servers.flatMap(({ host, addresses }) => [
      piece('A', host, { server: '127.0.0.1:53' }),
      ...addresses
        .filter(({ state }) => state !== 'not-asked' && state !== 'private')
        .map(each => piece('SOA', zone, { server: each.server, own: true, failed: failures[each.state] })),
    ]),
    ...(delegated === null ? [] : [piece('NS', zone, { server: delegated.server ?? '', own: true })]),
  ]
}
