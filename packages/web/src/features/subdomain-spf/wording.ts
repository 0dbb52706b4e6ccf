/** Texts the specification quotes for this screen. */
export const subdomainTexts = {
  enterDomain: 'Please enter your domain',
  copied: 'Copied to clipboard!',
} as const
