import { type Address, type Block, embeddedIpv4, parseAddress, parseBlock, specialRangeOf } from '@waxseal/core/dns'
import { ownAddressTest } from '../own-address.ts'

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
    return isOwn(text) ? 'belongs to this machine' : null
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
