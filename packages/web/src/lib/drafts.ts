const stores: { clear: () => void }[] = []

/**
 * What was typed and nothing has taken yet, by what it is for. It outlives its screen: whoever goes back finds it. It
 * ends with the page, and when another account signs in.
 */
export function createDrafts<T>(): Map<string, T> {
  const drafts = new Map<string, T>()
  stores.push(drafts)
  return drafts
}

let owner: string | null = null

/**
 * Says who is signed in. Nothing of one account may be seen by the next; whoever comes back, as after a session that has
 * ended, finds their own.
 */
export function keepDraftsOf(userId: string): void {
  if (owner !== userId) for (const store of stores) store.clear()
  owner = userId
}
