import type { ScanFacts } from '../facts.ts'
import { rangeWith } from '../scan-details.ts'
import { type Attribute, known, unknown, type Value, type ValueRead } from './attribute.ts'
import { isWithin } from './dkim-attributes.ts'

const ofSpf =
  (read: (spf: NonNullable<ScanFacts['details']['spf']>) => Value) =>
  (scan: ScanFacts): ValueRead => {
    const { spf } = scan.details
    if (spf === null) return unknown(scan.sections.spf.reason ?? 'the lookup of its SPF record failed')
    return known(read(spf))
  }

const endings = { '+': '+all', '-': '-all', '~': '~all', '?': '?all' } as const
const endingWords = {
  '+': 'every server passes',
  '-': 'servers that it does not list fail',
  '~': 'servers that it does not list are only flagged (softfail)',
  '?': 'neutral, so it says nothing about servers that it does not list',
} as const

export const spfAttributes = [
  {
    id: 'spf-record',
    name: 'SPF record',
    asks: ['spf', 'howmany spf'],
    also: 'record exist txt broken secure dns issue send',
    takes: ['numbers'],
    term: 'spf',
    record: 'spf',
    read: ofSpf(({ records }) => records),
    say: value => (Array.isArray(value) && value.length > 1 ? `${value.length} records` : 'published, 1 record'),
    meets: (value, { numbers }) => {
      if (numbers.length === 0) return null
      const count = Array.isArray(value) ? value.length : 0
      return numbers.every(each => isWithin(count, each))
    },
  },
  {
    id: 'spf-lookups',
    name: 'number of DNS lookups of the SPF record',
    asks: ['lookup', 'howmany lookup', 'spf lookup', 'howmany spf lookup'],
    also: 'quota use hosts record exist issue domain send',
    takes: ['numbers'],
    term: 'spf',
    isLessBetter: true,
    read: ofSpf(({ lookups }) => lookups),
    say: value => `${String(value)} of at most 10`,
  },
  {
    id: 'spf-includes',
    name: 'includes of the SPF record',
    asks: ['include', 'spf include'],
    also: 'record service exist send lookup hosts all',
    takes: ['names', 'services'],
    term: 'spf',
    read: ofSpf(({ includes }) =>
      includes.map(({ name, service }) => (service === null ? name : `${name} (${service})`)),
    ),
    meets: (value, { services: [service] }) =>
      service === undefined || !Array.isArray(value)
        ? null
        : value.some(each => String(each).endsWith(`(${service.name})`)),
  },
  {
    id: 'spf-services',
    name: 'services that the SPF record allows to send',
    none: 'no known service in its SPF record',
    asks: ['service send', 'service spf', 'send', 'who send', 'covers'],
    also: 'spf record domain list service exist include mailserver hosts relay',
    takes: ['services', 'addresses', 'names'],
    term: null,
    record: 'spf',
    read: ofSpf(({ includes, terms }) => [
      ...includes.map(({ name, service }) => (service === null ? name : `${service} (${name})`)),
      ...terms.filter(text => /^\+?(?:a|mx|ip4|ip6|exists|ptr)\b/i.test(text)),
    ]),
    holds: ({ domain, details: { spf } }, { services, addresses }) => {
      if (spf === null) return { holds: null, why: 'the lookup of its SPF record failed' }
      const [address] = addresses
      if (address !== undefined) return coverage(domain, spf, address)
      const [service] = services
      if (service === undefined) return null
      const found = spf.includes.find(each => each.service !== null && isSame(each.service, service.name))
      if (found !== undefined)
        return { holds: true, why: `${service.name} may send for ${domain}: its SPF record has include:${found.name}.` }
      const notSure = spf.isWhole ? '' : ' A part of the record could not be read.'
      return {
        holds: false,
        why: `The SPF record of ${domain} does not list ${service.name}, so its mail does not pass SPF for ${domain}.${notSure} A service can also send with its own return path and sign with DKIM for ${domain}; the record does not show that.`,
      }
    },
  },
  {
    id: 'spf-addresses',
    name: 'addresses that the SPF record lets pass',
    asks: ['address send', 'address spf', 'address covers', 'covers spf'],
    also: 'record domain exist send covers include mailserver service',
    takes: ['addresses'],
    term: null,
    read: ofSpf(({ ranges }) => ranges.slice(0, 12).map(({ cidr, via }) => `${cidr} (by ${via})`)),
    holds: ({ domain, details: { spf } }, { addresses: [address] }) => {
      if (address === undefined) return null
      return spf === null ? { holds: null, why: 'the lookup of its SPF record failed' } : coverage(domain, spf, address)
    },
  },
  {
    id: 'spf-ending',
    name: 'ending of the SPF record',
    asks: ['spf end', 'end', 'ending', 'how end', 'how end spf'],
    also: 'spf record hosts exist domain',
    takes: ['ending'],
    term: null,
    record: 'spf',
    read: ofSpf(({ ending }) => ending),
    say: value => `${endings[value as '+']} (${endingWords[value as '+']})`,
    meets: (value, { ending }) => (ending === null ? null : value === ending),
  },
  {
    id: 'spf-ptr',
    name: 'ptr term in the SPF record',
    asks: ['ptr', 'ptr spf'],
    also: 'record hosts exist include issue secure',
    term: null,
    read: ofSpf(({ terms }) => terms.some(text => /^[-+~?]?ptr/i.test(text))),
  },
  {
    id: 'spf-length',
    name: 'length of the SPF record',
    asks: ['spf length', 'spf howlong'],
    also: 'record characters',
    takes: ['numbers'],
    term: null,
    record: 'spf',
    read: ofSpf(({ records }) => records[0]?.length ?? null),
    say: value => `${String(value)} characters`,
  },
  {
    id: 'spf-broken',
    name: 'SPF record that receivers cannot use (permerror)',
    none: 'no permerror in its SPF record',
    asks: ['spf broken', 'broken spf record'],
    also: 'record exist issue domain lookup',
    term: 'spf',
    record: 'spf',
    read: ofSpf(({ isPermerror }) => isPermerror),
  },
] as const satisfies readonly Attribute[]

function coverage(
  domain: string,
  { ranges, isWhole, isPermerror, ending }: NonNullable<ScanFacts['details']['spf']>,
  address: string,
): { holds: boolean; why: string } | { holds: null; why: string } {
  if (isPermerror)
    return { holds: false, why: `The SPF record of ${domain} ends in permerror, so ${address} does not pass.` }
  const range = rangeWith(ranges, address)
  if (range !== null)
    return { holds: true, why: `The SPF record of ${domain} covers ${address}: ${range.cidr}, by ${range.via}.` }
  if (ending === '+') return { holds: true, why: `The SPF record of ${domain} ends in +all, so every server passes.` }
  if (!isWhole) return { holds: null, why: `a part of the SPF record depends on the message or could not be read` }
  const end = ending === null ? '' : ` The record ends in ${endings[ending]}.`
  return { holds: false, why: `The SPF record of ${domain} does not cover ${address}.${end}` }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
