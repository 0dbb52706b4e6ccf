/**
 * Certificate authorities whose CAA identifiers are all known. Of one that is not in this list nothing is said: it may accept
 * an identifier that we do not know. `organizations`: the O of its issuing certificates. `seen`: the
 * month in which the source said so.
 */
export const caaAuthorities: readonly CaaAuthority[] = [
  {
    name: 'Let’s Encrypt',
    organizations: ["Let's Encrypt"],
    identifiers: ['letsencrypt.org'],
    source: 'https://letsencrypt.org/docs/caa/, by section 4.2.1 of its CP/CPS',
    seen: '2026-11',
  },
  {
    name: 'Amazon',
    organizations: ['Amazon'],
    identifiers: ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com', 'aws.amazon.com'],
    source: 'https://docs.aws.amazon.com/acm/latest/userguide/setup-caa.html; the last one by lists of CAA identifiers',
    seen: '2026-11',
  },
  {
    name: 'Buypass',
    organizations: ['Buypass AS-983163327'],
    identifiers: ['buypass.com', 'buypass.no'],
    source: 'https://community.buypass.com/t/h7hqcpz/acme-caa-notification',
    seen: '2026-11',
  },
]

export interface CaaAuthority {
  name: string
  organizations: readonly string[]
  /** The first is the one to publish. */
  identifiers: readonly [string, ...string[]]
  source: string
  seen: string
}
