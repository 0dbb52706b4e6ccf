import { type LabZone, nameserver } from '../packages/scanner/realserver/lab.ts'
import { dkim } from './dkim-keys.data.ts'

const twoHosts = `@ IN MX 10 mx1.mailhost.example.
@ IN MX 20 mx2.mailhost.example.
@ IN A 203.0.114.10`

const mail = `@ IN MX 10 mx1.mailhost.example.
@ IN A 203.0.114.10`

/** A DKIM key nothing can be said against. */
const key = `s1._domainkey IN TXT ${dkim.rsa2048}`

/** Two labels of 63 characters, the longest there are. */
const longest = (word: string): string => word.repeat(9).slice(0, 63)
export const longName = `${longest('department')}.${longest('subsidiary')}.example`

/** The domains of the browser tests, each for one state of the report. */
export const zones: readonly LabZone[] = [
  {
    name: 'perfect.example',
    dnssec: 'signed',
    records: `${twoHosts}
@ IN TXT "v=spf1 include:mailhost.example -all"
@ IN TXT "site-verification=7f3c"
@ IN CAA 0 issue "ca.example"
google._domainkey IN TXT ${dkim.rsa2048}
s2._domainkey IN TXT ${dkim.ed25519}
_mta-sts IN TXT "v=STSv1; id=20261101"
mta-sts IN A 203.0.114.80
_smtp._tls IN TXT "v=TLSRPTv1; rua=mailto:tls@perfect.example"
default._bimi IN TXT "v=BIMI1; l=https://perfect.example/logo.svg; a=https://perfect.example/logo.pem"
_dmarc IN TXT "v=DMARC1; p=reject; rua=mailto:dmarc@perfect.example"`,
  },
  {
    name: 'monitoring.example',
    records: `${twoHosts}
s1._domainkey IN CNAME s1.domainkey.u42.wl042.sendgrid.net.
google._domainkey IN TXT ${dkim.rsa1024}
@ IN TXT "v=spf1 mx include:mailhost.example ~all"
_dmarc IN TXT "v=DMARC1; p=none; rua=mailto:dmarc@monitoring.example"`,
  },
  { name: 'nodmarc.example', records: `${mail}\n${key}\n@ IN TXT "v=spf1 include:mailhost.example ~all"` },
  { name: 'bare.example', records: 'www IN CNAME @' },
  { name: 'never.example', records: mail },
  {
    name: 'parked.example',
    records: `@ IN MX 0 .
@ IN TXT "v=spf1 -all"
*._domainkey IN TXT "v=DKIM1; p="
_dmarc IN TXT "v=DMARC1; p=reject"`,
  },
  {
    name: 'twospf.example',
    records: `${mail}
${key}
@ IN TXT "v=spf1 mx -all"
@ IN TXT "v=spf1 include:mailhost.example -all"
_dmarc IN TXT "v=DMARC1; p=quarantine; rua=mailto:dmarc@twospf.example"`,
  },
  {
    name: 'toomany.example',
    records: `${mail}
${key}
@ IN TXT "v=spf1" ${Array.from({ length: 12 }, (_, index) => `" include:s${index}.toomany.example"`).join(' ')} " -all"
_dmarc IN TXT "v=DMARC1; p=reject; rua=mailto:dmarc@toomany.example"
${Array.from({ length: 12 }, (_, index) => `s${index} IN TXT "v=spf1 ip4:203.0.114.${index * 8}/29 -all"`).join('\n')}`,
  },
  {
    name: 'bogus.example',
    dnssec: 'wrong-ds',
    records: `${mail}
${key}
@ IN TXT "v=spf1 include:mailhost.example -all"
_dmarc IN TXT "v=DMARC1; p=reject; rua=mailto:dmarc@bogus.example"`,
  },
  {
    name: 'mixed.example',
    records: `@ IN MX 10 mx1.mailhost.example.
@ IN MX 20 mx.unreachable.example.
@ IN TXT "v=spf1 include:mailhost.example include:_spf.unreachable.example -all"
_dmarc IN TXT "v=DMARC1; p=reject; rua=mailto:reports@unreachable.example"`,
  },
  {
    // Records as somebody might publish them who means harm: markup, control characters, right-to-left overrides.
    name: 'hostile.example',
    records: `${mail}
@ IN TXT "v=spf1 <img/src=x/onerror=alert(1)> include:\\226\\128\\174mailhost.example ip4:203.0.114.0/27 -all"
@ IN TXT "\\027[31mred \\000\\007 \\226\\128\\174txet lamron <script>alert(2)</script>"
_dmarc IN TXT "v=DMARC1; p=reject; rua=mailto:<b>\\226\\128\\174moc.elpmaxe@hostile.example; fo=<svg/onload=alert(3)>"`,
  },
  {
    name: longName,
    records: `@ IN MX 10 ${longest('exchanger')}
${longest('exchanger')} IN A 203.0.114.40
@ IN TXT "v=spf1 include:mailhost.example exists:%{i}._spf.${longest('x')}.example ~all"`,
  },
  // münchen and the Arabic word for example, which is written from right to left.
  { name: 'xn--mnchen-3ya.example', records: mail },
  { name: 'xn--mgbh0fb.example', records: mail },
  // Takes seconds to scan: one of its mail servers lies in a zone whose servers never answer.
  { name: 'slow.example', records: `${mail}\n@ IN MX 30 mx.silent.example.\n@ IN TXT "v=spf1 mx -all"` },
  { name: 'silent.example', nameservers: [nameserver.silent] },
  { name: 'unreachable.example', nameservers: [nameserver.refusing] },
  ...Array.from({ length: 10 }, (_, index) => ({ name: `customer-${index}.example`, records: mail })),
]
