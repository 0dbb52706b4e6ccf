/** The address of each screen as the router matches it. Links use `paths`, which is made of the same texts. */
export const patterns = {
  landing: '/',
  dashboard: '/dashboard',
  domains: '/domains',
  diagnostics: '/diagnostics/:domainId',
  alerts: '/alerts',
  account: '/account',
  chat: '/chat',
  dnsHistory: '/dns-history',
  analytics: '/analytics',
  terms: '/terms',
  privacy: '/privacy',
  join: '/join',
  confirmAddress: '/confirm-address',
  unsubscribe: '/unsubscribe',
  /** Share links lead here. */
  sharedReport: '/shared/:token',
  /** Links to visitors' checks lead here. */
  linkedCheck: '/check/:token',
  /** Where a payment of test mode is made. The server writes these addresses. */
  testPage: '/billing/test/:sessionId',
  spfWizard: '/spf-wizard/:domainId',
  dmarcWizard: '/dmarc-wizard/:domainId',
  spfBuilder: '/tools/spf-builder',
  dmarcBuilder: '/tools/dmarc-builder',
  headers: '/headers',
  /** Leads to `headers`: the specification names both addresses. */
  headerAnalyzer: '/tools/header-analyzer',
  tools: '/tools',
  subdomainSpf: '/tools/subdomain-spf',
  spfFlattening: '/tools/spf-flattening',
  spfComparison: '/tools/spf-comparison',
  apiReference: '/api-reference',
} as const

/** Where links lead: the addresses of the screens there are, and of the sections that links name. */
export const paths = {
  ...patterns,
  features: `${patterns.landing}#features`,
  pricing: `${patterns.landing}#pricing`,
  plans: `${patterns.account}#plans`,
  diagnostics: ofDomain(patterns.diagnostics),
  dnsHistoryOf: (domainId: string) => `${patterns.dnsHistory}?domain=${encodeURIComponent(domainId)}`,
  analyticsOf: (domainId: string) => `${patterns.analytics}?domain=${encodeURIComponent(domainId)}`,
  spfWizard: ofDomain(patterns.spfWizard),
  dmarcWizard: ofDomain(patterns.dmarcWizard),
} as const

function ofDomain(pattern: `${string}/:domainId`): (domainId: string) => string {
  return domainId => pattern.replace(':domainId', encodeURIComponent(domainId))
}
