import { expect, it } from 'vitest'
import { dnsHostOf } from './dns-host.ts'

it.each([
  [['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'], 'Cloudflare'],
  [['ns-2048.awsdns-64.com', 'ns-2049.awsdns-65.net', 'ns-2051.awsdns-67.co.uk'], 'Amazon Route 53'],
  [['NS57.DomainControl.com.', 'ns58.domaincontrol.com'], 'GoDaddy'],
  [['ns-cloud-a1.googledomains.com', 'ns-cloud-a2.googledomains.com'], 'Google Cloud DNS or Squarespace'],
  [['dns1.p04.nsone.net', 'dns2.p04.nsone.net'], 'NS1 or Netlify'],
  [['root-dns.netcup.net', 'second-dns.netcup.net', 'third-dns.netcup.net'], 'netcup'],
  [['f1g1ns1.dnspod.net', 'f1g1ns2.dnspod.net'], 'DNSPod (Tencent Cloud)'],
  [['ns1.example.com', 'ns2.example.com'], null],
  [['ada.ns.cloudflare.com', 'ns1.example.com'], null],
  [['ada.ns.cloudflare.com', 'ns57.domaincontrol.com'], null],
  [['ns.cloudflare.com.example.com'], null],
  [[], null],
])('names the DNS provider of %j', (nameServers, name) => {
  expect(dnsHostOf(nameServers)).toBe(name)
})
