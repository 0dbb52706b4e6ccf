/** The texts of the header analyzer that the specification quotes. */
export const headerTexts = {
  pasteHeaders: 'Please paste email headers',
  analyze: 'Analyze Headers',
  loadSample: 'Load Sample',
  nothingYet: 'No Analysis Yet',
  exportPdf: 'Export PDF',
  threatAssessment: 'Threat Assessment',
  notFound: 'Not found',
  analyzeFailed: 'Failed to analyze headers',
  exportFailed: (reason: string): string => `Failed to export PDF: ${reason}`,
  nothingToExport: 'No analysis to export',
  emptyPdf: 'Received empty PDF',
  vtLimit: 'Daily VirusTotal query limit reached. Upgrade for more queries.',
  vtUnavailable: 'VirusTotal check temporarily unavailable',
  /** Decision 3.9, in the words of the threat card of a scan. */
  vtNotConfigured: 'Threat intelligence is not configured on this server',
  /** Decision 1.2. */
  vtNothing: 'No reputation results',
} as const
