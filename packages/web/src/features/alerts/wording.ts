/** The texts of the alert settings that the specification quotes. */
export const alertTexts = {
  loadFailed: 'Failed to load settings',
  saveFailed: 'Failed to save settings',
} as const
