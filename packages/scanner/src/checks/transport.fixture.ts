import type { Section } from '@waxseal/core/check'
import type { Zone, ZoneEntry } from '@waxseal/core/dns'
import type { RelayProbe } from '@waxseal/core/relay'
import { assessTransport, type TransportValue } from '@waxseal/core/transport'
import type { HttpsGet } from '../https/index.ts'
import { contextFor } from '../testing/zone-context.ts'
import { collectTransport } from './transport.ts'

const noHttps: HttpsGet = () => Promise.reject(new Error('nothing was to be fetched'))

export interface TransportSetup {
  live?: Zone
  relay?: RelayProbe | null
  https?: HttpsGet
}

/** The context of the check with `zone` as the whole DNS; HTTPS needs `https`. */
export function contextOf(zone: Zone, { live = zone, relay = null, https = noHttps }: TransportSetup = {}) {
  return Object.assign(contextFor('example.com', zone, live), { relay, https })
}

export type Ran = Extract<Section<TransportValue>, { ran: true }>

/** The section, which must have run. */
export async function transport(zone: Zone, setup: TransportSetup = {}): Promise<Ran> {
  const section = await collectTransport(contextOf(zone, setup))
  if (!section.ran) throw new Error(`did not run: ${section.reason}`)
  return section
}

/** The ids of the recommendations for a domain with mail and an enforced DMARC policy. */
export const findingsOf = ({ value, evidence }: Ran) =>
  assessTransport(value, { domain: 'example.com', evidence, nonMail: false, dmarcEnforced: true }).map(({ id }) => id)

/** A domain with one mail host, signed or not, and further records. */
export function mailZone(more: Record<string, ZoneEntry> = {}, authentic?: 'yes' | 'bogus'): Zone {
  const signed = authentic === undefined ? {} : { authentic }
  return {
    'example.com': { MX: [[10, 'mx.example.com']], NS: ['ns.example.com'], ...signed },
    'mx.example.com': { A: ['8.26.56.10'], AAAA: ['2600::10'], ...signed },
    '10.56.26.8.in-addr.arpa': { PTR: ['mx.example.com'] },
    ...more,
  }
}
