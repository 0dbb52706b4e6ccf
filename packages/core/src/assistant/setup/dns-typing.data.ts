/** How the form of a DNS provider wants the name and the value of a record. */
export interface DnsTyping {
  /** As in `dnsHosts`. */
  name: string
  /** Its names as a question has them. */
  phrases: readonly string[]
  /** What to type for the domain itself. */
  apex: string
  /** What else to know about its form, in sentences. */
  notes: readonly string[]
  source: string
  /** The month in which we read the source: `2026-11`. */
  checked: string
}

/** The providers whose way of typing a source shows. All of them add the domain by themselves. */
export const dnsTyping: readonly DnsTyping[] = [
  {
    name: 'GoDaddy',
    phrases: ['godaddy', 'go daddy'],
    apex: '@',
    notes: ['The fields are Type, Name, Value and TTL.'],
    source: 'kb.transpond.io, “GoDaddy Domain Authentication”; suped.com, “DMARC record on GoDaddy”',
    checked: '2026-11',
  },
  {
    name: 'Namecheap',
    phrases: ['namecheap', 'name cheap'],
    apex: '@',
    notes: ['The fields are under Advanced DNS: Type, Host, Value and TTL.'],
    source: 'kb.transpond.io, “Namecheap Domain Authentication”',
    checked: '2026-11',
  },
  {
    name: 'Cloudflare',
    phrases: ['cloudflare', 'cloud flare'],
    apex: '@',
    notes: [
      'The fields are Type, Name, Content and TTL. It splits long texts automatically.',
      'A CNAME for DKIM must be “DNS only”, not proxied.',
    ],
    source: 'developers.cloudflare.com, “DNS record types”',
    checked: '2026-11',
  },
  {
    name: 'Amazon Route 53',
    phrases: ['route 53', 'route53', 'amazon route 53', 'aws route 53'],
    apex: 'nothing (leave the field empty, without @)',
    notes: [
      'Put the value of a TXT record in double quotes. Above 255 characters write several quoted strings with a space between them.',
    ],
    source: 'docs.aws.amazon.com, Route 53 Developer Guide, “Values that are common for all routing policies”',
    checked: '2026-11',
  },
  {
    name: 'Squarespace',
    phrases: ['squarespace', 'google domains'],
    apex: '@',
    notes: ['The fields are Type, Host, Data and TTL.'],
    source: 'Squarespace Help, “Authenticating third-party domains” (hosts _dmarc and squarespace._domainkey)',
    checked: '2026-11',
  },
]
