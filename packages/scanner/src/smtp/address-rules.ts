import { networkInterfaces } from 'node:os'
import {
  type Address,
  type Block,
  embeddedIpv4,
  formatAddress,
  parseAddress,
  parseBlock,
  specialRangeOf,
} from '@waxseal/core/dns'

export interface AddressRulesOptions {
  /** Ranges that the operator allows although they are not public or belong to this machine: `10.0.0.0/8`. */
  allowPrivate?: readonly string[]
  /** Addresses of this machine beside those of its interfaces, such as its public ones behind NAT. */
  ownAddresses?: readonly string[]
}

/** Why an address may not be connected to, as a clause; null when it may. */
export type AddressRule = (address: string) => string | null

/**
 * Allows public addresses of other machines only. An IPv6 address that embeds an IPv4 address is always refused: no
 * mail host is published that way, and it would give one host many addresses.
 *
 * @throws TypeError for an invalid range
 */
export function addressRules({ allowPrivate = [], ownAddresses = [] }: AddressRulesOptions = {}): AddressRule {
  const allowed = allowPrivate.map(blockIn)
  const isOwn = ownAddressTest(ownAddresses)
  return text => {
    const address = parseAddress(text)
    if (address === null) return 'is not an IP address'
    if (allowed.some(block => lies(address, block))) return null
    if (embeddedIpv4(address) !== null) return 'is an IPv6 address that embeds an IPv4 address'
    const range = specialRangeOf(address)
    if (range !== null) return `is not public (${range.use}, ${range.rfc})`
    return isOwn(address) ? 'belongs to this machine' : null
  }
}

function blockIn(text: string): Block {
  const block = parseBlock(text.trim())
  if (block === null) throw new TypeError(`"${text.slice(0, 60)}" is not an address range`)
  return block
}

function lies({ family, value }: Address, block: Block): boolean {
  return family === block.family && value >= block.first && value <= block.last
}

/**
 * The addresses of a machine change, so they are read again, but not for each of the thousands of addresses of a name.
 */
const ownForMs = 1000

function ownAddressTest(further: readonly string[]): (address: Address) => boolean {
  let own: ReadonlySet<string> = new Set()
  let until = Number.NEGATIVE_INFINITY
  return address => {
    if (performance.now() >= until) {
      own = new Set([...further, ...interfaceAddresses()].map(canonical))
      until = performance.now() + ownForMs
    }
    return own.has(formatAddress(address))
  }
}

function canonical(text: string): string {
  const address = parseAddress(text)
  return address === null ? text : formatAddress(address)
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap(list => list?.map(({ address }) => address) ?? [])
}
