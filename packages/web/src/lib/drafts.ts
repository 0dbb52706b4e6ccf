const stores: { clear: () => void }[] = []

/**
 * What was typed and nothing has taken yet, by what it is for. It outlives its screen: whoever goes back finds it. It
 * ends with the page, and with the account that typed it.
 */
export function createDrafts<T>(): Map<string, T> {
  const drafts = new Map<string, T>()
  stores.push(drafts)
  return drafts
}

/** Forgets all of them: nothing of one account may be seen by the next. */
export function dropDrafts(): void {
  for (const store of stores) store.clear()
}
