import type { webcrypto } from 'node:crypto'

/** The public key of a token, as Clerk's list has it. */
export type ClerkKey = webcrypto.JsonWebKey & { kid: string }

/** How long a list is taken as it was read: a key that Clerk takes back stops counting then. */
const freshMs = 5 * 60_000
/** How long nobody asks again, whoever sends a token with an unknown key: a stranger must not spend Clerk's rate limit. */
const pauseMs = 60_000
/** The same while no list was read yet, so that a failure at the start does not keep everyone out for a minute. */
const firstPauseMs = 5_000

/**
 * Remembers the keys that sign Clerk's tokens. A token with an unknown key leads to a question, at most once a minute for
 * all tokens together. While Clerk cannot be asked, the last list goes on counting.
 *
 * @param read rejects when Clerk cannot be asked
 * @returns the key; null: Clerk has none of this name. Rejects while no list could be read
 */
export function keyMemory({
  read,
  now,
}: {
  read: () => Promise<readonly ClerkKey[]>
  now: () => Date
}): (kid: string) => Promise<ClerkKey | null> {
  let known: ReadonlyMap<string, ClerkKey> | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  let failure: unknown = null

  async function ask(): Promise<void> {
    askedAt = now().getTime()
    try {
      known = new Map((await read()).map(key => [key.kid, key]))
      readAt = now().getTime()
      failure = null
    } catch (error) {
      failure = error
    } finally {
      asking = null
    }
  }

  return async kid => {
    const at = now().getTime()
    const isWanted = known === null || !known.has(kid) || at - readAt >= freshMs
    if (asking === null && isWanted && at - askedAt >= (known === null ? firstPauseMs : pauseMs)) asking = ask()
    if (isWanted && asking !== null) await asking
    if (known === null) throw failure
    return known.get(kid) ?? null
  }
}
