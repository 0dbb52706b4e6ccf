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
  /** Ranges the operator lets us test though they are not public, or are this machine's own: `10.0.0.0/8`. */
  allowPrivate?: readonly string[]
  /** Addresses that lead to this machine beside those of its interfaces: behind NAT, its public ones. */
  ownAddresses?: readonly string[]
}

/** Why an address may not be connected to, as a clause; null when it may. */
export type AddressRule = (address: string) => string | null

/**
 * Public addresses of other machines only. An IPv6 address that carries an IPv4 address is refused whole: no mail host
 * is published that way, and it would be one address under many names.
 *
 * @throws TypeError for what is no range
 */
export function addressRules({ allowPrivate = [], ownAddresses = [] }: AddressRulesOptions = {}): AddressRule {
  const allowed = allowPrivate.map(blockIn)
  const isOwn = ownAddressTest(ownAddresses)
  return text => {
    const address = parseAddress(text)
    if (address === null) return 'is no address'
    if (allowed.some(block => lies(address, block))) return null
    if (embeddedIpv4(address) !== null) return 'is an IPv4 address written as an IPv6 one'
    const range = specialRangeOf(address)
    if (range !== null) return `is not public: ${range.use}, ${range.rfc}`
    return isOwn(address) ? "is this machine's own" : null
  }
}

function blockIn(text: string): Block {
  const block = parseBlock(text.trim())
  if (block === null) throw new TypeError(`"${text.slice(0, 60)}" is no address range`)
  return block
}

function lies({ family, value }: Address, block: Block): boolean {
  return family === block.family && value >= block.first && value <= block.last
}

/** Machines gain and lose addresses, so theirs are asked for again and again, but not for each of a name's thousands. */
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
