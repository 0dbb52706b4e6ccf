import { listed } from '../../check/index.ts'
import { dnsHostOf } from '../../providers/index.ts'
import type { ScanFacts } from '../facts.ts'
import { type Attribute, known, unknown, type Value, type ValueRead } from './attribute.ts'

type Mx = NonNullable<ScanFacts['details']['mx']>

const ofMx =
  (read: (mx: Mx, scan: ScanFacts) => Value) =>
  (scan: ScanFacts): ValueRead => {
    const { mx } = scan.details
    return mx === null
      ? unknown(scan.sections.mx.reason ?? 'the lookup of its MX records failed')
      : known(read(mx, scan))
  }

/** Why no address of a mail server is known. */
function addressWords(host: string, unchecked: readonly string[]): string {
  return unchecked.some(line => line.includes(host))
    ? 'its address could not be looked up, so it is not known whether it works'
    : 'it has no address, so it takes no mail'
}

const isNull = ({ records }: ScanFacts) => records.some(({ kind, value }) => kind === 'mx' && /^0 \.?$/.test(value))

/** "Just one MX". */
const single = / (?:just|only|exactly|single) (?:(?:a |one |1 )(?:single )?)?(?:mx|mail server|mailserver) /

export const mxAttributes = [
  {
    id: 'mx-hosts',
    name: 'MX hosts',
    none: 'no MX record with a mail server',
    asks: [
      'mx',
      'receive',
      'mailserver',
      'mailserver receive',
      'which receive',
      'mx mailserver',
      'backup mx',
      'mx receive',
    ],
    also: 'record exist receive dns domain hosts address broken issue backup priority',
    takes: ['names', 'services'],
    term: 'mx',
    record: 'mx',
    read: ofMx(mx => mx.map(({ host, provider }) => (provider === null ? host : `${host} (${provider})`))),
    saysCondition: ({ text }) => (single.test(text) ? 'only one' : null),
    meets: (value, { services: [service], text }) => {
      if (single.test(text)) return Array.isArray(value) && value.length === 1
      return service === undefined || !Array.isArray(value)
        ? null
        : value.some(each => String(each).endsWith(`(${service.name})`))
    },
  },
  {
    id: 'mx-count',
    name: 'number of mail servers',
    asks: ['howmany mx', 'howmany mailserver'],
    also: 'record exist receive',
    takes: ['numbers'],
    term: null,
    record: 'mx',
    read: ofMx(mx => mx.length),
  },
  {
    id: 'mx-addresses',
    name: 'addresses of the mail servers',
    asks: ['address mailserver', 'address mx'],
    also: 'record exist mx',
    takes: ['addresses'],
    term: null,
    read: ofMx(mx =>
      mx.map(({ host, addresses }) => `${host}: ${addresses.length === 0 ? 'no address' : addresses.join(', ')}`),
    ),
  },
  {
    id: 'mx-reachable',
    name: 'mail servers without an address',
    none: 'no mail server without an address',
    asks: ['reachable mailserver', 'reachable mx', 'reachable', 'reachable backup'],
    also: 'record exist mx backup receive',
    takes: ['names'],
    term: 'mx',
    record: 'mx',
    read: ofMx(mx => mx.filter(({ addresses }) => addresses.length === 0).map(({ host }) => host)),
    // "Is it reachable?" is no question for those without an address.
    holds: ({ domain, details: { mx } }, { forms, names, text }) => {
      if (mx === null || mx.length === 0 || names.some(name => name !== domain)) return null
      if (!forms.has('is') || forms.has('which') || forms.has('what')) return null
      const without = mx.filter(({ addresses }) => addresses.length === 0).map(({ host }) => host)
      const asksForDead = / (?:unreachable|dead|down|offline|not) /.test(text)
      if (without.length > 0)
        return { holds: asksForDead, why: `${listed(without, 5)} ${without.length === 1 ? 'has' : 'have'} no address.` }
      return {
        holds: null,
        why: 'its mail servers have addresses, and no scan can see whether each sender reaches them',
      }
    },
  },
  {
    id: 'mail-provider',
    name: 'provider that receives the mail',
    none: 'no known mail provider at its MX',
    asks: [
      'hosts',
      'hosts service',
      'who hosts',
      'service mailserver',
      'hosts mx',
      'which all services',
      'howmany all services',
      'list all services',
    ],
    also: 'record exist mx mailserver receive service domain',
    takes: ['services'],
    term: null,
    record: 'mx',
    read: ofMx(mx => [...new Set(mx.flatMap(({ provider }) => provider ?? []))]),
    holds: ({ domain, details: { mx, spf } }, { services: [service] }) => {
      if (service === undefined) return null
      if (mx === null) return { holds: null, why: 'the lookup of its MX records failed' }
      const host = mx.find(({ provider }) => provider === service.name)
      if (host !== undefined)
        return { holds: true, why: `${service.name} receives the mail of ${domain}: ${host.host}.` }
      const include = spf?.includes.find(each => each.service === service.name)
      if (include !== undefined)
        return { holds: true, why: `The SPF record of ${domain} has ${service.name}: include:${include.name}.` }
      return { holds: false, why: `Neither the MX nor the SPF record of ${domain} has ${service.name}.` }
    },
  },
  {
    id: 'mx-priority',
    name: 'MX priorities',
    asks: ['priority', 'priority mx', 'priority mailserver'],
    also: 'record exist mx mailserver reachable receive',
    takes: ['numbers'],
    term: null,
    record: 'mx',
    read: ofMx((mx, { unchecked }) =>
      mx.map(
        ({ preference, host, addresses }) =>
          `${preference} ${host}${addresses.length === 0 ? ` (${addressWords(host, unchecked)})` : ''}`,
      ),
    ),
  },
  {
    id: 'null-mx',
    name: 'null MX',
    asks: ['nullmx'],
    also: 'record exist mx',
    term: null,
    record: 'mx',
    read: ofMx((_, scan) => isNull(scan)),
  },
  {
    id: 'non-mail',
    name: 'declaration that it sends and receives no mail',
    none: 'no declaration that it is without mail, so it is used for mail',
    asks: ['nonmail'],
    also: 'send record exist secure domain',
    term: null,
    read: ({ isNonMail }) => (isNonMail === null ? unknown('too little of it could be checked') : known(isNonMail)),
  },
] as const satisfies readonly Attribute[]

export const zoneAttributes = [
  {
    id: 'name-servers',
    name: 'name servers',
    asks: ['nameserver', 'who nameserver', 'where nameserver', 'who hosts nameserver'],
    also: 'record exist dns hosts',
    takes: ['names'],
    term: null,
    read: ({ details: { nameServers } }) =>
      nameServers === null ? unknown('the lookup of its name servers failed') : known(nameServers),
  },
  {
    id: 'dns-provider',
    name: 'DNS provider',
    none: 'name servers of no DNS provider that I know',
    asks: ['dnshost', 'dnshost who', 'dnshost where'],
    also: 'dns exist nameserver hosts record',
    term: null,
    read: ({ details: { nameServers } }) =>
      nameServers === null ? unknown('the lookup of its name servers failed') : known(dnsHostOf(nameServers)),
  },
  {
    id: 'web-address',
    name: 'A and AAAA records',
    asks: [
      'arecord',
      'aaaarecord',
      'address webserver',
      'webserver',
      'address reachable',
      'arecord reachable',
      'aaaarecord reachable',
      'address reachable aaaarecord',
    ],
    also: 'record exist dns address domain webserver arecord aaaarecord',
    takes: ['addresses'],
    term: null,
    read: ({ details: { web } }) => known(web),
  },
  {
    id: 'ttl',
    name: 'TTL of the records',
    asks: ['ttl', 'ttl spf', 'ttl mx', 'ttl dmarc', 'ttl arecord', 'ttl nameserver'],
    also: 'record exist dns spf mx dmarc arecord nameserver howlong',
    takes: ['numbers'],
    term: null,
    read: ({ details: { ttls } }) =>
      known(
        Object.entries(ttls).map(
          ([kind, seconds]) =>
            `${kind === 'a' || kind === 'ns' || kind === 'mx' ? kind.toUpperCase() : kind.toUpperCase()}: ${seconds} seconds`,
        ),
      ),
  },
] as const satisfies readonly Attribute[]

const listNames = / (spamhaus|spamcop|barracuda|uceprotect|surbl|uribl|sorbs|psbl|mailspike|abusix) /

/** The blocklist that a question names. */
const listIn = (text: string) => listNames.exec(text)?.[1] ?? null

export const listAttributes = [
  {
    id: 'blocklists',
    name: 'blocklists that list the domain or its mail servers',
    none: 'no listing on a blocklist that answered',
    asks: [
      'blacklist',
      'listname',
      'blacklist listname',
      'blacklist mailserver',
      'blacklist address',
      'where blacklist',
    ],
    also: 'mailserver address domain exist issue clean secure record without all list webserver',
    takes: ['addresses'],
    term: 'blocklists',
    read: scan => {
      const { asked, listedOn, applicable, failed } = scan.blocklists
      if (scan.details.listings.length > 0)
        return known(scan.details.listings.map(({ list, subject }) => `${list} (${subject})`))
      if (listedOn.length > 0) return known(listedOn)
      if (!asked) return unknown('no blocklist could be asked')
      if (applicable === 0) return unknown('no blocklist applies to it: it has no mail server with an address')
      if (failed * 2 > applicable)
        return unknown(
          `only ${applicable - failed} of ${applicable} blocklists gave a verdict, the others refused or did not answer`,
        )
      return known([])
    },
    saysCondition: ({ text }) => listIn(text),
    meets: (value, { text }) => {
      const name = listIn(text)
      return name === null
        ? null
        : Array.isArray(value) && value.some(each => String(each).toLowerCase().includes(name))
    },
  },
] as const satisfies readonly Attribute[]

export const threatAttributes = [
  {
    id: 'threat',
    name: 'threat verdict',
    none: 'no report of a threat source',
    asks: ['threat'],
    also: 'exist issue domain secure blacklist report',
    term: 'threat',
    read: ({ threat }) =>
      threat === null
        ? unknown('no source gave a verdict')
        : known(threat === 'clean' ? false : threat.replace('_', ' ')),
  },
] as const satisfies readonly Attribute[]

export const relayAttributes = [
  {
    id: 'open-relay',
    name: 'open relay',
    none: 'no mail server that relays mail of others (not an open relay)',
    asks: ['relay', 'mailserver relay'],
    also: 'mailserver exist issue secure test domain',
    term: 'relay',
    read: scan => {
      const has = (finding: string): boolean => scan.findings.some(({ id }) => id === finding)
      if (has('relay_open')) return known(true)
      if (has('relay_suspected')) return unknown('one test was positive, and a second one must confirm it')
      return scan.isOpenRelay === null ? unknown('no mail server could be tested') : known(scan.isOpenRelay)
    },
  },
] as const satisfies readonly Attribute[]
