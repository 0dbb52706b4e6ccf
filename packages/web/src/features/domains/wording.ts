/** The texts of the domain list that the specification quotes. */
export const domainTexts = {
  loadFailed: 'Failed to load domains',
  added: 'Domain added successfully',
  addFailed: 'Failed to add domain',
  deleted: 'Domain deleted successfully',
  deleteFailed: 'Failed to delete domain',
  confirmDelete: (domain: string) => `Are you sure you want to delete ${domain}?`,
  noneSelected: 'No domains selected',
  bulkStarting: (domains: number) => `Starting scans for ${domains} domain(s)...`,
  bulkDone: 'Bulk scan completed',
  never: 'Never',
  neverScanned: 'Never scanned',
  emptyTitle: 'Start Your Email Security Journey',
  emptyButton: 'Add Your First Domain',
  spfBuilder: 'SPF Builder',
  dmarcBuilder: 'DMARC Builder',
} as const
