import { Zone } from '../zone.ts'

/** `count` ranges, so many that the record has a certain length. */
const ranges = (count: number): string =>
  `v=spf1 ${Array.from({ length: count }, (_, i) => `ip4:192.0.2.${i % 256}`).join(' ')} -all`

/** The hosted records of the example zone, by their first labels. */
const hosted: Readonly<Record<string, string>> = {
  abc: 'v=spf1 ip4:192.0.2.0/24 -all',
  '_spf.a.b.c': 'v=spf1 -all',
  long: ranges(50),
  huge: ranges(250),
}

const ttl = 300
const nameservers = [
  { host: 'ns1.waxseal.test', addresses: ['192.0.2.53', '2001:db8::53'] },
  { host: 'ns2.waxseal.test', addresses: ['198.51.100.53'] },
]

/** A zone `waxseal.test` with serial 2026112500. */
export function exampleZone(): Zone {
  const options = { name: 'waxseal.test', nameservers, contact: 'hostmaster@waxseal.test', serial: 2_026_112_499 }
  const zone = new Zone(options)
  zone.apply(Object.entries(hosted).map(([label, text]) => ({ name: `${label}.waxseal.test`, record: { text, ttl } })))
  return zone
}

/** The same zone as a file for another server. */
export function exampleZoneFile(): string {
  const addresses = nameservers.flatMap(({ host, addresses }) =>
    addresses.map(address => `${host}. 86400 IN ${address.includes(':') ? 'AAAA' : 'A'} ${address}`),
  )
  const texts = Object.entries(hosted).map(([label, text]) => {
    const strings = text.match(/.{1,255}/g) ?? []
    return `${label}.waxseal.test. ${ttl} IN TXT ${strings.map(each => `"${each}"`).join(' ')}`
  })
  return [
    'waxseal.test. 3600 IN SOA ns1.waxseal.test. hostmaster.waxseal.test. 2026112500 14400 3600 1209600 300',
    ...nameservers.map(({ host }) => `waxseal.test. 86400 IN NS ${host}.`),
    ...addresses,
    ...texts,
    '',
  ].join('\n')
}
