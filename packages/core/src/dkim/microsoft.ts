import { isSubdomain } from '../dns/index.ts'

/** The id of Microsoft 365 among the providers. */
export const microsoft = 'microsoft-365'

/** The two selectors at a customer's domain, of which one signs at a time. The second one gets its key at the first rotation. */
export const microsoftSelectors: readonly string[] = ['selector1', 'selector2']

/** The one of them that may lead nowhere, until the first rotation. */
export const microsoftSpare = 'selector2'

/** Whether a name is below `onmicrosoft.com` or its like, where every tenant has a domain and only Microsoft publishes keys. */
export function isTenantName(domain: string): boolean {
  return zones.some(zone => domain !== zone && isSubdomain(domain, zone))
}

/** Of the world, of the clouds of the United States and of China (`providers/provider-names.data.ts`). */
const zones = ['onmicrosoft.com', 'onmicrosoft.us', 'partner.onmschina.cn', 'partner.mail.onmschina.cn']

/**
 * The selectors of a tenant's own name, as Microsoft derives them: `selector1-contoso-onmicrosoft-com` of
 * `contoso.onmicrosoft.com`. Empty for every other name.
 */
export function tenantSelectors(domain: string): readonly string[] {
  if (!isTenantName(domain)) return []
  const dashed = domain.replaceAll('.', '-')
  // A label has at most 63 characters.
  return microsoftSelectors.map(selector => `${selector}-${dashed}`).filter(({ length }) => length <= 63)
}
