import { isObject, parsed, storedText, storeText } from './stored-value.ts'

const storageKey = 'waxseal.invitation'

/** A link that is not followed up within a day is not offered any more. */
const keptMs = 86_400_000

/** Keeps the token of an invitation link while its holder signs in or up. A confirmation mail may open another tab. */
export function keepInvitation(token: string): void {
  storeText('localStorage', storageKey, JSON.stringify({ token, at: Date.now() }))
}

/** The token that was kept last; null: none, or too long ago. */
export function pendingInvitation(): string | null {
  const value = parsed(storedText('localStorage', storageKey))
  if (!isObject(value)) return null
  const { token, at } = value
  return typeof token === 'string' && typeof at === 'number' && Date.now() - at < keptMs ? token : null
}

export function forgetInvitation(): void {
  storeText('localStorage', storageKey, null)
}
