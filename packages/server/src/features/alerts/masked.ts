/** A webhook URL without its secret: its host and its last four characters, "https://hooks.slack.com/…wxyz". */
export function masked(url: string): string {
  const host = URL.canParse(url) ? new URL(url).origin : 'https://'
  return `${host}/…${url.slice(-4)}`
}

/** What is shown of a URL that cannot be decrypted. */
export const unreadable = 'https://…'
