/** The texts of the DMARC builder that the specification quotes. */
export const dmarcTexts = {
  title: 'DMARC Record Builder',
  generate: 'Generate',
  regenerate: 'Regenerate',
  failed: 'Failed to generate DMARC record',
  done: 'DMARC record generated successfully',
  explainer: 'What is DMARC?',
} as const
