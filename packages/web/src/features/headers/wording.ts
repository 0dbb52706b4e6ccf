/** The texts of the header analyzer that the specification quotes. */
export const headerTexts = {
  analyze: 'Analyze Headers',
  loadSample: 'Load Sample',
  nothingYet: 'No Analysis Yet',
  exportPdf: 'Export PDF',
  threatAssessment: 'Threat Assessment',
  analyzeFailed: 'Failed to analyze headers',
  exportFailed: (reason: string): string => `Failed to export PDF: ${reason}`,
  nothingToExport: 'No analysis to export',
  emptyPdf: 'Received empty PDF',
} as const
