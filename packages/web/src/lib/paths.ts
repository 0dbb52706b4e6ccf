/** The addresses of the screens there are. */
export const paths = {
  landing: '/',
  dashboard: '/dashboard',
  domains: '/domains',
  diagnostics: (domainId: string) => `/diagnostics/${encodeURIComponent(domainId)}`,
  account: '/account',
  spfWizard: (domainId: string) => `/spf-wizard/${encodeURIComponent(domainId)}`,
  dmarcWizard: (domainId: string) => `/dmarc-wizard/${encodeURIComponent(domainId)}`,
  spfBuilder: '/tools/spf-builder',
  dmarcBuilder: '/tools/dmarc-builder',
  tools: '/tools',
  subdomainSpf: '/tools/subdomain-spf',
  spfComparison: '/tools/spf-comparison',
} as const
