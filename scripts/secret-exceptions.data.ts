/** A text that looks like a secret and is none. */
export interface SecretException {
  path: string
  /** As `secretForms` names it. */
  form: string
  why: string
}

export const secretExceptions: readonly SecretException[] = [
  {
    path: 'packages/scanner/src/smtp/testing/certificates.data.ts',
    form: 'a private key',
    why: 'the key of certificates for mail hosts below .example that exist in the tests alone',
  },
  {
    path: 'e2e/scenes/alerts.ts',
    form: 'the secret of a webhook',
    why: 'what a scene shows in place of a secret that the server makes',
  },
]
