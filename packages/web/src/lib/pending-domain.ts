import { isObject, parsed, storedText, storeText } from './stored-value.ts'

const storageKey = 'waxseal.pending-domain'

/** A confirmation mail may be opened hours later; a domain of another day is not added any more. */
const keptMs = 86_400_000

/** Keeps the domain that a visitor checked, until they have an account that it is added to. */
export function keepPendingDomain(name: string): void {
  storeText('localStorage', storageKey, JSON.stringify({ name, at: Date.now() }))
}

/** The domain that waits to be added; null: none. */
export function pendingDomain(): string | null {
  const value = parsed(storedText('localStorage', storageKey))
  if (!isObject(value)) return null
  const { name, at } = value
  if (typeof name !== 'string' || name.length > 2_000 || typeof at !== 'number') return null
  const age = Date.now() - at
  return age >= 0 && age < keptMs ? name : null
}

/** The same, and forgets it: it is added once. */
export function takePendingDomain(): string | null {
  const name = pendingDomain()
  storeText('localStorage', storageKey, null)
  return name
}
