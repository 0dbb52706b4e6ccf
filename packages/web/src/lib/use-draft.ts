import { useRef, useState } from 'react'

export interface Drafted<T> {
  draft: T
  /** The draft as it is at this moment: a callback that ends later does not see the one it began with. */
  now: () => T
  change: (part: Partial<T>) => void
  /** What stands there was taken: the next visit begins anew. */
  settle: () => void
  /** The draft is one that was left here before. */
  kept: boolean
  /** How often it was begun anew by hand. */
  round: number
  startOver: () => void
}

/** A form's draft that is kept from its first change on, until it is settled. `fresh` makes what a form starts with. */
export function useDraft<T extends object>(drafts: Map<string, T>, key: string, fresh: () => T): Drafted<T> {
  const [draft, setDraft] = useState(() => drafts.get(key) ?? fresh())
  const [kept, setKept] = useState(() => drafts.has(key))
  const [round, setRound] = useState(0)
  const live = useRef(draft)

  function show(next: T): void {
    live.current = next
    setDraft(next)
  }

  return {
    draft,
    now: () => live.current,
    change: part => {
      const next = { ...live.current, ...part }
      drafts.set(key, next)
      show(next)
    },
    settle: () => {
      drafts.delete(key)
      setKept(false)
    },
    kept,
    round,
    startOver: () => {
      drafts.delete(key)
      setKept(false)
      setRound(round + 1)
      show(fresh())
    },
  }
}
