import type { FoundAddress } from '@waxseal/core/blacklist'
import { parseAddress, reverseName } from '@waxseal/core/dns'
import { providerOfHost, sharedInfrastructureOfHost } from '@waxseal/core/providers'
import { organizationalDomain } from '../domain-name.ts'
import type { CheckResolver } from './check.ts'

/** The maximum number of names of an address to check. */
const namesMax = 3

/**
 * The provider that shares an address among its customers: by its mail exchanger, or else by the address's name with
 * forward-confirmed reverse DNS. Null: the domain's own address, as far as is known. A failed lookup is no gap, because
 * nothing rests on it.
 *
 * @param own the organizational domain of the scan: a provider's own domain is not shared
 */
export async function ownerOf(
  dns: CheckResolver,
  { address, host }: FoundAddress,
  aliases: ReadonlyMap<string, string>,
  own: string,
): Promise<string | null> {
  const alias = host === null ? undefined : aliases.get(host)
  const byName = [host, alias].flatMap(name => (name == null ? [] : (mailOwner(name, own) ?? [])))
  return byName[0] ?? (await ownerByReverseName(dns, address, own))
}

async function ownerByReverseName(dns: CheckResolver, text: string, own: string): Promise<string | null> {
  const address = parseAddress(text)
  if (address === null) return null
  const reverse = reverseName(address)
  const type = address.family === 4 ? 'A' : 'AAAA'
  const names = await dns.peek(reverse, 'PTR')
  if (names.kind !== 'records') return null
  for (const { target } of names.records.slice(0, namesMax)) {
    const owner = isMadeOf(target, text) ? null : mailOwner(target, own)
    if (owner === null) continue
    const back = await dns.peek(target, type)
    if (back.kind !== 'records' || back.records.every(record => record.address !== text)) continue
    await Promise.all([dns.query(reverse, 'PTR'), dns.query(target, type)])
    return owner
  }
  return null
}

/** Only providers that send mail for many customers count: a rented cloud machine belongs to its tenant. */
function mailOwner(host: string, own: string): string | null {
  if (organizationalDomain(host) === own) return null
  const infrastructure = sharedInfrastructureOfHost(host)
  return providerOfHost(host)?.name ?? (infrastructure?.kind === 'mail' ? infrastructure.owner : null)
}

/** `ip-192-0-2-66.host.example`: the generic name of a rented machine. */
function isMadeOf(name: string, address: string): boolean {
  const octets = address.split('.')
  const written = name.split(/[^0-9]+/)
  return octets.length === 4 && octets.slice(1).every(octet => written.some(part => Number(part) === Number(octet)))
}
