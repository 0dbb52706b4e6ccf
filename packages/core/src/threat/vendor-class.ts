import { filteringResolvers, threatLists } from './threat-sources.data.ts'
import { type VendorTier, vendorTierLabels } from './vendor.ts'

/** The kind of a source that is no vendor of VirusTotal, by its name; null: another one, such as VirusTotal itself. */
export function sourceKind(name: string): 'Blocklist' | 'Resolver' | null {
  if (threatLists.some(list => list.name === name)) return 'Blocklist'
  return filteringResolvers.some(resolver => resolver.name === name) ? 'Resolver' : null
}

/** Where a vendor belongs: "T1 (Trusted)" for one of VirusTotal, else the kind of the source; null: neither. */
export function vendorClass({ vendor, tier }: { vendor: string; tier: VendorTier | null }): string | null {
  return tier === null ? sourceKind(vendor) : `T${tier} (${vendorTierLabels[tier]})`
}
