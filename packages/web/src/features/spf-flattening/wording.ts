/** The texts of hosted SPF records that the specification quotes. */
export const flatteningTexts = {
  loadFailed: 'Failed to load SPF configurations',
  emptyTitle: 'No SPF flattening configurations yet',
  emptyText: 'Create your first configuration to get started',
  chooseDomain: '-- Select a domain --',
  noDomains: 'No domains found. Please add a domain first in the Domains section.',
  loaded: (days: number): string => `SPF record loaded successfully! (scanned ${scannedWhen(days)})`,
  noneFound: 'No SPF record found for this domain. Please enter it manually.',
  /** In the form of the one above: the user declined the scan that could find one. */
  enterOrScan: 'Please enter the SPF record manually, or run a scan first.',
  fetchFailed: 'Could not auto-fetch SPF record. Please enter it manually.',
  scanFailed: 'Scan failed. Please try again or enter SPF record manually.',
  scanTakes: 'This may take 30-60 seconds',
  freshScanTakes: 'may take up to 60 seconds',
  slugHint: 'This subdomain will host your flattened SPF record',
  recordLabel: 'Current SPF Record',
  recordLoaded: 'SPF record loaded. You can edit if needed.',
  recordHint: "We'll try to auto-fetch your SPF record when you select a domain",
  selectDomain: 'Please select a domain',
  fixErrors: 'Please fix the errors in the form.',
  create: 'Create Configuration',
  creating: 'Creating...',
  createFailed: 'Failed to create SPF flattening configuration',
  createdTitle: 'SPF Flattening Configuration Created!',
  gotIt: 'Got It!',
  hostedOn: 'Hosted on',
  lastChecked: 'Last checked',
  liveOnDns: 'live on DNS',
  includes: 'Monitoring Includes',
  checkFailed: 'Failed to check for upstream changes',
  changesFound: 'Upstream changes detected and record updated!',
  noChanges: 'No upstream changes detected',
  changesWait: 'Upstream changes wait for your decision',
  decided: { accept: 'Additions accepted', keep_out: 'Additions kept out' },
  decideFailed: 'Failed to save the decision',
  /** Decision 6.6: our own name server, or the provider. */
  confirmDelete: (slug: string, provider: string): string =>
    `Are you sure you want to delete the SPF flattening configuration for ${slug}? This will also remove the DNS ` +
    `record at ${provider === 'Waxseal' ? "Waxseal's name server" : provider}.`,
  deleted: 'Configuration deleted successfully',
  deleteFailed: 'Failed to delete configuration',
  editTitle: 'Update Original SPF Record',
  howThisWorks: 'How This Works',
  update: 'Update & Re-Flatten',
  updated: 'Original SPF updated and re-flattened successfully!',
  updateFailed: 'Failed to update SPF. Please try again.',
  /** Without the quotation marks of the create form. */
  editStart: 'SPF record must start with v=spf1',
} as const

function scannedWhen(days: number): string {
  if (days <= 0) return 'today'
  return days === 1 ? 'yesterday' : `${days} days ago`
}
