import type { PlaceLink, PlaceScreen } from '@waxseal/core/assistant'
import { paths } from './paths.ts'

/** The address of each screen that an answer of the analyst can name. That of a report needs its domain. */
const addresses: { readonly [S in PlaceScreen]: string | ((domainId: string) => string) } = {
  dashboard: paths.dashboard,
  domains: paths.domains,
  diagnostics: paths.diagnostics,
  alerts: paths.alerts,
  account: paths.account,
  plans: paths.plans,
  chat: paths.chat,
  dnsHistory: paths.dnsHistory,
  analytics: paths.analytics,
  headers: paths.headers,
  tools: paths.tools,
  spfBuilder: paths.spfBuilder,
  dmarcBuilder: paths.dmarcBuilder,
  subdomainSpf: paths.subdomainSpf,
  spfFlattening: paths.spfFlattening,
  spfComparison: paths.spfComparison,
}

/** Where a link of the analyst leads; without a domain, a link to a report leads to the list of domains. */
export function addressOfPlace({ screen, section }: PlaceLink, domainId: string | null): string {
  const address = addresses[screen]
  if (typeof address === 'string') return section === null ? address : `${address}#${section}`
  if (domainId === null) return paths.domains
  return section === null ? address(domainId) : `${address(domainId)}#${section}`
}
