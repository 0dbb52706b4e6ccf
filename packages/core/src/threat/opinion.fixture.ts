import type { ThreatOpinion } from './source.ts'

/** An opinion for tests: Quad9 does not block example.com, with changes. */
export function opinion(change: Partial<ThreatOpinion> = {}): ThreatOpinion {
  const base: ThreatOpinion = {
    source: 'quad9',
    vendor: 'Quad9',
    operator: 'Quad9',
    basis: 'resolver',
    weight: 'high',
    about: 'domain',
    subject: 'example.com',
    sharedBy: null,
    says: 'clean',
    threat: null,
    reason: 'does not block example.com',
    failure: null,
    evidence: ['A example.com @quad9'],
  }
  return { ...base, ...change }
}

export const quad9Blocks = opinion({ says: 'hit', reason: 'blocks example.com' })

export const quad9Silent = opinion({
  says: 'unknown',
  reason: 'could not check example.com',
  failure: 'timeout',
})

export const cloudflareBlocks = opinion({
  source: 'cloudflare-security',
  vendor: 'Cloudflare 1.1.1.2',
  operator: 'Cloudflare',
  weight: 'medium',
  says: 'hit',
  reason: 'blocks example.com',
  evidence: ['A example.com @cloudflare-security'],
})

export const dblPhishing = opinion({
  source: 'spamhaus-dbl',
  vendor: 'Spamhaus DBL',
  operator: 'The Spamhaus Project',
  basis: 'blocklist',
  says: 'hit',
  threat: 'phishing',
  reason: 'lists example.com for phishing',
  evidence: ['A example.com.dbl.spamhaus.org'],
})

export const surblPhishing = opinion({
  ...dblPhishing,
  source: 'surbl',
  vendor: 'SURBL multi',
  operator: 'SURBL',
  evidence: ['A example.com.multi.surbl.org'],
})

export const uriblGrey = opinion({
  ...dblPhishing,
  source: 'uribl',
  vendor: 'URIBL multi',
  operator: 'URIBL',
  says: 'weak',
  threat: 'spam',
  reason: 'lists example.com as a bulk sender that some recipients did not ask for',
  evidence: ['A example.com.multi.uribl.com'],
})

export const zenSpam = opinion({
  source: 'spamhaus-zen',
  vendor: 'Spamhaus ZEN',
  operator: 'The Spamhaus Project',
  basis: 'blocklist',
  about: 'address',
  subject: '8.26.56.10',
  says: 'hit',
  threat: 'spam',
  reason: 'lists 8.26.56.10 as a sender of bad reputation',
  evidence: ['A 10.56.26.8.zen.spamhaus.org'],
})

/** The same about a shared address. */
export const zenShared = opinion({ ...zenSpam, sharedBy: 'Google Workspace' })

export const zenPolicy = opinion({
  ...zenSpam,
  says: 'policy',
  threat: null,
  reason: 'lists 8.26.56.10 as an address that should not send mail directly',
})

/** The opinion of one of VirusTotal's engines about example.com. */
export function engine(vendor: string, says: ThreatOpinion['says'] = 'clean', subject = 'example.com'): ThreatOpinion {
  return opinion({
    source: 'virustotal',
    vendor,
    operator: 'VirusTotal',
    basis: 'engine',
    weight: 'low',
    subject,
    says,
    reason: says === 'hit' ? `calls ${subject} malicious` : `calls ${subject} harmless`,
    evidence: [`HTTP virustotal ${subject}`],
  })
}

/** VirusTotal does not know example.com. */
export const virusTotalKnowsNothing = engine('VirusTotal', 'none')

/** VirusTotal could not be asked about example.com. */
export const virusTotalSilent: ThreatOpinion = {
  ...engine('VirusTotal', 'unknown'),
  reason: "could not be asked: the server's VirusTotal quota is used up",
  failure: 'over-budget',
}
