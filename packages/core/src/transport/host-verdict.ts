import type { SenderKind } from './sender-facts.ts'
import type { Delivery, SenderVerdict } from './sender-verdict.ts'

/** The verdict about one address of a host. */
export interface AddressVerdict<K extends SenderKind> {
  address: string
  verdict: SenderVerdict<K>
}

/** What a kind of sender does with mail for a host. */
export interface HostVerdict<K extends SenderKind> extends SenderVerdict<K> {
  /** The addresses at which it does not deliver, in the given order. */
  refusedAt: readonly string[]
  /** The addresses of which it is unknown. */
  unknownAt: readonly string[]
}

/** From the weakest protection on. */
const delivered = ['clear', 'encrypted', 'checked'] as const

/**
 * Combines the verdicts about all addresses of a host. A sender tries one address after the other until one takes the mail
 * (RFC 5321 section 5.1, RFC 7672 section 2.2), so a host refuses only where each address does. Where it delivers, it has
 * the weakest protection of those that take mail, because a sender may come to any of them. One address that is unknown
 * makes the host unknown: it may be the one. The reason is that of the first address with this outcome.
 *
 * @returns null for a host without addresses
 */
export function hostVerdict<K extends SenderKind>(addresses: readonly AddressVerdict<K>[]): HostVerdict<K> | null {
  const at = (does: Delivery) => addresses.filter(({ verdict }) => verdict.does === does)
  const [unknown, refused] = [at('unknown'), at('refused')]
  const weakest = delivered.find(does => at(does).length > 0)
  const [first] = unknown.length > 0 ? unknown : weakest === undefined ? refused : at(weakest)
  if (first === undefined) return null
  return { ...first.verdict, refusedAt: addressesOf(refused), unknownAt: addressesOf(unknown) }
}

function addressesOf(verdicts: readonly { address: string }[]): readonly string[] {
  return verdicts.map(({ address }) => address)
}
