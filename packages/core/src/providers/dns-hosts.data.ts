/** A company that hosts DNS zones, by the names of its name servers. */
export interface DnsHost {
  name: string
  /** As in `Provider`: a leading dot is any name below it, `*` is one label. */
  nameServers: readonly string[]
}

/*
 * Sources: the companies' documentation on changing name servers (2025-2026). Brands that only resell another company's
 * DNS are left out, because people sign in at the reseller. Where the same name servers are known to serve the customers
 * of two, both are named: the former Google Domains is Squarespace's, and Netlify uses NS1.
 */
export const dnsHosts: readonly DnsHost[] = [
  { name: 'Akamai Edge DNS', nameServers: ['.akam.net'] },
  { name: 'Alibaba Cloud', nameServers: ['.hichina.com', '.alidns.com'] },
  { name: 'Azure DNS', nameServers: ['.azure-dns.com', '.azure-dns.net', '.azure-dns.org', '.azure-dns.info'] },
  { name: 'Bluehost', nameServers: ['.bluehost.com'] },
  { name: 'ClouDNS', nameServers: ['.cloudns.net'] },
  { name: 'Cloudflare', nameServers: ['.ns.cloudflare.com'] },
  { name: 'deSEC', nameServers: ['.desec.io', '.desec.org'] },
  { name: 'DigitalOcean', nameServers: ['.digitalocean.com'] },
  { name: 'DNS Made Easy', nameServers: ['.dnsmadeeasy.com'] },
  {
    name: 'DNSimple',
    nameServers: ['.dnsimple.com', '.dnsimple-edge.net', '.dnsimple-edge.com', '.dnsimple-edge.org'],
  },
  { name: 'DNSPod (Tencent Cloud)', nameServers: ['.dnspod.net', '.dnspod.com'] },
  { name: 'DreamHost', nameServers: ['.dreamhost.com'] },
  { name: 'Dynadot', nameServers: ['.dyna-ns.net'] },
  { name: 'Gandi', nameServers: ['.gandi.net'] },
  { name: 'GoDaddy', nameServers: ['.domaincontrol.com'] },
  { name: 'Google Cloud DNS or Squarespace', nameServers: ['.googledomains.com'] },
  {
    name: 'Hetzner',
    nameServers: ['.ns.hetzner.com', '.ns.hetzner.de', '.first-ns.de', '.second-ns.de', '.second-ns.com'],
  },
  { name: 'Hostinger', nameServers: ['.dns-parking.com', '.hostinger.com'] },
  { name: 'Hover', nameServers: ['.hover.com'] },
  { name: 'Infomaniak', nameServers: ['.infomaniak.ch', '.infomaniak.com'] },
  { name: 'INWX', nameServers: ['.inwx.de', '.inwx.eu', '.inwx.net'] },
  { name: 'IONOS', nameServers: ['.ui-dns.com', '.ui-dns.org', '.ui-dns.de', '.ui-dns.biz', '.1and1-dns.com'] },
  { name: 'Linode', nameServers: ['.linode.com'] },
  { name: 'Loopia', nameServers: ['.loopia.se'] },
  { name: 'Name.com', nameServers: ['.name.com'] },
  { name: 'Namecheap', nameServers: ['.registrar-servers.com', '.namecheaphosting.com'] },
  { name: 'netcup', nameServers: ['.netcup.net'] },
  { name: 'Network Solutions', nameServers: ['.worldnic.com'] },
  { name: 'NS1 or Netlify', nameServers: ['.nsone.net'] },
  { name: 'one.com', nameServers: ['.one.com'] },
  { name: 'OVHcloud', nameServers: ['.ovh.net', '.ovh.ca', '.anycast.me'] },
  { name: 'Porkbun', nameServers: ['.porkbun.com'] },
  { name: 'Scaleway', nameServers: ['.dom.scw.cloud'] },
  { name: 'SiteGround', nameServers: ['.siteground.net'] },
  { name: 'Squarespace', nameServers: ['.squarespacedns.com'] },
  { name: 'STRATO', nameServers: ['.rzone.de', '.strato.de'] },
  { name: 'TransIP', nameServers: ['.transip.net', '.transip.nl', '.transip.eu'] },
  { name: 'UltraDNS', nameServers: ['.ultradns.com', '.ultradns.net', '.ultradns.org', '.ultradns.biz'] },
  { name: 'Vercel', nameServers: ['.vercel-dns.com'] },
  { name: 'Wix', nameServers: ['.wixdns.net'] },
  { name: 'WordPress.com', nameServers: ['.wordpress.com'] },
]
