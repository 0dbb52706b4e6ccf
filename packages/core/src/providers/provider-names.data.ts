/** Names that a provider gives to its customers, in a zone of its own. */
export interface ProviderZone {
  /** As in `Provider`: a leading dot is any name below it, `*` is one label. The first that matches counts. */
  pattern: string
  /** Whose zone it is. */
  owner: string
  /** Where the customer can publish records at such a name; null: only the owner of the zone can. */
  panel: string | null
}

/*
 * Sources: learn.microsoft.com, "Set up DMARC" (the admin center takes TXT records at *.onmicrosoft.com) and "Hybrid
 * deployment prerequisites" (the coexistence domain *.mail.onmicrosoft.com); maester365/maester#1102 and #686;
 * support.google.com/a, test aliases. Looked up in 2026-11.
 */
export const providerZones: readonly ProviderZone[] = [
  { pattern: '*.mail.onmicrosoft.com', owner: 'Microsoft', panel: null },
  { pattern: 'mail.onmicrosoft.com', owner: 'Microsoft', panel: null },
  { pattern: '*.mail.onmicrosoft.us', owner: 'Microsoft', panel: null },
  { pattern: 'mail.onmicrosoft.us', owner: 'Microsoft', panel: null },
  { pattern: '*.partner.mail.onmschina.cn', owner: 'Microsoft', panel: null },
  { pattern: '.test-google-a.com', owner: 'Google', panel: null },
  { pattern: '.gappssmtp.com', owner: 'Google', panel: null },
  { pattern: '*.onmicrosoft.com', owner: 'Microsoft', panel: 'Microsoft 365 admin center' },
  { pattern: '*.onmicrosoft.us', owner: 'Microsoft', panel: 'Microsoft 365 admin center' },
  { pattern: '*.partner.onmschina.cn', owner: 'Microsoft', panel: 'Microsoft 365 admin center' },
]
