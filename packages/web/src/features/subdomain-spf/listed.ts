const and = new Intl.ListFormat('en', { type: 'conjunction' })

/** "SendGrid and Mailgun", "SendGrid, Mailgun, and Postmark". */
export function listed(names: readonly string[]): string {
  return and.format(names)
}
