/** What the analyst explains. */
export type TermId =
  | 'spf'
  | 'dkim'
  | 'dmarc'
  | 'alignment'
  | 'mx'
  | 'blocklists'
  | 'relay'
  | 'threat'
  | 'mta-sts'
  | 'tls-rpt'
  | 'starttls'
  | 'certificate'
  | 'dane'
  | 'dnssec'
  | 'ptr'
  | 'bimi'
  | 'caa'

export interface Term {
  /** As it is written in a sentence. */
  title: string
  /** What it is, in two or three sentences. */
  what: string
  /** Why it matters: what happens without it. */
  why: string
  clause: string
  /** Words and phrases that mean it, as they are in a question (`readQuestion`). */
  phrases: readonly string[]
}

/** In the order in which a question is searched: a phrase that contains another one comes first. */
export const terms: { readonly [Id in TermId]: Term } = {
  alignment: {
    title: 'Alignment',
    what: 'DMARC counts a pass of SPF or DKIM only if its domain belongs to the organization in From. Relaxed alignment (the default) accepts any name of the same organization, strict alignment only the same name.',
    why: 'Without alignment, a spammer could pass SPF for a domain of their own and still write yours into From. Mail that a service sends for you with its own domains fails DMARC for the same reason.',
    clause: 'RFC 9989 section 4.4',
    phrases: ['alignment', 'aligned', 'align', 'adkim', 'aspf'],
  },
  'tls-rpt': {
    title: 'TLS reporting',
    what: 'TLS reporting (TLS-RPT) names an address in a TXT record. Senders mail a daily report to it that says how often they reached your mail servers over TLS, and why they failed.',
    why: 'Without these reports you learn of a broken certificate or policy only when mail is missing.',
    clause: 'RFC 8460',
    phrases: ['tls rpt', 'tlsrpt', 'tls reporting', 'tls reports', 'tls report'],
  },
  'mta-sts': {
    title: 'MTA-STS',
    what: 'With MTA-STS a domain publishes a policy over HTTPS that names its mail servers. Senders that follow it deliver only over TLS, and only to a server with a valid certificate.',
    why: 'Without a policy an attacker on the route can remove STARTTLS from the conversation and read the mail, or send it to another server.',
    clause: 'RFC 8461',
    phrases: ['mta sts', 'mtasts', 'strict transport security'],
  },
  dnssec: {
    title: 'DNSSEC',
    what: 'DNSSEC signs the records of a zone. A resolver that validates can tell a real answer from a spoofed one. The parent zone confirms the key with a DS record.',
    why: 'Every other record depends on DNS: who can change an answer can redirect your mail. Broken signatures are worse than none, because validating resolvers then refuse the whole zone.',
    clause: 'RFC 4033',
    phrases: ['dnssec', 'dns sec', 'ds record', 'signed zone'],
  },
  dane: {
    title: 'DANE',
    what: 'DANE publishes the fingerprint of a mail server’s certificate as a TLSA record in a signed zone. Senders that support it deliver only to a server with that certificate.',
    why: 'DANE protects against the same attack as MTA-STS, without trust in certificate authorities. It needs DNSSEC, and a record that does not match stops mail.',
    clause: 'RFC 7672',
    phrases: ['dane', 'tlsa'],
  },
  dmarc: {
    title: 'DMARC',
    what: 'DMARC tells receivers what to do with mail that claims to be from your domain and passes neither SPF nor DKIM for it: nothing (p=none), the spam folder (p=quarantine) or refusal (p=reject). It also asks them for reports.',
    why: 'SPF and DKIM alone do not protect the address that people see in From. Only an enforced DMARC policy stops spoofed mail, and large mailbox providers require a DMARC record from bulk senders.',
    clause: 'RFC 9989',
    phrases: ['dmarc', 'dmark', 'dmrac', 'p none', 'p quarantine', 'p reject'],
  },
  dkim: {
    title: 'DKIM',
    what: 'With DKIM your mail provider signs each message. Receivers check the signature with a public key in your DNS, at a name called selector.',
    why: 'A signature survives forwarding, where SPF fails. With an aligned signature, forwarded mail still passes DMARC.',
    clause: 'RFC 6376',
    phrases: ['dkim', 'dkmi', 'dkin', 'domainkeys', 'selector', 'selectors'],
  },
  spf: {
    title: 'SPF',
    what: 'An SPF record is a TXT record that lists the servers that may send mail for your domain. Receivers compare the address of the sending server with it. The ending (-all or ~all) says what to do with all others.',
    why: 'Without SPF receivers cannot tell your servers from those of a spoofer. A record may cause at most 10 DNS lookups: beyond that receivers ignore it.',
    clause: 'RFC 7208',
    phrases: ['who can send', 'who may send', 'allowed to send', 'spf', 'sfp', 'sender policy framework', 'softfail'],
  },
  ptr: {
    title: 'Reverse DNS',
    what: 'A PTR record gives an IP address a name. Receivers look it up for a sending server, and expect that the name leads to the same address again (forward-confirmed reverse DNS).',
    why: 'Gmail, Microsoft and others refuse or delay mail from addresses without a PTR record. The provider of the address publishes it, not your DNS provider.',
    clause: 'RFC 1912 section 2.1',
    phrases: ['ptr', 'reverse dns', 'rdns', 'fcrdns', 'reverse name', 'reverse lookup'],
  },
  bimi: {
    title: 'BIMI',
    what: 'BIMI names a logo in a TXT record. Mailbox providers that support it show the logo beside your mail, if your DMARC policy is enforced and a mark certificate confirms the logo.',
    why: 'BIMI does not protect anything. It makes genuine mail easier to recognize.',
    clause: 'IETF draft',
    phrases: ['bimi', 'brand indicators', 'logo'],
  },
  caa: {
    title: 'CAA',
    what: 'A CAA record says which certificate authorities may issue certificates for your domain.',
    why: 'Without CAA every authority in the world may, and a mistake of any of them helps an attacker.',
    clause: 'RFC 8659',
    phrases: ['caa', 'certificate authority', 'certificate authorities'],
  },
  relay: {
    title: 'Open relay',
    what: 'An open relay is a mail server that accepts mail from anyone for anyone. We test it with two external recipients and never send a message. Only a second positive test six hours later makes it a finding.',
    why: 'Spammers find an open relay within hours. Its address is then on blocklists, and your own mail is refused.',
    clause: 'RFC 5321 section 7.9',
    phrases: ['open relay', 'open relays', 'relay', 'relaying', 'relays'],
  },
  blocklists: {
    title: 'Blocklists',
    what: 'Blocklists name addresses and domains that sent spam, or are likely to. Receivers look up the sending server in them before they accept mail.',
    why: 'While a list that receivers use has your server, they refuse its mail or put it into spam folders. Removal helps only after the cause is fixed.',
    clause: 'RFC 5782',
    phrases: [
      'blocklist',
      'blocklists',
      'blacklist',
      'blacklists',
      'black list',
      'black lists',
      'block list',
      'block lists',
      'blacklisted',
      'blocklisted',
      'listed',
      'rbl',
      'rbls',
      'dnsbl',
      'spamhaus',
      'delist',
      'delisted',
      'delisting',
    ],
  },
  threat: {
    title: 'Threat intelligence',
    what: 'Security companies keep lists of domains that spread malware or phishing. We ask such sources about your domain and its mail servers.',
    why: 'Browsers, filters and mail servers that use a source block a domain that it reports. Often a hacked page or a stolen account is the reason.',
    clause: 'RFC 8914 section 4.16',
    phrases: ['threat intelligence', 'threat', 'threats', 'malware', 'malicious', 'virustotal', 'phishing', 'hacked'],
  },
  certificate: {
    title: 'Certificates',
    what: 'A certificate shows senders that a mail server is the host that they meant to reach. It names the host, has a date on which it expires, and is signed by a certificate authority.',
    why: 'Most senders deliver without a valid certificate, but those that follow MTA-STS do not.',
    clause: 'RFC 8461 section 4.2',
    phrases: ['certificate', 'certificates', 'ssl', 'ssl certificate'],
  },
  starttls: {
    title: 'STARTTLS',
    what: 'STARTTLS turns a connection between mail servers into an encrypted one. The certificate of the server shows which host it is.',
    why: 'Without encryption anyone on the route can read and change the mail.',
    clause: 'RFC 3207',
    phrases: ['starttls', 'tls', 'encryption', 'encrypted', 'encrypt'],
  },
  mx: {
    title: 'MX',
    what: 'MX records name the servers that accept mail for your domain. Senders try the one with the lowest number first. A null MX says that the domain takes no mail.',
    why: 'Without a working MX mail to you is delayed, lost or returned. A domain without mail is protected better with a null MX.',
    clause: 'RFC 5321 section 5.1',
    phrases: [
      'mx',
      'mail exchanger',
      'mail server',
      'mail servers',
      'mailserver',
      'mailservers',
      'receive mail',
      'receive email',
      'receives mail',
      'accept mail',
      'accepts mail',
      'handles my mail',
      'receiving mail',
      'receiving email',
      'receiving emails',
      'receive emails',
      'get no mail',
      'no mail arrives',
    ],
  },
}

/** The check or the part of the transport check that judges it; alignment is judged by DMARC alone. */
export const termSources: {
  readonly [Id in TermId]:
    | { check: 'spf' | 'dkim' | 'dmarc' | 'mx' | 'blacklist' | 'relay' | 'threat' }
    | { part: 'mta-sts' | 'tls-rpt' | 'starttls' | 'certificate' | 'dane' | 'dnssec' | 'reverse' | 'bimi' | 'caa' }
    | null
} = {
  spf: { check: 'spf' },
  dkim: { check: 'dkim' },
  dmarc: { check: 'dmarc' },
  alignment: null,
  mx: { check: 'mx' },
  blocklists: { check: 'blacklist' },
  relay: { check: 'relay' },
  threat: { check: 'threat' },
  'mta-sts': { part: 'mta-sts' },
  'tls-rpt': { part: 'tls-rpt' },
  starttls: { part: 'starttls' },
  certificate: { part: 'certificate' },
  dane: { part: 'dane' },
  dnssec: { part: 'dnssec' },
  ptr: { part: 'reverse' },
  bimi: { part: 'bimi' },
  caa: { part: 'caa' },
}
