/** Texts of both builders that the specification quotes. */
export const builderTexts = {
  choose: 'Select or Enter Domain',
  takeDomain: 'Use Domain',
  notFound: 'Domain not found',
  loadFailed: 'Failed to load domains',
  generating: 'Generating...',
  hostnameCopied: 'Hostname copied to clipboard',
  valueCopied: 'Value copied to clipboard',
  /** Not quoted; in the form of the two above. */
  typeCopied: 'Type copied to clipboard',
} as const
