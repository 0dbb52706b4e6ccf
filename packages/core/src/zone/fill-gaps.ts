import type { Filled, Known } from '../check/index.ts'
import {
  type DelegatedServer,
  type Delegation,
  isAnswered,
  isDead,
  isLame,
  type NameServerList,
  type ServerState,
  verdictOf,
} from './delegation.ts'
import type { ZoneValue } from './value.ts'

/**
 * Name servers that say nothing keep what an earlier scan learned of them. A server that was lame and is silent now is
 * still lame; a server that answered and is silent now counts as silent. While no server answers for the zone, the whole
 * earlier delegation counts: what the others say may come of a fault between them and us. A zone that has new servers, or is
 * dead as monitoring knows it, is never hidden. Null: there is nothing to fill in.
 */
export function fillZoneGaps(
  { value: now, gaps }: Known<ZoneValue>,
  { value: before }: Known<ZoneValue>,
): Filled<ZoneValue> | null {
  const { delegation } = now
  const older = before.delegation
  if (!now.exists || older === undefined || !isAnswered(older)) return null
  if (delegation === undefined) return { value: { ...now, delegation: older }, gaps }
  if (delegation.zone !== older.zone) return null
  if (!isAnswered(delegation)) {
    if (hasChanged(delegation.delegated, older.delegated)) return null
    const isUnresolved = gaps.some(({ question }) => question.type === 'A')
    const isKnown = now.unserved !== undefined && isDead(delegation) && isUnresolved
    return isKnown ? null : { value: { ...now, delegation: older }, gaps }
  }
  const filled: Delegation = { ...delegation, ...listsOf(delegation, older), servers: serversOf(delegation, older) }
  const isSame = filled.servers.every((server, at) => server === delegation.servers[at])
  if (isSame && filled.delegated === delegation.delegated && filled.listed === delegation.listed) return null
  return { value: { ...now, delegation: filled }, gaps }
}

function serversOf({ servers }: Delegation, older: Delegation): readonly DelegatedServer[] {
  const known = new Map(older.servers.map(server => [server.host, server]))
  return servers.map(server => {
    const before = known.get(server.host)
    if (before === undefined || !isFaulty(before)) return server
    if (server.lookup === 'unknown') return before
    const addresses = server.addresses.map(now => {
      return saysNothing.has(now.state) ? (before.addresses.find(({ address }) => address === now.address) ?? now) : now
    })
    return addresses.every((each, at) => each === server.addresses[at]) ? server : { ...server, addresses }
  })
}

function isFaulty(server: DelegatedServer): boolean {
  return server.addresses.some(isLame) || ['no-address', 'private'].includes(verdictOf(server))
}

const saysNothing: ReadonlySet<ServerState> = new Set(['silent', 'no-route', 'failing', 'not-asked'])

/** A list that is not known now is the earlier one, unless the other list has changed since: lists of two times differ. */
function listsOf(now: Delegation, older: Delegation): Pick<Delegation, 'delegated' | 'listed'> {
  const { delegated, listed } = now
  if (hasChanged(delegated, older.delegated) || hasChanged(listed, older.listed)) return { delegated, listed }
  return { delegated: delegated ?? older.delegated, listed: listed ?? older.listed }
}

function hasChanged(now: NameServerList | null, before: NameServerList | null): boolean {
  return now !== null && now.hosts.join() !== before?.hosts.join()
}
