/** The addresses of the screens there are. */
export const paths = {
  landing: '/',
  dashboard: '/dashboard',
  domains: '/domains',
  diagnostics: (domainId: string) => `/diagnostics/${encodeURIComponent(domainId)}`,
  account: '/account',
} as const
