/** What a check must be told to know whether a domain is meant for mail. */
export interface MailNeeds {
  mx: { receivesMail: boolean }
  spf: { sendsMail: boolean }
}

/**
 * Does the domain declare that it neither sends nor receives mail? Its SPF is exactly `v=spf1 -all`, and it has a null
 * MX (RFC 7505) or no MX at all. null: not known, because a section that would decide it is not known.
 */
export function isNonMail({ mx, spf }: { readonly [K in keyof MailNeeds]: MailNeeds[K] | null }): boolean | null {
  if (spf?.sendsMail === true || mx?.receivesMail === true) return false
  return spf === null || mx === null ? null : true
}
