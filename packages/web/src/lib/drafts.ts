import { parsed, storedText, storeText } from './stored-value.ts'

/** Drafts of one kind, by key. They outlive their screen, so users who go back find their input. */
export interface Drafts<T> {
  /** `fresh` makes the initial values of a form; a stored draft is applied over them. */
  get: (key: string, fresh: () => T) => T | undefined
  set: (key: string, draft: T) => void
  delete: (key: string) => void
}

/** How drafts of one kind outlive the page, in the tab's storage. */
export interface Keeping<T> {
  /** Identifies the kind. */
  name: string
  /** The stored part of a draft, as plain data. */
  keep: (draft: T) => unknown
  /**
   * Restores a draft from stored data; null when it is invalid: another version or any other script may have written
   * it.
   */
  find: (kept: unknown, fresh: T) => T | null
}

const storageKey = 'waxseal.drafts'

/** The maximum number of stored characters; the least recently changed draft is dropped first. */
const keptMax = 300_000

const stores: { clear: () => void }[] = []

/** The user whose drafts these are; null before a sign-in. */
let owner: string | null = null

/** The drafts for the next page load: JSON by kind and key, the most recently changed last. */
let kept = new Map<string, string>()

/**
 * Drafts end with a sign-out or the sign-in of another account, and with the page unless `keeping` says how to store
 * them.
 */
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
 * Sets the signed-in user. One account must never see another's drafts. The same user finds them again after an expired
 * session or a page reload.
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

/** For a sign-out. */
export function forgetDrafts(): void {
  for (const store of stores) store.clear()
  owner = null
  kept = new Map()
  write()
}

function read(): { owner: unknown; kept: Map<string, string> } | null {
  const stored = parsed(storedText('sessionStorage', storageKey))
  if (typeof stored !== 'object' || stored === null || !('kept' in stored) || !('owner' in stored)) return null
  const pairs = Array.isArray(stored.kept) ? stored.kept.filter(isPair) : []
  return { owner: stored.owner, kept: new Map(pairs) }
}

/** Stores nothing without a user: what a screen leaves behind after a sign-out belongs to no one. */
function write(): void {
  let size = [...kept].reduce((sum, [id, text]) => sum + id.length + text.length, 0)
  for (const [id, text] of kept) {
    if (size <= keptMax) break
    kept.delete(id)
    size -= id.length + text.length
  }
  storeText(
    'sessionStorage',
    storageKey,
    kept.size === 0 || owner === null ? null : JSON.stringify({ owner, kept: [...kept] }),
  )
}

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(part => typeof part === 'string')
}
