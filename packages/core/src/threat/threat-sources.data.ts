import type { ThreatOpinion } from './source.ts'

/** How a filtering resolver marks a blocked name. */
export type BlockSign =
  /** An address of its own instead of the true one. */
  | { kind: 'address'; addresses: readonly string[] }
  /** NXDOMAIN for a name that exists; with `clearsRa` the RA flag is 0 too. */
  | { kind: 'no-such-name'; clearsRa: boolean }
  /** NXDOMAIN with this name in its SOA record. */
  | { kind: 'soa'; name: string }

/** A public resolver that does not resolve dangerous names, and the service to compare it with. */
export interface FilteringResolver {
  id: string
  name: string
  operator: string
  weight: ThreatOpinion['weight']
  /** Used when the operator names no sources. */
  isDefault: boolean
  /** `address:port` of the filtering service. */
  filtered: readonly string[]
  /** The same operator's unfiltered service; empty when the mark alone is proof. */
  unfiltered: readonly string[]
  types: readonly ('A' | 'AAAA')[]
  sign: BlockSign
  /** The maximum meaning of a block: some filter advertising too. */
  blockIs: 'hit' | 'weak'
  /** A name that its operator documents as blocked, to verify that the service answers; null: none is documented. */
  test: string | null
}

/** A code of a DNS list, by its label in the blocklist catalogue, and its meaning as a threat. */
export interface ListedThreat {
  says: 'hit' | 'weak' | 'policy'
  threat: ThreatOpinion['threat']
  /** Continues "lists example.com ". */
  words: string
}

/** A DNS list of the blocklist catalogue that reports threats. */
export interface ThreatList {
  id: string
  name: string
  operator: string
  weight: ThreatOpinion['weight']
  isDefault: boolean
  /** Its id in the blocklist catalogue. */
  list: string
  about: 'domain' | 'address'
  codes: Readonly<Record<string, ListedThreat>>
}

/*
 * Sources: AdguardTeam/KnowledgeBaseDNS (2026-07-21); cloudflare-docs, 1.1.1.1 for Families, and Cloudflare's list of
 * test domains; docs.quad9.net FAQ and Quad9's statement on the RA flag; public block answers of CleanBrowsing and
 * OpenDNS.
 */
export const filteringResolvers = [
  {
    id: 'adguard-dns',
    name: 'AdGuard DNS',
    operator: 'AdGuard',
    weight: 'low',
    isDefault: false,
    filtered: ['94.140.14.14:53', '94.140.15.15:53'],
    unfiltered: ['94.140.14.140:53', '94.140.14.141:53'],
    types: ['A'],
    sign: { kind: 'address', addresses: ['0.0.0.0'] },
    blockIs: 'weak',
    test: null,
  },
  {
    id: 'cleanbrowsing-security',
    name: 'CleanBrowsing Security Filter',
    operator: 'CleanBrowsing',
    weight: 'medium',
    isDefault: false,
    filtered: ['185.228.168.9:53', '185.228.169.9:53'],
    unfiltered: [],
    types: ['A'],
    sign: { kind: 'soa', name: 'cleanbrowsing.rpz.noc.org' },
    blockIs: 'hit',
    test: null,
  },
  {
    id: 'cloudflare-security',
    name: 'Cloudflare 1.1.1.2',
    operator: 'Cloudflare',
    weight: 'medium',
    isDefault: true,
    filtered: ['1.1.1.2:53', '1.0.0.2:53'],
    unfiltered: ['1.1.1.1:53', '1.0.0.1:53'],
    types: ['A'],
    sign: { kind: 'address', addresses: ['0.0.0.0'] },
    blockIs: 'hit',
    test: 'malware.testcategory.com',
  },
  {
    id: 'dns4eu-protective',
    name: 'DNS4EU Protective',
    operator: 'DNS4EU',
    weight: 'low',
    isDefault: false,
    filtered: ['86.54.11.1:53', '86.54.11.201:53'],
    unfiltered: ['86.54.11.100:53'],
    types: ['A'],
    sign: { kind: 'no-such-name', clearsRa: false },
    blockIs: 'hit',
    test: null,
  },
  {
    id: 'opendns',
    name: 'Cisco OpenDNS',
    operator: 'Cisco',
    weight: 'medium',
    isDefault: false,
    filtered: ['208.67.222.222:53', '208.67.220.220:53'],
    unfiltered: ['208.67.222.2:53', '208.67.220.2:53'],
    types: ['A'],
    sign: {
      kind: 'address',
      addresses: [
        '146.112.61.104',
        '146.112.61.105',
        '146.112.61.106',
        '146.112.61.107',
        '146.112.61.108',
        '146.112.61.109',
        '146.112.61.110',
      ],
    },
    blockIs: 'hit',
    test: null,
  },
  {
    id: 'quad9',
    name: 'Quad9',
    operator: 'Quad9',
    weight: 'high',
    isDefault: true,
    filtered: ['9.9.9.9:53', '149.112.112.112:53'],
    unfiltered: ['9.9.9.10:53', '149.112.112.10:53'],
    types: ['A', 'AAAA'],
    sign: { kind: 'no-such-name', clearsRa: true },
    blockIs: 'hit',
    test: 'isitblocked.org',
  },
] as const satisfies readonly FilteringResolver[]

/* The codes from the lists' documentation; their meaning for mail is in the blocklist catalogue. */
export const threatLists = [
  {
    id: 'spamhaus-dbl',
    name: 'Spamhaus DBL',
    operator: 'The Spamhaus Project',
    weight: 'high',
    isDefault: true,
    list: 'spamhaus-dbl',
    about: 'domain',
    codes: {
      SPAM: { says: 'hit', threat: 'spam', words: 'for spam or a bad reputation' },
      PHISH: { says: 'hit', threat: 'phishing', words: 'for phishing' },
      MALWARE: { says: 'hit', threat: 'malware', words: 'for malware' },
      BOTNET_CC: { says: 'hit', threat: 'botnet', words: 'as a botnet controller' },
      ABUSED_SPAM: { says: 'weak', threat: 'spam', words: 'as an honest domain abused for spam' },
      ABUSED_REDIRECTOR: { says: 'weak', threat: 'abuse', words: 'as an honest redirector that is abused' },
      ABUSED_PHISH: { says: 'weak', threat: 'phishing', words: 'as an honest domain abused for phishing' },
      ABUSED_MALWARE: { says: 'weak', threat: 'malware', words: 'as an honest domain abused for malware' },
      ABUSED_CC: { says: 'weak', threat: 'botnet', words: 'as an honest domain abused as a botnet controller' },
    },
  },
  {
    id: 'spamhaus-zen',
    name: 'Spamhaus ZEN',
    operator: 'The Spamhaus Project',
    weight: 'high',
    isDefault: true,
    list: 'spamhaus-zen',
    about: 'address',
    codes: {
      SBL: { says: 'hit', threat: 'spam', words: 'as used by spam operations' },
      CSS: { says: 'hit', threat: 'spam', words: 'as a sender of bad reputation' },
      XBL: { says: 'hit', threat: 'malware', words: 'as an infected host' },
      DROP: { says: 'hit', threat: 'abuse', words: 'as part of a hijacked or criminal network' },
      BCL: { says: 'hit', threat: 'botnet', words: 'as a botnet controller' },
      PBL_ISP: { says: 'policy', threat: null, words: 'as an address that should not send mail directly' },
      PBL_SPAMHAUS: { says: 'policy', threat: null, words: 'as an address that should not send mail directly' },
    },
  },
  {
    id: 'surbl',
    name: 'SURBL multi',
    operator: 'SURBL',
    weight: 'high',
    isDefault: true,
    list: 'surbl-multi',
    about: 'domain',
    codes: {
      PH: { says: 'hit', threat: 'phishing', words: 'for phishing' },
      MW: { says: 'hit', threat: 'malware', words: 'for malware' },
      CR: { says: 'hit', threat: 'abuse', words: 'as a cracked site' },
      ABUSE: { says: 'hit', threat: 'spam', words: 'for spam and abuse' },
      DM: { says: 'policy', threat: null, words: 'as a disposable mail domain' },
      CT: { says: 'policy', threat: null, words: 'as a click tracker' },
    },
  },
  {
    id: 'uribl',
    name: 'URIBL multi',
    operator: 'URIBL',
    weight: 'high',
    isDefault: true,
    list: 'uribl-multi',
    about: 'domain',
    codes: {
      BLACK: { says: 'hit', threat: 'spam', words: 'for spam' },
      GREY: { says: 'weak', threat: 'spam', words: 'as a bulk sender that some recipients did not ask for' },
      RED: { says: 'weak', threat: 'spam', words: 'by automatic early detection' },
    },
  },
] as const satisfies readonly ThreatList[]

/** All keyless sources that an operator can name in `THREAT_SOURCES`. */
export const threatSourceIds: readonly string[] = [...filteringResolvers, ...threatLists].map(({ id }) => id).sort()

/**
 * The sources used when none are named. If a resolver was named for all queries, the filtering resolvers are excluded,
 * because they are asked by address, past that resolver.
 */
export function defaultThreatSources({ resolverNamed }: { resolverNamed: boolean }): readonly string[] {
  const rows = resolverNamed ? threatLists : [...filteringResolvers, ...threatLists]
  return rows
    .filter(({ isDefault }) => isDefault)
    .map(({ id }): string => id)
    .sort()
}
