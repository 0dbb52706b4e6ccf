import { type Zone, zoneResolver } from '../dns/index.ts'
import { toCidrs } from './address-set.ts'
import { checkHosted, type HostedCheck, type HostedSpf } from './check-hosted.ts'
import { waitingOf } from './growth.ts'
import { hostSpf } from './host-spf.ts'

/** Milliseconds. */
export const day = 24 * 3_600_000
export const start = new Date('2026-11-25T09:00:00Z')
export const at = (days: number) => new Date(start.getTime() + days * day)
export const domain = 'kite.example'
export const hostedName = 'kite-example-abc123.waxseal.email'
export const record = 'v=spf1 include:crm.example include:_spf.google.com a:host.example ip4:192.0.2.1 -all'

export const google = 'ip4:74.125.0.0/16 ip4:209.85.128.0/17 ip6:2607:f8b0:4000::/36'
/** What the includes have now. */
export const zone = (crm: string, service = google): Zone => ({
  'crm.example': { TXT: [`v=spf1 ${crm} -all`] },
  '_spf.google.com': { TXT: [`v=spf1 ${service} ~all`] },
  'host.example': { A: ['198.51.100.200'], AAAA: [] },
})
export const small = 'ip4:198.51.100.0/25 ip6:2001:db8:1::/48'

export async function hosted(first = zone(small), text = record): Promise<HostedSpf> {
  const result = await hostSpf(zoneResolver(first), { domain, record: text, hostedName }, null, start)
  if (result.kind !== 'hosted') throw new Error(JSON.stringify(result))
  const { flattening, memory } = result
  return { domain, record: text, hostedName, records: flattening.records, ttl: flattening.ttl, memory }
}

/** A check, and the hosted record after it. */
export async function check(spf: HostedSpf, now: Zone, days: number, second = now) {
  const resolvers = { first: zoneResolver(now), second: zoneResolver(second) }
  const found: HostedCheck = await checkHosted(resolvers, spf, { now: at(days) })
  const { records, ttl } = found.kind === 'changed' ? found.flattening : spf
  return { found, spf: { ...spf, records, ttl, memory: found.memory ?? spf.memory } }
}

export const served = ({ records }: HostedSpf) => records.map(({ value }) => value).join('\n')
export const waiting = ({ memory }: HostedSpf) => {
  const { addresses, kept } = waitingOf(memory)
  return [...toCidrs(addresses), ...kept]
}
