/** Drafts of one kind, by what they are for. They outlive their screen: whoever goes back finds what they had typed. */
export interface Drafts<T> {
  /** `fresh` makes what a form starts with: what was kept for a page loaded anew is laid over it. */
  get: (key: string, fresh: () => T) => T | undefined
  set: (key: string, draft: T) => void
  delete: (key: string) => void
}

/** How drafts of one kind outlive the page too, in the storage of its tab. */
export interface Keeping<T> {
  /** Tells the kinds apart. */
  name: string
  /** What is kept of a draft, as plain data. */
  keep: (draft: T) => unknown
  /** The draft again, of what was kept; null when that is none: it may have been written by another version, or by anybody. */
  find: (kept: unknown, fresh: T) => T | null
}

const storageKey = 'waxseal.drafts'

/** So many characters are kept at the most; what was changed longest ago goes first. */
const keptMax = 300_000

const stores: { clear: () => void }[] = []

/** Whose drafts these are; null until somebody has signed in. */
let owner: string | null = null

/** What the page loaded next will find: JSON by kind and key, what was changed last at the end. */
let kept = new Map<string, string>()

/** They end when another account signs in, with a sign-out, and with the page unless it is said how to keep them. */
export function createDrafts<T>(keeping?: Keeping<T>): Drafts<T> {
  const drafts = new Map<string, T>()
  stores.push(drafts)
  const idOf = (key: string): string => `${keeping?.name} ${key}`

  function find(key: string, fresh: () => T): T | undefined {
    const text = kept.get(idOf(key))
    return text === undefined ? undefined : (keeping?.find(parsed(text), fresh()) ?? undefined)
  }

  return {
    get: (key, fresh) => drafts.get(key) ?? find(key, fresh),
    set(key, draft) {
      drafts.set(key, draft)
      if (keeping === undefined) return
      kept.delete(idOf(key))
      kept.set(idOf(key), JSON.stringify(keeping.keep(draft)))
      write()
    },
    delete(key) {
      drafts.delete(key)
      if (kept.delete(idOf(key))) write()
    },
  }
}

/**
 * Says who is signed in. Nothing of one account may be seen by the next; whoever comes back, as after a session that has
 * ended or to a page loaded anew, finds their own.
 */
export function keepDraftsOf(userId: string): void {
  if (owner === userId) return
  const stored = owner === null ? read() : null
  forgetDrafts()
  owner = userId
  if (stored?.owner === userId) {
    kept = stored.kept
    write()
  }
}

/** For who signs out. */
export function forgetDrafts(): void {
  for (const store of stores) store.clear()
  owner = null
  kept = new Map()
  write()
}

function read(): { owner: unknown; kept: Map<string, string> } | null {
  try {
    const stored = parsed(sessionStorage.getItem(storageKey) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('kept' in stored) || !('owner' in stored)) return null
    const pairs = Array.isArray(stored.kept) ? stored.kept.filter(isPair) : []
    return { owner: stored.owner, kept: new Map(pairs) }
  } catch {
    // A browser without storage: drafts end with the page.
    return null
  }
}

function write(): void {
  let size = [...kept].reduce((sum, [id, text]) => sum + id.length + text.length, 0)
  for (const [id, text] of kept) {
    if (size <= keptMax) break
    kept.delete(id)
    size -= id.length + text.length
  }
  try {
    if (kept.size === 0) sessionStorage.removeItem(storageKey)
    else sessionStorage.setItem(storageKey, JSON.stringify({ owner, kept: [...kept] }))
  } catch {
    // As above.
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(part => typeof part === 'string')
}
