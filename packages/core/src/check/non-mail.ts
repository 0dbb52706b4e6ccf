/** The facts that decide whether a domain is meant for mail. */
export interface MailNeeds {
  mx: { receivesMail: boolean }
  spf: { sendsMail: boolean }
}

/**
 * Whether the domain declares that it neither sends nor receives mail: its SPF is exactly `v=spf1 -all`, and it has a
 * null MX (RFC 7505) or no MX at all. Null: unknown, because a deciding section is unknown.
 */
export function isNonMail({ mx, spf }: { readonly [K in keyof MailNeeds]: MailNeeds[K] | null }): boolean | null {
  if (spf?.sendsMail === true || mx?.receivesMail === true) return false
  return spf === null || mx === null ? null : true
}
