/** Domains for the states of the DKIM, blacklist, threat and relay cards, and the others their records lead to. */
import { type LabZone, nameserver } from '../packages/scanner/realserver/lab.ts'
import type { MailHost, MailHostCertificates, PolicyHost } from '../packages/scanner/realserver/mail-hosts.ts'
import { dkim } from './dkim-keys.data.ts'
import { type Listing, refusal } from './lists.ts'

const policies = (domain: string): string => `@ IN TXT "v=spf1 mx -all"
_dmarc IN TXT "v=DMARC1; p=reject; rua=mailto:dmarc@${domain}"`

const ownHost = (domain: string, address: string): string => `@ IN MX 10 mx
mx IN A ${address}
${policies(domain)}`

const mx1: MailHost = { host: 'mx1.mailhost.example', address: '203.0.114.25' }
const mx2: MailHost = { host: 'mx2.mailhost.example', address: '203.0.114.26' }

export const openRelay = { host: 'mx.listed.example', address: '203.0.114.60' } as const

export const mailHosts: readonly MailHost[] = [
  mx1,
  mx2,
  { ...openRelay, relays: true },
  { host: 'mx.relaying.example', address: '203.0.114.61', relays: true },
  { host: 'mx.keys.example', address: '203.0.114.62', selfSigned: true },
  { host: 'mx.refused.example', address: '203.0.114.63' },
  { host: 'aspmx.l.google.com', address: '203.0.114.70' },
]

export const policyHosts: readonly PolicyHost[] = [
  {
    host: 'mta-sts.perfect.example',
    address: '203.0.114.80',
    policy: 'version: STSv1\r\nmode: enforce\r\nmx: *.mailhost.example\r\nmax_age: 604800\r\n',
  },
]

/** What the blocklists of this Internet say. */
export const listings: Readonly<Record<string, readonly Listing[]>> = {
  // Everybody refuses to say anything about this one.
  '*': [
    { subject: 'refused.example', answers: [refusal] },
    { subject: '203.0.114.63', answers: [refusal] },
  ],
  'spamhaus-zen': [{ subject: openRelay.address, answers: ['127.0.0.4', '127.0.0.10'] }],
  'spamhaus-dbl': [{ subject: 'listed.example', answers: ['127.0.1.4'] }],
  'surbl-multi': [{ subject: 'listed.example', answers: ['127.0.0.8'] }],
  spamcop: [{ subject: openRelay.address, answers: ['127.0.0.2'] }],
  barracuda: [{ subject: openRelay.address, answers: [refusal] }],
  psbl: [{ subject: openRelay.address, answers: 'unanswered' }],
  'uceprotect-1': [{ subject: '203.0.114.70', answers: ['127.0.0.2'] }],
}

export function troubledZones(certificates: MailHostCertificates): readonly LabZone[] {
  const pin = (host: MailHost): string => `IN TLSA 3 1 1 ${certificates.pin(host)}`
  return [
    {
      name: 'mailhost.example',
      dnssec: 'signed',
      records: `mx1 IN A ${mx1.address}
mx2 IN A ${mx2.address}
_25._tcp.mx1 ${pin(mx1)}
_25._tcp.mx2 ${pin(mx2)}
@ IN TXT "v=spf1 ip4:203.0.114.0/27 -all"`,
    },
    {
      name: '114.0.203.in-addr.arpa',
      records: mailHosts
        .filter(({ host }) => host !== 'mx.keys.example')
        .map(({ host, address }) => `${address.slice(address.lastIndexOf('.') + 1)} IN PTR ${host}.`)
        .join('\n'),
    },
    {
      name: 'listed.example',
      records: `${ownHost('listed.example', openRelay.address)}
default._domainkey IN TXT ${dkim.rsa768}`,
    },
    {
      name: 'relaying.example',
      records: `${ownHost('relaying.example', '203.0.114.61')}
k1._domainkey IN TXT ${dkim.revoked}`,
    },
    {
      // A key of every kind, and an alias that leads nowhere.
      name: 'keys.example',
      records: `${ownHost('keys.example', '203.0.114.62')}
default._domainkey IN TXT ${dkim.rsa4096}
s1._domainkey IN CNAME s1.domainkey.u42.wl042.sendgrid.net.
s2._domainkey IN TXT ${dkim.ed25519}
mail._domainkey IN TXT ${dkim.testing}
google._domainkey IN TXT ${dkim.rsa1024}
k2._domainkey IN TXT ${dkim.rsa768}
k1._domainkey IN TXT ${dkim.revoked}
dkim._domainkey IN TXT ${dkim.broken}
selector1._domainkey IN CNAME selector1-keys-example._domainkey.keysexample.onmicrosoft.com.`,
    },
    {
      // Its keys cannot be asked for, and no list says anything about it.
      name: 'refused.example',
      records: `${ownHost('refused.example', '203.0.114.63')}
selector1._domainkey IN NS ${nameserver.refusing}.
google._domainkey IN NS ${nameserver.refusing}.`,
    },
    {
      // Mail lies at a large provider, whose addresses are its customers' in common.
      name: 'hosted.example',
      records: `@ IN MX 1 aspmx.l.google.com.
@ IN TXT "v=spf1 include:_spf.google.com ~all"
_dmarc IN TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc@hosted.example"
google._domainkey IN TXT ${dkim.rsa2048}`,
    },
    // Signed, so that it is sure that there is no key.
    {
      name: 'nokey.example',
      dnssec: 'signed',
      records: `@ IN MX 10 mx1.mailhost.example.\n${policies('nokey.example')}`,
    },
    {
      name: 'shop.example',
      records: `@ IN MX 10 mx1.mailhost.example.
@ IN TXT "v=spf1 include:amazonses.com -all"
_dmarc IN TXT "v=DMARC1; p=reject; rua=mailto:dmarc@shop.example"`,
    },
    { name: 'sendgrid.net', records: `s1.domainkey.u42.wl042 IN TXT ${dkim.rsa2048}` },
    { name: 'onmicrosoft.com', records: '@ IN A 203.0.114.90' },
    { name: 'amazonses.com', records: '@ IN TXT "v=spf1 ip4:203.0.114.96/27 -all"' },
    { name: 'google.com', records: 'aspmx.l IN A 203.0.114.70\n_spf IN TXT "v=spf1 ip4:203.0.114.64/27 ~all"' },
  ]
}
