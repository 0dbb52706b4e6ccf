/** What Clerk knows of a person. */
export interface ClerkProfile {
  email: string
  name: string
  picture: string | null
}

interface Remembered {
  readAt: number
  profile: Promise<ClerkProfile | null>
}

/** How long a profile is taken as it was read. */
const freshMs = 5 * 60_000
/** How long it then counts on when Clerk could not be asked. */
const againMs = 30_000
/** The most people remembered; the one read first is forgotten first. */
const most = 10_000

/**
 * Remembers profiles, so that Clerk is asked once in five minutes for each person, however many calls they make. While
 * Clerk cannot be asked, the last profile goes on counting.
 *
 * @param read rejects when Clerk cannot be asked; null: there is no such person
 */
export function profileMemory({
  read,
  now,
}: {
  read: (subject: string) => Promise<ClerkProfile | null>
  now: () => Date
}): {
  of(subject: string): Promise<ClerkProfile | null>
  /** Asks Clerk in any case. Rejects when it cannot be asked. */
  now(subject: string): Promise<ClerkProfile | null>
} {
  const known = new Map<string, Remembered>()

  function ask(subject: string, before: Remembered | undefined): Promise<ClerkProfile | null> {
    const profile = read(subject).catch(error => {
      if (before === undefined) {
        // A failure is not remembered: the next call asks again.
        if (known.get(subject) === entry) known.delete(subject)
        throw error
      }
      entry.readAt -= freshMs - againMs
      return before.profile
    })
    const entry: Remembered = { readAt: now().getTime(), profile }
    // Who has no confirmed address yet is asked for again: they may confirm it at this moment.
    profile.then(
      found => found === null && known.get(subject) === entry && known.delete(subject),
      () => {},
    )
    known.delete(subject)
    known.set(subject, entry)
    for (const oldest of known.keys()) {
      if (known.size <= most) break
      known.delete(oldest)
    }
    return profile
  }

  return {
    now(subject) {
      const before = known.get(subject)
      const profile = ask(subject, undefined)
      profile.catch(() => before && !known.has(subject) && known.set(subject, before))
      return profile
    },
    async of(subject) {
      const entry = known.get(subject)
      const isFresh = entry !== undefined && Math.abs(now().getTime() - entry.readAt) < freshMs
      return isFresh ? entry.profile : ask(subject, entry)
    },
  }
}
