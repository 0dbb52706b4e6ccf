import type { Zone, ZoneEntry } from '@waxseal/core/dns'

/** The zone of the domain with this number: usual records of mail and of a website. */
export function usualZone(name: string, n: number): Zone {
  const key = `v=DKIM1; k=rsa; p=${Buffer.from(`key of ${name}`).toString('base64')}`
  const [second, third] = [Math.floor(n / 250) % 250, n % 250]
  const address = (last: number) => `20.${second}.${third}.${last}`
  const pool = (from: number, size: number) => Array.from({ length: size }, (_, at) => address(from + at))
  const host = n % 5 === 4 ? `pool.${name}` : `mx2.${name}`
  const web: ZoneEntry = { A: pool(100, webPools[n % 8] ?? 1) }
  return {
    [name]: {
      ...web,
      MX: [
        [10, `mx1.${name}`],
        [20, host],
      ],
      TXT: [`v=spf1 mx ip4:${address(0)}/28 -all`, `site-verification=${n}`, `other=${n}`],
      NS: [`ns1.${name}`, `ns2.${name}`, `ns3.${name}`],
    },
    [`mx1.${name}`]: { A: [address(10)], AAAA: [`2600:1f18:${n.toString(16)}::10`] },
    [host]: host.startsWith('pool') ? { A: pool(200, 8) } : { A: [address(11)] },
    [`_dmarc.${name}`]: { TXT: [`v=DMARC1; p=reject; rua=mailto:dmarc@${name}`] },
    [`google._domainkey.${name}`]: { TXT: [key] },
    [`www.${name}`]: n % 2 === 0 ? { CNAME: [`web.${name}`] } : { A: [address(2)] },
    [`web.${name}`]: { A: [address(3)] },
    [`ns1.${name}`]: { A: [address(20)] },
    [`ns2.${name}`]: { A: [address(21)] },
    [`ns3.${name}`]: { A: [address(22)] },
  }
}

/** Of eight domains: how many web servers those have that have more than one. */
const webPools: Readonly<Record<number, number>> = { 3: 8, 6: 2, 7: 8 }

/** How many addresses of a name one answer gives; undefined: all of them. */
export function partOfPool(name: string, domain: string, n: number): number | undefined {
  if (name.startsWith('pool')) return 3
  const size = name === domain ? webPools[n % 8] : undefined
  return size === 2 ? 1 : size && 3
}
