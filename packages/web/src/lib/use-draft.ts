import { useRef, useState } from 'react'
import type { Drafts } from './drafts.ts'

export interface Drafted<T> {
  draft: T
  /** The current draft: a callback that ends later would otherwise see the one from its start. */
  now: () => T
  change: (part: Partial<T>) => void
  /** The draft was used: the next visit starts over. */
  settle: () => void
  /** The draft was left here on an earlier visit. */
  kept: boolean
  /** How often the whole draft was replaced: earlier messages about the form then no longer apply. */
  round: number
  /** Starts over: with the initial values, or with `part`. */
  startOver: (part?: Partial<T>) => void
  /** Null until the user has started over. */
  startedOver: StartedOver | null
}

interface StartedOver {
  /** The number of times on this visit. */
  times: number
  /** The previous draft is back, and the one that replaced it is kept instead. */
  undone: boolean
  /** Exchanges the current draft with the kept one. */
  swap: () => void
}

/** A form's draft, kept from its first change until it is settled. `fresh` makes the initial values of the form. */
export function useDraft<T extends object>(drafts: Drafts<T>, key: string, fresh: () => T): Drafted<T> {
  const [first] = useState(() => drafts.get(key, fresh))
  const [draft, setDraft] = useState(() => first ?? fresh())
  const [kept, setKept] = useState(first !== undefined)
  const [round, setRound] = useState(0)
  const [past, setPast] = useState<{ draft: T; times: number; undone: boolean } | null>(null)
  const live = useRef(draft)

  function show(next: T): void {
    live.current = next
    setDraft(next)
  }

  function put(next: T): void {
    drafts.set(key, next)
    show(next)
  }

  function swap({ draft, times, undone }: NonNullable<typeof past>): void {
    setPast({ draft: live.current, times, undone: !undone })
    setRound(round + 1)
    put(draft)
  }

  return {
    draft,
    now: () => live.current,
    change: part => put({ ...live.current, ...part }),
    settle: () => {
      drafts.delete(key)
      setKept(false)
      setPast(null)
    },
    kept,
    round,
    startOver: part => {
      setPast({ draft: live.current, times: (past?.times ?? 0) + 1, undone: false })
      setRound(round + 1)
      if (part !== undefined) return put({ ...live.current, ...part })
      drafts.delete(key)
      setKept(false)
      show(fresh())
    },
    startedOver: past && { times: past.times, undone: past.undone, swap: () => swap(past) },
  }
}
