import type { Zone, ZoneEntry } from '@waxseal/core/dns'

/** Something that really changes in the Internet of the simulation, in one part of one domain. */
export interface TrueChange {
  domain: string
  at: Date
  /** The key of the part that changes. */
  part: string
  /** The type of the change that monitoring records. */
  type: string
  /** When the same part changes next: this change is found before. */
  until?: Date
  apply: (zone: Zone) => Zone
}

type Kind = (domain: string) => Pick<TrueChange, 'part' | 'type' | 'apply'>

const hourMs = 3_600_000
/** A move that is taken back is taken back after this. */
const backMs = 24 * hourMs
/** Before the first change there is time for three checks: what no check has seen cannot be seen to change. */
const leadMs = 19 * hourMs
/** After the last change there is time for some checks: the first may not get an answer. */
const restMs = 26 * hourMs

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

/** The mail server moves to another network, and then back. */
const moveAndBack = (domain: string, at: Date): readonly TrueChange[] => {
  const name = `mx1.${domain}`
  const move = { domain, part: `mx-address ${name}`, type: 'mx_address_modified' }
  const until = new Date(at.getTime() + backMs)
  let before: ZoneEntry = {}
  const leave = (zone: Zone) => {
    before = zone[name] ?? {}
    return edit(zone, name, { A: ['20.255.4.1'], AAAA: ['2600:1f18:ffff::4'] })
  }
  return [
    { ...move, at, until, apply: leave },
    { ...move, at: until, apply: zone => edit(zone, name, before) },
  ]
}

/** Changes of each kind in its turn, each of another domain, and two of one domain: a move and the move back. In order. */
export function plannedChanges(options: {
  names: readonly string[]
  changes: number
  start: Date
  hours: number
}): TrueChange[] {
  const { names, changes, start } = options
  const span = options.hours * hourMs - leadMs - restMs
  const at = (n: number) => new Date(start.getTime() + leadMs + ((n + 1) / changes) * span)
  const domainAt = (n: number) => names[Math.floor(((n + 0.5) / changes) * names.length)] ?? ''
  const single = Array.from({ length: changes - 2 }, (_, n): TrueChange => {
    const kind = kinds[n % kinds.length]
    if (kind === undefined) throw new Error('there are no kinds of changes')
    const domain = domainAt(n)
    return { domain, at: at(n), ...kind(domain) }
  })
  const both = moveAndBack(domainAt(changes - 2), at(0))
  return [...single, ...both].toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

function edit(zone: Zone, name: string, entry: ZoneEntry): Zone {
  return { ...zone, [name]: { ...zone[name], ...entry } }
}

const text = (name: string, value: string) => (zone: Zone) => edit(zone, name, { TXT: [value] })

function without(zone: Zone, name: string, type: 'MX' | 'TXT'): Zone {
  const { [type]: _gone, ...rest } = zone[name] ?? {}
  return { ...zone, [name]: rest }
}
