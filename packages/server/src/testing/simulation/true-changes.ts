import type { Zone, ZoneEntry } from '@waxseal/core/dns'

/** Something that really changes in the Internet of the simulation, in one part of one domain. */
export interface TrueChange {
  domain: string
  at: Date
  /** The key of the part that changes. */
  part: string
  /** The type of the change that monitoring records. */
  type: string
  apply: (zone: Zone) => Zone
}

type Kind = (domain: string) => Pick<TrueChange, 'part' | 'type' | 'apply'>

const kinds: readonly Kind[] = [
  domain => ({
    part: 'mx',
    type: 'mx_modified',
    apply: zone => ({
      ...edit(zone, domain, { MX: [[10, `mx9.${domain}`]] }),
      [`mx9.${domain}`]: { A: ['20.255.1.1'] },
    }),
  }),
  domain => ({ part: 'dmarc', type: 'dmarc_modified', apply: text(`_dmarc.${domain}`, 'v=DMARC1; p=none') }),
  domain => ({ part: 'spf', type: 'spf_modified', apply: text(domain, 'v=spf1 +all') }),
  domain => ({
    part: 'dkim google',
    type: 'dkim_modified',
    apply: text(`google._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${Buffer.from('another key').toString('base64')}`),
  }),
  domain => ({ part: 'a', type: 'a_modified', apply: zone => edit(zone, domain, { A: ['20.255.2.1', '20.255.2.2'] }) }),
  domain => ({ part: 'mx', type: 'mx_removed', apply: zone => without(zone, domain, 'MX') }),
  domain => ({ part: 'dmarc', type: 'dmarc_removed', apply: zone => without(zone, `_dmarc.${domain}`, 'TXT') }),
  domain => ({ part: 'spf', type: 'spf_removed', apply: text(domain, 'nothing of mail') }),
  domain => ({
    part: 'dkim google',
    type: 'dkim_removed',
    apply: zone => without(zone, `google._domainkey.${domain}`, 'TXT'),
  }),
  domain => ({
    part: 'ns',
    type: 'ns_modified',
    apply: zone => edit(zone, domain, { NS: [`ns1.${domain}`, `ns2.${domain}`, 'ns.other.example'] }),
  }),
  domain => ({
    part: `mx-address mx1.${domain}`,
    type: 'mx_address_modified',
    apply: zone => edit(zone, `mx1.${domain}`, { A: ['20.255.3.1'], AAAA: ['2600:1f18:ffff::1'] }),
  }),
  domain => ({
    part: 'www',
    type: 'www_modified',
    apply: zone => ({ ...zone, [`www.${domain}`]: { CNAME: ['www.other.example'] } }),
  }),
  domain => ({
    part: 'dkim selector1',
    type: 'dkim_added',
    apply: text(`selector1._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${Buffer.from('a new key').toString('base64')}`),
  }),
  domain => ({ part: 'aaaa', type: 'aaaa_added', apply: zone => edit(zone, domain, { AAAA: ['2600:1f18:aaaa::1'] }) }),
]

/** The change with this number, of this domain: each kind in its turn. */
export function trueChange(n: number, domain: string): Omit<TrueChange, 'at'> {
  const kind = kinds[n % kinds.length]
  if (kind === undefined) throw new Error('there are no kinds of changes')
  return { domain, ...kind(domain) }
}

function edit(zone: Zone, name: string, entry: ZoneEntry): Zone {
  return { ...zone, [name]: { ...zone[name], ...entry } }
}

const text = (name: string, value: string) => (zone: Zone) => edit(zone, name, { TXT: [value] })

function without(zone: Zone, name: string, type: 'MX' | 'TXT'): Zone {
  const { [type]: _gone, ...rest } = zone[name] ?? {}
  return { ...zone, [name]: rest }
}
