import { spfHostAddresses } from '../caps/index.ts'
import { type Address, blockOf, brokenZoneOf } from '../dns/index.ts'
import { type AddressSet, noAddress, setOf } from './address-set.ts'
import { type HostAddresses, hostAddresses, notAsked } from './host-addresses.ts'
import { exchangersMax } from './limits.ts'
import { termFaultText } from './permerror.ts'
import type { Walk, WalkedTerm } from './tree-walk.ts'

/** What an address takes, in bytes of `spfTreeBytes`. */
const addressBytes = 64

/** The addresses of a host, as far as they fit in the tree. */
async function addressesOf(walk: Walk, name: string): Promise<HostAddresses> {
  const room = () => (walk.stopsWhenFull && walk.isFull ? 0 : spfHostAddresses)
  if (room() === 0) return { addresses: [], open: 'too large', bogus: null }
  const found = await hostAddresses(walk, name, room)
  const { length } = found.addresses
  const most = Math.max(0, Math.min(length, Math.floor(walk.room / addressBytes)))
  walk.room -= most * addressBytes
  if (most === length) return found
  walk.isFull = true
  const open = found.open ?? `we read only the first ${most} of ${length} addresses`
  return { ...found, addresses: found.addresses.slice(0, most), open }
}

/** A term whose lookup failed, at least partly. */
export function leftOpen(node: WalkedTerm, why: string): WalkedTerm {
  return { ...node, unchecked: true, problem: node.problem ?? why }
}

interface Prefixes {
  4: number
  6: number
}

/** What `a` matches. */
export async function askHost(walk: Walk, node: WalkedTerm, name: string, prefixes: Prefixes): Promise<WalkedTerm> {
  const { addresses, open, bogus } = await addressesOf(walk, name)
  const found: WalkedTerm = { ...node, addresses: blocksOf(addresses, prefixes), void: addresses.length === 0, bogus }
  return open === null
    ? found
    : leftOpen({ ...found, addresses: addresses.length === 0 ? null : found.addresses, void: false }, open)
}

/** What `mx` matches. */
export async function askExchangers(
  walk: Walk,
  node: WalkedTerm,
  name: string,
  prefixes: Prefixes,
): Promise<WalkedTerm> {
  const answer = await walk.resolver.query(name, 'MX', walk.signal)
  if (answer.kind === 'failed') return leftOpen(node, notAsked(answer.reason))
  const own = brokenZoneOf(name, answer.via)
  if (answer.kind !== 'records') return { ...node, addresses: noAddress, void: true, bogus: own }
  const exchangers = [...new Set(answer.records.map(({ exchange }) => exchange))].filter(exchange => exchange !== '.')
  if (answer.records.length > exchangersMax) {
    const fault = { code: 'exchanger_limit', count: answer.records.length } as const
    return { ...node, addresses: noAddress, permerror: fault, problem: termFaultText(fault), bogus: own }
  }
  const hosts = await Promise.all(exchangers.map(exchange => addressesOf(walk, exchange)))
  const addresses = hosts.flatMap(host => host.addresses)
  const open = hosts.find(host => host.open !== null)?.open ?? null
  // An empty answer about an exchanger counts like an empty answer about the MX records.
  const isVoid = hosts.some(host => host.open === null && host.addresses.length === 0)
  const bogus = own ?? hosts.find(host => host.bogus !== null)?.bogus ?? null
  const found: WalkedTerm = { ...node, addresses: blocksOf(addresses, prefixes), void: isVoid, bogus }
  return open === null
    ? found
    : leftOpen({ ...found, addresses: addresses.length === 0 ? null : found.addresses }, open)
}

function blocksOf(addresses: readonly Address[], prefixes: Prefixes): AddressSet {
  return setOf(addresses.map(address => blockOf(address, prefixes[address.family])))
}
