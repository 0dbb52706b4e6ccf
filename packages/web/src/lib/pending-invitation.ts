/** The token of an invitation link, while its holder signs in or up. A confirmation mail may open another tab. */
const storageKey = 'waxseal.invitation'

/** A link that is not followed up within a day is not offered any more. */
const keptMs = 86_400_000

export function keepInvitation(token: string): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ token, at: Date.now() }))
  } catch {
    // A browser without storage: the link must be opened again after the sign-in.
  }
}

export function pendingInvitation(): string | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (typeof value !== 'object' || value === null || !('token' in value) || !('at' in value)) return null
    const { token, at } = value
    return typeof token === 'string' && typeof at === 'number' && Date.now() - at < keptMs ? token : null
  } catch {
    return null
  }
}

export function forgetInvitation(): void {
  try {
    localStorage.removeItem(storageKey)
  } catch {
    // As above.
  }
}
